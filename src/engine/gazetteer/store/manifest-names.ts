/**
 * Arrays that have another name in the manifest than in the code, by their name in the code.
 *
 * The names in the manifest belong to the format of the dataset, version 1; they may change only with that version.
 */
const MANIFEST_NAMES: Readonly<Record<string, string>> = {
  baseWardStreetStart: 'pieceStreetStart',
  baseWardPoiStart: 'piecePoiStart',
  featureBaseWard: 'thingPiece',
  featureSpelling: 'thingSpelling',
  featureLat: 'thingLat',
  featureLon: 'thingLon',
  featureRadius: 'thingRadius',
  featureImportance: 'thingImportance',
  featureFlags: 'thingFlags',
  featureName: 'thingName',
  aliasFeature: 'aliasThing',
  childFeature: 'childThing',
  baseWardWard: 'pieceWard',
  baseWardFormer: 'pieceFormer',
  baseWardDistrict: 'pieceDistrict',
  lineSections: 'linePieces',
  cellBaseWard: 'cellPiece',
  'suggest.cellBaseWard': 'suggest.cellPiece',
};

const CODE_NAMES = new Map(Object.entries(MANIFEST_NAMES).map(([code, manifest]) => [manifest, code]));

/** Returns the name of an array in the manifest. */
export function toManifestName(name: string): string {
  return Object.hasOwn(MANIFEST_NAMES, name) ? MANIFEST_NAMES[name] : name;
}

/** Returns the name of an array in the code. */
export function fromManifestName(name: string): string {
  return CODE_NAMES.get(name) ?? name;
}

/** Replaces the names of arrays in a text, such as a length rule, by those of the manifest. */
export function withManifestNames(text: string): string {
  return text.replace(/\b\w+\b/g, toManifestName);
}
