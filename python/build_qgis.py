"""Packs the plugin of QGIS as a ZIP: python3 build_qgis.py FOLDER. QGIS installs it: Plugins, Manage and Install Plugins, Install from ZIP."""

import sys
import zipfile
from pathlib import Path

from build_wheel import HERE, VERSION, entry


def build(folder):
    """Writes the ZIP into a folder and returns its path."""
    path = Path(folder) / f"geomill-qgis-{VERSION}.zip"
    path.parent.mkdir(parents=True, exist_ok=True)
    files = [*sorted((HERE / "qgis-plugin").glob("*.*")), HERE / "geomill.py", HERE.parent / "LICENSE"]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as plugin:
        for file in files:
            # Under its own name it would make the folder a package, which tests of geomill.py would load without QGIS.
            name = "__init__.py" if file.name == "plugin.py" else file.name
            plugin.writestr(entry(f"geomill/{name}"), file.read_text("utf-8").replace("@VERSION@", VERSION))
    return path


if __name__ == "__main__":
    print(build(sys.argv[1]))
