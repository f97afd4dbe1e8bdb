"""A client of the Model Context Protocol that shares no code with the SDK: JSON-RPC lines over the standard streams of a program.

Reads {"command": [...], "calls": [{"name", "arguments"}]} from standard input, and writes one line of JSON: the tools and the result of each call.
"""

import json
import subprocess
import sys

task = json.load(sys.stdin)
server = subprocess.Popen(task["command"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def send(message):
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    server.stdin.flush()


def request(number, method, params):
    send({"id": number, "method": method, "params": params})
    progress = []
    while True:
        message = json.loads(server.stdout.readline())
        if message.get("method") == "notifications/progress":
            progress.append(message["params"]["progress"])
        elif message.get("id") == number:
            if "error" in message:
                raise SystemExit(f"{method}: {message['error']}")
            return message["result"], progress


begun, _ = request(0, "initialize", {
    "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "python", "version": "1"},
})
send({"method": "notifications/initialized"})
tools, _ = request(1, "tools/list", {})
results = []
for at, call in enumerate(task["calls"]):
    result, progress = request(at + 2, "tools/call", {**call, "_meta": {"progressToken": at}})
    results.append({**result, "progress": progress})
server.stdin.close()
exit_code = server.wait(timeout=30)
print(json.dumps({"server": begun, "tools": tools["tools"], "results": results, "exit": exit_code}))
