#!/usr/bin/env python3
"""Makes sixty books in every way that the manual names, kills what can be killed, and compares every PDF's hash.

  python3 Tests/Catalogue/catalogue.py PROGRAM [TEXT…]

Texts are the books; without any the sample is cut into some. The recipes are those of the manual (Catalogues.md), run as
they stand there but for numbers and places; ONLY="shards slurm" runs some. Engines that are not installed are said to be missing and passed over.
Ends with the number of what was not as it should be. `make test-catalogue` runs it.
"""
import hashlib, json, os, re, shutil, signal, subprocess, sys, tempfile, time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MANUAL = os.path.join(TOP, "Sources/OctavoCommand/Manual/Catalogues.md")
SAMPLE = os.path.join(TOP, "Sources/OctavoCommand/Sample/making-books.txt")
BOOKS, SHARDS = 60, 6
program = os.path.abspath(sys.argv[1])
problems = 0
os.environ.pop("SOURCE_DATE_EPOCH", None)
os.environ["PATH"] = os.path.dirname(program) + ":" + os.environ["PATH"]


def say(name, words, fine=True):
    global problems
    problems += not fine
    print(f"{'ok  ' if fine else 'FAIL'} {name}: {words}", flush=True)


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class Catalogue:
    """A folder with texts, a list of sixty books, and what each PDF is to be."""

    def __init__(self, folder, texts):
        self.folder = folder
        os.makedirs(f"{folder}/in")
        sources = []
        if texts:
            sources = [open(text, "rb").read() for text in texts]
        else:
            sample = open(SAMPLE, "rb").read()
            chapters = re.split(rb"(?=\n\n\n)", sample)
            sources = [b"".join(chapters[k % len(chapters):k % len(chapters) + 3] or chapters[:1]) for k in range(20)]
        trims = ["a5", "6x9", "a6"]
        self.lines = []
        for number in range(BOOKS):
            name = f"b{number:02}"
            with open(f"{folder}/in/{name}.txt", "wb") as file:
                file.write(b"BOOK %d\n\n\n" % number + sources[number % len(sources)])
            self.lines.append({"id": name, "input": f"in/{name}.txt", "output": f"out/{name}.pdf",
                               "options": {"trim": trims[number // 20 % 3], "title": f"Book {number}"}})
        with open(f"{folder}/list.jsonl", "w") as file:
            file.writelines(json.dumps(line) + "\n" for line in self.lines)
        self.clear()
        self.hashes = {}
        start = time.time()
        for line in self.lines:
            options = line["options"]
            self.run(program, line["input"], "-q", "-j1", "--trim", options["trim"], "--title", options["title"],
                     "-o", line["output"], check=True)
            self.hashes[line["id"]] = sha256(f"{folder}/{line['output']}")
        self.seconds = time.time() - start

    def clear(self):
        for name in os.listdir(self.folder):
            if name not in ("in", "list.jsonl"):
                path = f"{self.folder}/{name}"
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        os.makedirs(f"{self.folder}/out")

    def run(self, *arguments, **options):
        return subprocess.run(arguments, cwd=self.folder, capture_output=True, text=True, **options)

    def start(self, *arguments):
        return subprocess.Popen(arguments, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                start_new_session=True)

    def compare(self, name, words, ledger="list.ledger", hashes=None):
        """Every PDF is there, is what it is to be, and the ledger knows it; nothing half made is left."""
        wrong, hashes = [], hashes or self.hashes
        for line in self.lines:
            path = f"{self.folder}/{line['output']}"
            if not os.path.exists(path):
                wrong.append(f"{line['id']} is missing")
            elif sha256(path) != hashes[line["id"]]:
                wrong.append(f"{line['id']} has other bytes")
            elif ledger:
                entry = json.load(open(f"{self.folder}/{ledger}/{line['id']}.json"))
                if entry["status"] != "made":
                    wrong.append(f"the ledger says of {line['id']}: {entry}")
                elif entry["outputs"][0]["sha256"] != hashes[line["id"]]:
                    wrong.append(f"the ledger has another hash of {line['id']}")
        say(name, words + (": " + ", ".join(wrong[:5]) if wrong else ""), not wrong)

    def count(self, ledger="list.ledger"):
        try:
            return len([name for name in os.listdir(f"{self.folder}/{ledger}") if not name.startswith(".")])
        except FileNotFoundError:
            return 0

    def wait(self, count, ledger="list.ledger", seconds=300):
        end = time.time() + seconds
        while self.count(ledger) < count and time.time() < end:
            time.sleep(0.02)


def tally(outcome):
    return next((line for line in outcome.stderr.splitlines() if " made, " in line), outcome.stderr.strip()[-300:])


def children(pid):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout.split()
    return [int(child) for child in found]


def kill(pid, number=signal.SIGKILL):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def kill_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def recipe(language_word):
    """A block of the manual by a word in it."""
    blocks = re.findall(r"```\n(.*?)```", open(MANUAL).read(), re.S)
    return next(block for block in blocks if language_word in block)


# One machine.

def batch(catalogue):
    catalogue.clear()
    start = time.time()
    outcome = catalogue.run(program, "batch", "list.jsonl", "-j2")
    took = time.time() - start
    catalogue.compare("batch", f"{tally(outcome)} (one after the other {catalogue.seconds:.1f} s)")
    start = time.time()
    outcome = catalogue.run(program, "batch", "list.jsonl", "-j2")
    say("batch again", tally(outcome), " 60 unchanged" in outcome.stderr and time.time() - start < took)


def killed_children(catalogue):
    catalogue.clear()
    process = catalogue.start(program, "batch", "list.jsonl", "-j2", "--retries", "5")
    killed = 0
    for count in (3, 12, 20, 30):
        catalogue.wait(count)
        for child in children(process.pid)[:1]:
            kill(child)
            killed += 1
    code = process.wait()
    catalogue.compare("children killed", f"{killed} killed, the batch ended with {code}")
    say("children killed", "the batch made them again", code == 0)


def killed_batch(catalogue):
    catalogue.clear()
    for count in (10, 25, 40):
        process = catalogue.start(program, "batch", "list.jsonl", "-j2")
        catalogue.wait(count)
        kill(process.pid)
        process.wait()
    outcome = catalogue.run(program, "batch", "list.jsonl", "-j2")
    catalogue.compare("batch killed", "three times, then " + tally(outcome))


def two_at_once(catalogue):
    catalogue.clear()
    # namespaces of their own: what each has mounted, and its numbers of processes, are none of the other's
    apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"] if os.geteuid() == 0 else []
    first = catalogue.start(*apart, program, "batch", "list.jsonl", "-j1", "--ledger", "list.ledger")
    second = catalogue.start(*apart, program, "batch", "list.jsonl", "-j1", "--ledger", "list.ledger")
    catalogue.wait(20)
    kill_group(second)
    second = catalogue.start(*apart, program, "batch", "list.jsonl", "-j1")
    codes = first.wait(), second.wait()
    left = [name for name in os.listdir(f"{catalogue.folder}/out") if name.endswith(".octavo-part")]
    for name in left:
        os.remove(f"{catalogue.folder}/out/{name}")
    catalogue.compare("two over one ledger", f"ended with {codes}, {len(left)} unfinished of the killed one's")
    say("two over one ledger", "no more is left than what the killed one was writing", len(left) <= 1 and codes == (0, 0))


def full_disk(catalogue):
    if os.geteuid() != 0:
        return print("     a disk of its own is root's to make")
    catalogue.clear()
    out = f"{catalogue.folder}/out"
    if catalogue.run("mount", "-t", "tmpfs", "-o", "size=1m", "octavo", out).returncode:
        return print("     no disk could be made")
    try:
        outcome = catalogue.run(program, "batch", "list.jsonl", "-j2", "--retries", "0")
        left = [name for name in os.listdir(out) if name.endswith(".octavo-part")]
        again = {json.load(open(f"{catalogue.folder}/list.ledger/{name}"))["again"]
                 for name in os.listdir(f"{catalogue.folder}/list.ledger")
                 if json.load(open(f"{catalogue.folder}/list.ledger/{name}"))["status"] == "failed"}
    finally:
        catalogue.run("umount", out)
    say("disk full", f"{tally(outcome)}; {len(left)} unfinished, to be tried again: {again}",
        outcome.returncode == 6 and not left and again == {"perhaps"})
    outcome = catalogue.run(program, "batch", "list.jsonl", "-j2")
    catalogue.compare("disk full", f"then {tally(outcome)}")


def shards(catalogue):
    catalogue.clear()
    for shard in range(1, SHARDS + 1):
        process = catalogue.start(program, "batch", "list.jsonl", "--shard", f"{shard}/{SHARDS}", "-j2")
        if shard == 2:
            time.sleep(0.3)
            kill_group(process)
            process = catalogue.start(program, "batch", "list.jsonl", "--shard", f"{shard}/{SHARDS}", "-j2")
        process.wait()
    catalogue.compare("shards", f"{SHARDS}, one of them killed")


def plan(catalogue):
    path = f"{catalogue.folder}/long.jsonl"
    with open(path, "w") as file:
        for number in range(70_000):
            file.write(json.dumps({
                "id": f"pg{number}", "input": f"in/b{number % 60:02}.txt", "output": f"out/pg{number}.pdf",
                "options": {"trim": ["a5", "6x9"][number % 2], "title": f"The Book of the Number {number}",
                            "author": "A. Writer", "theme": "trade"}}) + "\n")
    start = time.time()
    process = subprocess.Popen([program, "batch", "long.jsonl", "--dry-run"], cwd=catalogue.folder,
                               stderr=subprocess.PIPE, text=True)
    said = process.stderr.read().strip()
    _, _, usage = os.wait4(process.pid, 0)
    took, peak = time.time() - start, usage.ru_maxrss / 1024
    cpu = usage.ru_utime + usage.ru_stime
    say("70,000 lines", f"{said}; {took:.2f} s, {cpu:.2f} s of the processor, {peak:.0f} MB", cpu < 1.5 and peak < 100)
    os.remove(path)


# Engines.

def parallel(catalogue):
    if not shutil.which("parallel"):
        return print("     GNU parallel is not installed")
    catalogue.clear()
    # the recipe sets all books alike
    plain = {}
    for line in catalogue.lines:
        catalogue.run(program, line["input"], "-q", "-o", "own.pdf", check=True)
        plain[line["id"]] = sha256(f"{catalogue.folder}/own.pdf")
    command = recipe("parallel -j8").strip().replace("-j8", "-j2").replace("*.txt", "in/*.txt")
    process = catalogue.start("sh", "-c", "exec " + command)
    while len(os.listdir(f"{catalogue.folder}/out")) < 40 and process.poll() is None:
        time.sleep(0.02)
    kill_group(process)
    outcome = catalogue.run("sh", "-c", command)
    catalogue.compare("GNU parallel", f"killed once, then it ended with {outcome.returncode}", None, plain)


def snakemake(catalogue):
    if not shutil.which("snakemake"):
        return print("     Snakemake is not installed")
    catalogue.clear()
    with open(f"{catalogue.folder}/Snakefile", "w") as file:
        file.write(recipe("rule shard").replace("SHARDS = 200", f"SHARDS = {SHARDS}"))
    process = catalogue.start("snakemake", "--cores", "2", "--quiet")
    catalogue.wait(15, ledger="done")
    kill_group(process)
    catalogue.run("snakemake", "--unlock", "--cores", "2")
    outcome = catalogue.run("snakemake", "--cores", "2", "--rerun-incomplete")
    catalogue.compare("Snakemake", f"killed once, then it ended with {outcome.returncode}", ledger="done")


class Slurm:
    """The daemons of a cluster of one machine."""

    def __init__(self, folder):
        self.folder = folder
        host = subprocess.run(["hostname", "-s"], capture_output=True, text=True).stdout.strip()
        for name in ("state", "spool"):
            os.makedirs(f"{folder}/{name}")
        with open(f"{folder}/key", "wb") as file:
            file.write(os.urandom(1024))
        os.chmod(f"{folder}/key", 0o400)
        with open(f"{folder}/slurm.conf", "w") as file:
            file.write(f"""ClusterName=octavo
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
MpiDefault=none
SlurmdTimeout=60
JobRequeue=1
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=4000 State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
""")
        os.environ["SLURM_CONF"] = f"{folder}/slurm.conf"
        self.running = []
        self.begin("munged", "-F", "--force", "--key-file", f"{folder}/key", "--socket", f"{folder}/munge.socket",
                   "--pid-file", f"{folder}/munged.pid", "--log-file", f"{folder}/munged.log",
                   "--seed-file", f"{folder}/munge.seed")
        time.sleep(1)
        self.controller = self.begin("slurmctld", "-D")
        self.node = self.begin("slurmd", "-D")

    def begin(self, *arguments):
        process = subprocess.Popen(arguments, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.running.append(process)
        return process

    def answer(self, *arguments):
        return subprocess.run(arguments, cwd=self.folder, capture_output=True, text=True)

    def is_up(self):
        for _ in range(60):
            if "idle" in self.answer("sinfo", "-h", "-o", "%t").stdout:
                return True
            time.sleep(0.5)
        return False

    def end(self):
        for process in reversed(self.running):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def slurm(catalogue):
    if not shutil.which("slurmctld") or not shutil.which("munged") or os.geteuid() != 0:
        return print("     Slurm is not installed, or this is not root")
    catalogue.clear()
    with tempfile.TemporaryDirectory() as folder:
        cluster = Slurm(folder)
        try:
            if not cluster.is_up():
                log = open(f"{folder}/slurmctld.log").read()[-600:] if os.path.exists(f"{folder}/slurmctld.log") else ""
                return say("Slurm", f"its daemons did not begin: {log}", False)
            command = recipe("sbatch --array").replace("\\\n", " ").replace("200", str(SHARDS)).replace(
                "/shared/done", "done").replace("--cpus-per-task=2", "--cpus-per-task=1")
            submitted = catalogue.run("sh", "-c", command)
            catalogue.wait(10, ledger="done")
            cluster.node.kill()
            cluster.node.wait()
            cluster.node = cluster.begin("slurmd", "-D")
            catalogue.wait(25, ledger="done")
            cluster.controller.kill()
            cluster.controller.wait()
            cluster.controller = cluster.begin("slurmctld", "-D")
            end = time.time() + 240
            while time.time() < end:
                queue = cluster.answer("squeue", "-h", "-o", "%A %T %r")
                # tasks that are done already may stand in the queue of a controller that was killed for minutes
                if queue.returncode == 0 and (not queue.stdout.strip() or catalogue.count("done") == BOOKS):
                    break
                # nor does it think well of its node
                cluster.answer("scontrol", "update", "nodename=ALL", "state=resume")
                for line in queue.stdout.splitlines():
                    if "Held" in line:
                        cluster.answer("scontrol", "release", line.split()[0])
                time.sleep(1)
            done = catalogue.count("done")
            # whatever the scheduler takes for done, the ledger says what is not
            outcome = catalogue.run(program, "batch", "list.jsonl", "--ledger", "done", "-j2")
            catalogue.compare("Slurm", f"{submitted.stdout.strip()}, its node and its controller killed: "
                              f"{done} books of 60 by the array, then {tally(outcome)}", ledger="done")
        finally:
            cluster.end()


def kubernetes():
    try:
        import kubernetes_validate, yaml
    except ImportError:
        return print("     kubernetes-validate is not installed: the Job is not looked at")
    job = yaml.safe_load(recipe("completionMode"))
    try:
        kubernetes_validate.validate(job, "1.31", strict=True)
        say("Kubernetes", "the Job keeps to the schema of 1.31")
    except kubernetes_validate.ValidationError as error:
        say("Kubernetes", f"{error.message} at {list(error.path)}", False)


def main():
    with tempfile.TemporaryDirectory() as folder:
        catalogue = Catalogue(folder, sys.argv[2:])
        chosen = os.environ.get("ONLY", "").split()
        for test in (batch, killed_children, killed_batch, two_at_once, full_disk, shards, plan, parallel, snakemake, slurm):
            if chosen and test.__name__ not in chosen:
                continue
            start = time.time()
            test(catalogue)
            print(f"     {test.__name__}: {time.time() - start:.1f} s", flush=True)
        kubernetes()
    sys.exit(min(problems, 100))


main()
