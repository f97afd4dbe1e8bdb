"""Plugin of QGIS: a Processing provider over geomill.py, which `build_qgis.py` packs beside it."""

from qgis.core import QgsApplication

from .algorithms import Provider


class Plugin:
    def __init__(self) -> None:
        self.provider = None

    def initProcessing(self) -> None:
        self.provider = Provider()
        QgsApplication.processingRegistry().addProvider(self.provider)

    def initGui(self) -> None:
        self.initProcessing()

    def unload(self) -> None:
        QgsApplication.processingRegistry().removeProvider(self.provider)


def classFactory(iface):
    return Plugin()
