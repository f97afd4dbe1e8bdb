"""Builds the wheel of geomill.py without network: python3 build_wheel.py FOLDER. A wheel is a zip of the module and of three small texts."""

import base64
import hashlib
import json
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = json.loads((HERE.parent / "package.json").read_text("utf-8"))
NAME, VERSION = "geomill", PACKAGE["version"]
INFO = f"{NAME}-{VERSION}.dist-info"
# The same bytes for the same source.
DATE = (2026, 1, 1, 0, 0, 0)


def texts():
    """The files of the wheel, without their list."""
    yield "geomill.py", (HERE / "geomill.py").read_text("utf-8")
    yield f"{INFO}/METADATA", "\n".join(
        [
            "Metadata-Version: 2.1",
            f"Name: {NAME}",
            f"Version: {VERSION}",
            "Summary: Addresses, points and whole files of Vietnam, through the program geomill or its server",
            f"License: {PACKAGE['license']}",
            "Requires-Python: >=3.9",
            "Provides-Extra: frames",
            "Requires-Dist: pandas; extra == 'frames'",
            "Requires-Dist: tqdm; extra == 'frames'",
            "Description-Content-Type: text/markdown",
            "",
            (HERE / "README.md").read_text("utf-8"),
        ]
    )
    yield f"{INFO}/WHEEL", f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield f"{INFO}/LICENSE", (HERE.parent / "LICENSE").read_text("utf-8")


def build(folder):
    """Writes the wheel into a folder and returns its path."""
    path = Path(folder) / f"{NAME}-{VERSION}-py3-none-any.whl"
    path.parent.mkdir(parents=True, exist_ok=True)
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, text in texts():
            content = text.encode("utf-8")
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(content)}")
            wheel.writestr(entry(name), content)
        wheel.writestr(entry(f"{INFO}/RECORD"), "\n".join([*record, f"{INFO}/RECORD,,", ""]))
    return path


def entry(name):
    info = zipfile.ZipInfo(name, DATE)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


if __name__ == "__main__":
    print(build(sys.argv[1]))
