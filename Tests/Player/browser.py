"""A headless Chromium, controlled through the DevTools protocol on a pipe.

Protocol: https://chromedevtools.github.io/devtools-protocol/
"""

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time


class Browser:
    """Starts Chromium with one page, and records its console, its errors and its requests."""

    def __init__(self, program, timeout=60):
        self.timeout = timeout
        self.folder = tempfile.mkdtemp(prefix="life-player-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def connect():
            # The browser reads from descriptor 3 and writes to descriptor 4.
            first = os.dup2(to_browser, 20), os.dup2(from_browser, 21)
            os.dup2(first[0], 3)
            os.dup2(first[1], 4)
            os.setsid()

        self.process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
             "--no-first-run", "--disable-background-networking", "--disable-extensions",
             "--mute-audio", f"--user-data-dir={self.folder}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=connect, close_fds=False)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.session = None
        self.errors, self.requests, self.events = [], [], []
        targets = self.send("Target.getTargets")["targetInfos"]
        target = next(target for target in targets if target["type"] == "page")
        self.session = self.send(
            "Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.send(domain + ".enable")

    def close(self):
        os.close(self.output)
        os.close(self.input)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def send(self, method, **parameters):
        """Sends a command and returns its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def receive(self):
        """The next message; events are recorded."""
        while b"\0" not in self.buffer:
            if not select.select([self.input], [], [], self.timeout)[0]:
                raise RuntimeError("the browser does not answer")
            data = os.read(self.input, 1 << 20)
            if not data:
                raise RuntimeError("the browser ended")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        parameters = message.get("params", {})
        match message.get("method"):
            case "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                self.errors.append(
                    details.get("exception", {}).get("description", details["text"]))
            case "Runtime.consoleAPICalled":
                self.errors.append("console: " + json.dumps(parameters["args"]))
            case "Log.entryAdded":
                # Chromium advises against reading the canvas, as only a test does.
                if "willReadFrequently" not in parameters["entry"]["text"]:
                    self.errors.append("log: " + parameters["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])
            case method if method:
                self.events.append(method)
        return message

    def open(self, url):
        # From an empty page, because an address with another fragment would not load the page anew.
        for address in ["about:blank", url]:
            self.events.clear()
            self.send("Page.navigate", url=address)
            while "Page.loadEventFired" not in self.events:
                self.receive()
            if address != url:
                self.requests.clear()

    def evaluate(self, code):
        """The JSON value of an expression; a promise is awaited."""
        result = self.send(
            "Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def wait(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.evaluate(condition):
                return
            time.sleep(0.02)
        raise RuntimeError(f"never true: {condition}")

    def size(self, width, height, ratio=1, mobile=False):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=ratio, mobile=mobile)

    def media(self, **features):
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def key(self, key, code=None):
        text = {"text": key} if len(key) == 1 else {}
        codes = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "End": 35,
                 "Home": 36, "Tab": 9, "Escape": 27, " ": 32}
        number = codes.get(key, 0)
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, code=code or key,
                  windowsVirtualKeyCode=number, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, code=code or key,
                  windowsVirtualKeyCode=number)

    def mouse(self, kind, x, y, **more):
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y, clicks=1):
        for count in range(1, clicks + 1):
            for kind in ["mousePressed", "mouseReleased"]:
                self.mouse(kind, x, y, button="left", buttons=1, clickCount=count)

    def drag(self, start, end):
        self.mouse("mousePressed", *start, button="left", buttons=1, clickCount=1)
        self.mouse("mouseMoved", *end, button="left", buttons=1)
        self.mouse("mouseReleased", *end, button="left", buttons=0, clickCount=1)

    def touch(self, kind, *points):
        self.send("Input.dispatchTouchEvent", type=kind, touchPoints=[
            {"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)])

    def screenshot(self, path):
        data = self.send("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
