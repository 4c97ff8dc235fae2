"""Reads a book in Debian's Firefox, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which
Firefox speaks itself: Playwright drives only a Firefox of its own. Part of `checks.py`."""
import json
import os
import re
import subprocess
import tempfile
import time

import websocket


class Firefox:
    """A Firefox without a window, and one page in it."""

    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(prefix="octavo-firefox-")
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--profile", self.profile.name, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            found = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
            if found: break
        else: raise AssertionError("Firefox does not speak WebDriver BiDi")
        self.socket = websocket.create_connection(found[1] + "/session", timeout=900, suppress_origin=True)
        self.count, self.errors = 0, []
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]
        self.call("browsingContext.setViewport", context=self.context, viewport={"width": 1280, "height": 860})

    def call(self, method, **params):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.errors.append(answer["params"]["text"])
            if answer.get("id") == self.count:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, address):
        self.call("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, script):
        """What a script comes to, by way of JSON."""
        result = self.call("script.evaluate", target={"context": self.context}, awaitPromise=True,
                           expression=f"(async () => JSON.stringify(await ({script})))()")
        assert result["type"] == "success", result
        value = result["result"].get("value")
        return None if value is None else json.loads(value)

    def until(self, script, seconds=30):
        end = time.time() + seconds
        while time.time() < end:
            if self.run(f"(async () => !!await ({script}))()"): return
            time.sleep(0.05)
        raise AssertionError(f"waited in vain for: {script}")

    def press(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("input.performActions", context=self.context, actions=[{"type": "key", "id": "keys", "actions": actions}])

    def drag(self, points):
        """With the mouse, from the first of some points to the last, and let go."""
        (x, y), *rest = points
        actions = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
        actions += [{"type": "pointerMove", "x": x, "y": y, "duration": 120} for x, y in rest]
        actions.append({"type": "pointerUp", "button": 0})
        self.call("input.performActions", context=self.context,
                  actions=[{"type": "pointer", "id": "mouse", "actions": actions}])

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()


RIGHT, HOME, ENTER = "\ue014", "\ue011", "\ue007"


def read_in(firefox, address, word="notwithstanding"):
    """Opens a book, turns by key and by drag, searches."""
    firefox.open(address)
    firefox.until("document.querySelector('.half tspan') && reader.book.settled", 60)
    labels = "[...document.querySelectorAll('.half')].filter(h => h.page).map(h => h.page.n)"
    assert firefox.run(labels) == [0], firefox.run(labels)
    firefox.press(RIGHT)
    firefox.until(f"!reader.turn && ({labels}).length == 2")
    assert firefox.run(labels) == [1, 2], firefox.run(labels)
    firefox.drag([(1130, 430), (900, 420), (600, 410), (300, 430)])
    firefox.until(f"!reader.turn && ({labels})[0] == 3")
    firefox.press("/")
    firefox.press(*word, ENTER)
    firefox.until("reader.hits.length > 10 && document.querySelector('.hit.now')")
    fonts = firefox.run("[...document.fonts].filter(font => font.status == 'loaded').length")
    assert fonts > 0, "no font of the book was loaded"
    firefox.run("reader.choose('paper', 'dark')")
    assert firefox.run("getComputedStyle(document.querySelector('.page text')).fill") == "rgb(216, 209, 194)"
    firefox.run("reader.choose('paper', 'light')")
    # larger and back: the same spread
    firefox.run("reader.toggle('search', false)")
    before = firefox.run(labels)
    for step in (1, -1):
        revision = firefox.run("reader.book.rev")
        firefox.run(f"reader.resize({step})")
        firefox.until(f"reader.book.rev != {revision} && !reader.isSetting && reader.shown().length")
    assert firefox.run(labels) == before, (before, firefox.run(labels))
    copied = firefox.run("(() => { getSelection().selectAllChildren(document.querySelector('.half.second .page')); "
                         "return [reader.selectedText(), reader.shown()[1].text]; })()")
    assert copied[0].strip() == copied[1].strip(), copied
    assert not firefox.errors, firefox.errors


def reach_every_spread_in(firefox, ways):
    """By each of some scripts that go through the book and say which pages they saw."""
    firefox.run("reader.choose('turning', 'none')")
    firefox.until("reader.book.settled", 60)
    count = firefox.run("reader.book.count")
    for way in ways:
        seen = firefox.run(way)
        assert seen == list(range(count)), sorted(set(range(count)) - set(seen))[:20]
    assert not firefox.errors, firefox.errors
