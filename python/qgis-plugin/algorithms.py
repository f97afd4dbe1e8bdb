"""The algorithms: each sends the features of a layer through one stage of Geomill and adds its columns."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, NamedTuple, Optional

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsFeature,
    QgsFeatureSink,
    QgsField,
    QgsFields,
    QgsGeometry,
    QgsPointXY,
    QgsProcessing,
    QgsProcessingAlgorithm,
    QgsProcessingException,
    QgsProcessingParameterField,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
    QgsProcessingProvider,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import QVariant

from . import geomill

WGS84 = QgsCoordinateReferenceSystem("EPSG:4326")


class Option(NamedTuple):
    """An option of a stage that the dialog asks for. ``default`` None is a text that may be empty."""

    name: str
    title: str
    default: Optional[int] = None
    most: int = 15


class Stage(NamedTuple):
    """One algorithm. ``is_of_points``: it reads positions, else a column of addresses; ``is_located``: its rows are points of the answer."""

    name: str
    title: str
    help: str
    is_of_points: bool
    is_located: bool
    options: List[Option]


STAGES = [
    Stage(
        "geocode",
        "Geocode a column of addresses",
        "A point for each row whose address is found, with level, probability, radius and the units of today. Every row is kept; what is not found has no point, and geocode_status says why.",
        False,
        True,
        [Option("default_province", "Province of rows that name none")],
    ),
    Stage("reverse", "Addresses and units at points", "The nearest address and the units of today at each point.", True, False, []),
    Stage(
        "convert",
        "Convert a column of addresses to the units of a day",
        "The address with the units of today, or of another day, and the codes of both.",
        False,
        False,
        [Option("to", "Day, as 2025-06-30; today when empty")],
    ),
    Stage("forcode", "Forcodes of points", "The forcode of each point: a hexagon with the province in front.", True, False, [Option("resolution", "H3 resolution", 13)]),
]


class Provider(QgsProcessingProvider):
    def id(self) -> str:
        return "geomill"

    def name(self) -> str:
        return "Geomill"

    def loadAlgorithms(self) -> None:
        for each in STAGES:
            self.addAlgorithm(StageAlgorithm(each))


class StageAlgorithm(QgsProcessingAlgorithm):
    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage

    def createInstance(self) -> "StageAlgorithm":
        return StageAlgorithm(self.stage)

    def name(self) -> str:
        return self.stage.name

    def displayName(self) -> str:
        return self.stage.title

    def shortHelpString(self) -> str:
        return f"{self.stage.help}\n\nWithout a server the program geomill answers on this machine, which must be on the PATH or in GEOMILL_COMMAND. The key of a server is read from GEOMILL_API_KEY."

    def initAlgorithm(self, config: Any = None) -> None:
        kind = QgsProcessing.TypeVectorPoint if self.stage.is_of_points else QgsProcessing.TypeVector
        self.addParameter(QgsProcessingParameterFeatureSource("INPUT", "Points" if self.stage.is_of_points else "Table or layer", [kind]))
        if not self.stage.is_of_points:
            self.addParameter(QgsProcessingParameterField("FIELD", "Column of addresses", parentLayerParameterName="INPUT"))
        for option in self.stage.options:
            self.addParameter(
                QgsProcessingParameterString(option.name.upper(), option.title, optional=True)
                if option.default is None
                else QgsProcessingParameterNumber(option.name.upper(), option.title, defaultValue=option.default, minValue=0, maxValue=option.most)
            )
        self.addParameter(QgsProcessingParameterString("SERVER", "Server, as http://127.0.0.1:8080", optional=True))
        self.addParameter(QgsProcessingParameterFeatureSink("OUTPUT", self.stage.title))

    def processAlgorithm(self, parameters: Dict[str, Any], context: Any, feedback: Any) -> Dict[str, Any]:
        source = self.parameterAsSource(parameters, "INPUT", context)
        if source is None:
            raise QgsProcessingException(self.invalidSourceError(parameters, "INPUT"))
        features = list(source.getFeatures())
        options = {option.name: self._value(option, parameters, context) for option in self.stage.options}
        done = 0

        def advance(rows: int) -> None:
            nonlocal done
            done += rows
            feedback.setProgress(100 * done / max(1, len(features)))
            if feedback.isCanceled():
                raise QgsProcessingException(f"stopped after {done} of {len(features)} rows")

        try:
            answers = geomill.stage(
                self.stage.name,
                list(self._rows(source, features, parameters, context)),
                server=self.parameterAsString(parameters, "SERVER", context) or None,
                progress=advance,
                **options,
            )
        except geomill.GeomillError as error:
            raise QgsProcessingException(f"{error.code}: {error}") from error
        return {"OUTPUT": self._write(source, features, answers, parameters, context)}

    def _value(self, option: Option, parameters: Dict[str, Any], context: Any) -> Any:
        if option.default is None:
            return self.parameterAsString(parameters, option.name.upper(), context) or None
        return self.parameterAsInt(parameters, option.name.upper(), context)

    def _rows(self, source: Any, features: List[QgsFeature], parameters: Dict[str, Any], context: Any) -> Iterator[Dict[str, Any]]:
        """What is asked of each feature: its address, or its point in degrees; a feature without one is an empty row, which is skipped."""
        field = "" if self.stage.is_of_points else self.parameterAsString(parameters, "FIELD", context)
        transform = QgsCoordinateTransform(source.sourceCrs(), WGS84, context.transformContext())
        for feature in features:
            if not self.stage.is_of_points:
                value = feature[field]
                yield {"address": None if value == QVariant() or value is None else str(value)}
            elif feature.geometry().isEmpty():
                yield {"lat": None, "lon": None}
            else:
                point = transform.transform(feature.geometry().centroid().asPoint())
                yield {"lat": point.y(), "lon": point.x()}

    def _write(self, source: Any, features: List[QgsFeature], answers: List[Dict[str, Any]], parameters: Dict[str, Any], context: Any) -> str:
        prefix = f"{self.stage.name}_"
        columns = [name for name in (answers[0] if answers else []) if name.startswith(prefix)]
        fields = QgsFields(source.fields())
        for column in columns:
            values = [answer[column] for answer in answers if answer[column] is not None]
            is_number = bool(values) and all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)
            # A column of the input that has the name already is replaced.
            if fields.indexOf(column) >= 0:
                fields.remove(fields.indexOf(column))
            fields.append(QgsField(column, QVariant.Double if is_number else QVariant.String))
        located = self.stage.is_located
        sink, target = self.parameterAsSink(
            parameters, "OUTPUT", context, fields, QgsWkbTypes.Point if located else source.wkbType(), WGS84 if located else source.sourceCrs()
        )
        if sink is None:
            raise QgsProcessingException(self.invalidSinkError(parameters, "OUTPUT"))
        for feature, answer in zip(features, answers):
            row = QgsFeature(fields)
            for field in fields:
                name = field.name()
                value = answer[name] if name in columns else feature[name]
                row[name] = float(value) if name in columns and field.type() == QVariant.Double and value is not None else value
            if not located:
                row.setGeometry(feature.geometry())
            elif answer[f"{prefix}lat"] is not None:
                row.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(answer[f"{prefix}lon"], answer[f"{prefix}lat"])))
            sink.addFeature(row, QgsFeatureSink.FastInsert)
        return target
