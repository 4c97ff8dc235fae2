"""octavo serve against its own description: schemathesis makes requests of it, odd ones and right ones.

service.py PROGRAM SCHEMATHESIS [EXAMPLES]
"""
import os
import signal
import subprocess
import sys
import tempfile

TOKEN = "a-token-of-the-checks"


def main():
    program, checker = sys.argv[1:3]
    examples = sys.argv[3] if len(sys.argv) > 3 else "50"
    with tempfile.TemporaryDirectory() as folder:
        service = subprocess.Popen(
            [os.path.abspath(program), "serve", "--upload", "1M", "--time", "20s"], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "OCTAVO_TOKEN": TOKEN, "TMPDIR": folder})
        address = service.stdout.readline().strip()
        # what an option means is said in words, not by the schema: others are refused
        checks = subprocess.run(
            [os.path.abspath(checker), "run", address + "/openapi.json", "-H", f"Authorization: Bearer {TOKEN}", "-n",
             examples, "--request-timeout", "60", "--exclude-checks", "positive_data_acceptance"], cwd=folder)
        if service.poll() is not None:
            sys.exit(f"the service ended: {service.returncode}")
        service.send_signal(signal.SIGTERM)
        service.wait(60)
        left = [name for name in os.listdir(folder) if name.startswith("octavo")]
        if left:
            sys.exit(f"left behind: {left}")
    sys.exit(checks.returncode)


main()
