"""Executes the code cells of a notebook in one namespace, as a kernel does, and prints the table `ward_counts` as JSON. Argument: the notebook.

Jupyter itself is not needed: it would be 49 more packages on a minimal Debian.
"""
import json
import sys

namespace = {"__name__": "__main__"}
with open(sys.argv[1], encoding="utf-8") as file:
    notebook = json.load(file)
for cell in notebook["cells"]:
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), cell["id"], "exec"), namespace)
counts = namespace["ward_counts"][["ward_code", "ward", "province", "addresses"]]
print(json.dumps(counts.values.tolist(), ensure_ascii=False))
