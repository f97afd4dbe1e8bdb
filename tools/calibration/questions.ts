import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import type { Position } from '../../src/geo/position.ts';
import type { AdminDataset } from '../../src/gazetteer/units/units.ts';
import { isInFirstHalf } from '../../test/bench/accuracy-data.ts';
import { generateAddresses, type GeneratedAddress } from '../../test/bench/generate-addresses.ts';
import { noisyAddress, NOISE_CLASSES, type NoiseClass } from '../../test/bench/noisy-addresses.ts';
import type { Half, Source } from './observation.ts';

const LABELS = fileURLToPath(new URL('../../../shared/data/addresses/dev-ward-labels.csv', import.meta.url));

/** Whether the labelled texts beside the project are there. */
export const hasLabels = existsSync(LABELS);

/** Both halves, with the seed of what is generated for each. */
export const HALVES: readonly { half: Half; seed: number }[] = [
  { half: 'fitted', seed: 11 },
  { half: 'held out', seed: 7919 },
];

/** A question whose ward is known; `position` where it is known too. */
export interface Labelled {
  source: Source;
  text: string;
  wardCode: string;
  position?: Position;
}

/** Returns the half that the questions of a ward are in. */
export function halfOf(wardCode: string): Half {
  return isInFirstHalf(`ward ${wardCode}`) ? 'fitted' : 'held out';
}

/** Reads the real texts of all provinces. */
export function developmentSet(): Labelled[] {
  const rows = parse<{ address: string; ward_code_new: string }>(readFileSync(LABELS), { columns: true });
  return rows.map(({ address, ward_code_new: wardCode }) => ({
    source: 'development set',
    text: address,
    wardCode,
  }));
}

/** Generated addresses a class of noise; every so manieth house, so that few are of one street. */
const GENERATED = 400;
/** Classes of questions whose units are not all named, those of `UNIT_TEXTS` in turn, so that districts, provinces and wards alone are answered often enough to measure. */
const UNIT_CLASSES = 21;
const EVERY = 29;
/** A wrong ward cannot be told from a right one. */
const UNDECIDABLE: readonly string[] = ['wrong ward'];
/** Cities whose real streets are in the starter: generated streets of the same name are elsewhere. */
const CITIES = new Set(['01', '79']);

/** Generates addresses of the provinces without streets in the starter, those of each half with its own seed. */
export function generated(admin: AdminDataset): Labelled[] {
  return HALVES.flatMap(({ half, seed }) =>
    generatedWith(admin, seed).filter(({ wardCode }) => halfOf(wardCode) === half),
  );
}

function generatedWith(admin: AdminDataset, seed: number): Labelled[] {
  const classes = NOISE_CLASSES.filter((noise) => !UNDECIDABLE.includes(noise));
  const wanted = GENERATED * (classes.length + UNIT_CLASSES);
  const questions: Labelled[] = [];
  let at = -1;
  for (const row of generateAddresses({ admin, rows: wanted * EVERY * 2, seed })) {
    at += 1;
    if (at % EVERY !== 0) continue;
    const ward = admin.wards[admin.wardAt(row.position)];
    if (ward === undefined || CITIES.has(admin.provinces[ward.province]?.code ?? '')) continue;
    const noise = questions.length % (classes.length + UNIT_CLASSES);
    const kind = (noise - classes.length) % UNIT_TEXTS.length;
    questions.push({
      source: noise >= classes.length && UNIT_TEXTS[kind]?.isOnlyWard ? 'only a ward' : 'generated',
      text:
        noise < classes.length
          ? noisyAddress(row, at + seed, classes[noise] as NoiseClass)
          : (UNIT_TEXTS[kind] as UnitText).write(row),
      wardCode: ward.code,
      position: row.position,
    });
    if (questions.length === wanted) break;
  }
  return questions;
}

interface UnitText {
  isOnlyWard: boolean;
  write(row: GeneratedAddress): string;
}

/** Texts whose units are not all named: without the ward, without the district too, with the ward only, former or in force, and units alone. */
const UNIT_TEXTS: readonly UnitText[] = [
  { isOnlyWard: false, write: ({ number, street, former }) => `${number} ${street}, ${former.district}` },
  { isOnlyWard: false, write: ({ number, street, former }) => `${number} ${street}, ${former.province}` },
  { isOnlyWard: true, write: ({ number, street, former }) => `${number} ${street}, ${former.ward}` },
  { isOnlyWard: true, write: ({ number, street, ward }) => `${number} ${street}, ${ward}` },
  { isOnlyWard: true, write: ({ former }) => former.ward },
  { isOnlyWard: true, write: ({ ward }) => ward },
  { isOnlyWard: false, write: ({ former }) => [former.district, former.province].join(', ') },
];
