import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import type { Position } from '../../src/base/geo/position.ts';
import type { AdminDataset, FormerWard } from '../../src/engine/gazetteer/units/units.ts';
import { sharesOf } from '../../src/engine/geocoder/reader/answer.ts';
import { isInFirstHalf } from '../../test/bench/accuracy-data.ts';
import { generateAddresses, type GeneratedAddress } from '../../test/bench/generate-addresses.ts';
import { hashOf, noisyAddress, NOISE_CLASSES, type NoiseClass } from '../../test/bench/noisy-addresses.ts';
import { createConsistentWards, type Statement } from '../../test/benchmark/forms/consistent-wards.ts';
import { listUnitRows } from '../../test/benchmark/forms/unit-rows.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import type { Half, Source } from './observation.ts';

const LABELS = fileURLToPath(new URL('../../../shared/data/addresses/dev-ward-labels.csv', import.meta.url));

/** Whether the labelled texts beside the project are there. */
export const hasLabels = existsSync(LABELS);

/** Both halves, with the seed of what is generated for each. */
export const HALVES: readonly { half: Half; seed: number }[] = [
  { half: 'fitted', seed: 11 },
  { half: 'held out', seed: 7919 },
];

/** A question whose ward is known; `position` where it is known too. Shape: `isUndecidable` is true if its units fit several wards in force. */
export interface Labelled {
  source: Source;
  text: string;
  wardCode: string;
  isUndecidable: boolean;
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
    isUndecidable: false,
  }));
}

/** Generated addresses a class of noise; every so manieth house, so that few are of one street. */
const GENERATED = 400;
/** Classes of questions whose units are not all named, those of `UNIT_TEXTS` in turn, so that districts, provinces and wards alone are answered often enough to measure. */
const UNIT_CLASSES = 21;
const EVERY = 29;
/** A wrong ward cannot be told from a right one. */
const UNDECIDABLE: readonly string[] = ['wrong ward'];
/** Provinces whose cities have their real streets in the starter: generated streets of the same name are elsewhere. */
const CITIES = new Set(['01', '56', '79']);

/** Generates addresses of the provinces without streets in the starter, those of each half with its own seed. */
export function generated(admin: AdminDataset): Labelled[] {
  return HALVES.flatMap(({ half, seed }) =>
    generatedWith(admin, seed).filter(({ wardCode }) => halfOf(wardCode) === half),
  );
}

/**
 * Creates the test whether a generated address stays: as many addresses of a divided ward are in each successor as live there.
 *
 * The generator fills every successor alike.
 */
function createIsLikely({ wards, formerWards }: AdminDataset): (row: GeneratedAddress) => boolean {
  const shares = new Map<string, number>();
  for (const former of formerWards) {
    if (former.wards.length < 2) continue;
    const all = sharesOf(former, former.wards);
    for (const { ward, share } of all)
      shares.set(keyOf(former, wards[ward]?.fullName ?? ''), share / (all[0]?.share ?? 1));
  }
  return ({ id, former, ward }) => {
    const share = shares.get(keyOf({ ...former, fullName: former.ward }, ward)) ?? 1;
    return (hashOf(`likely ${id}`) % 1000) / 1000 < share;
  };
}

function keyOf(
  { fullName, district, province }: Pick<FormerWard, 'fullName' | 'district' | 'province'>,
  ward: string,
): string {
  return [fullName, district, province, ward].join('|');
}

function generatedWith(admin: AdminDataset, seed: number): Labelled[] {
  const classes = NOISE_CLASSES.filter((noise) => !UNDECIDABLE.includes(noise));
  const wanted = GENERATED * (classes.length + UNIT_CLASSES);
  const questions: Labelled[] = [];
  const consistentWards = createConsistentWards(listUnitRows(admin));
  const isLikely = createIsLikely(admin);
  let at = -1;
  for (const row of generateAddresses({ admin, rows: wanted * EVERY * 2, seed })) {
    at += 1;
    if (at % EVERY !== 0) continue;
    const ward = admin.wards[admin.wardAt(row.position)];
    if (ward === undefined || !isLikely(row) || CITIES.has(admin.provinces[ward.province]?.code ?? ''))
      continue;
    const noise = questions.length % (classes.length + UNIT_CLASSES);
    const unitText = UNIT_TEXTS[(noise - classes.length) % UNIT_TEXTS.length];
    const named = classes[noise];
    const stated = named === undefined ? unitText?.ward?.(row) : statedIn(row, named);
    questions.push({
      source: named === undefined && unitText?.ward !== undefined ? 'only a ward' : 'generated',
      text: named === undefined ? (unitText as UnitText).write(row) : noisyAddress(row, at + seed, named),
      wardCode: ward.code,
      isUndecidable: stated !== undefined && consistentWards(statementOf(stated)).length > 1,
      position: row.position,
    });
    if (questions.length === wanted) break;
  }
  return questions;
}

/** Full names of a ward and of the units above it that a text names. Shape: no diacritics if `isBare`. */
interface StatedUnits {
  ward: string;
  above: readonly string[];
  isBare?: boolean;
}

function statementOf({ ward, above, isBare = false }: StatedUnits): Statement {
  return { ward: splitFullName(ward), above: above.map(splitFullName), hasMarks: !isBare };
}

/** Returns the units that a class of noise names, undefined if it names no ward. */
function statedIn({ former, ward, province }: GeneratedAddress, noise: NoiseClass): StatedUnits | undefined {
  if (noise === 'missing ward') return undefined;
  if (noise === 'new units') return { ward, above: [province] };
  const above = noise === 'missing district' ? [former.province] : [former.district, former.province];
  return { ward: former.ward, above, isBare: noise === 'no diacritics' || noise === 'English' };
}

interface UnitText {
  write(row: GeneratedAddress): string;
  /** Returns the ward of a text that names no other unit. */
  ward?(row: GeneratedAddress): StatedUnits;
}

const formerWard = ({ former }: GeneratedAddress): StatedUnits => ({ ward: former.ward, above: [] });
const wardInForce = ({ ward }: GeneratedAddress): StatedUnits => ({ ward, above: [] });

/** Texts whose units are not all named: without the ward, without the district too, with the ward only, former or in force, and units alone. */
const UNIT_TEXTS: readonly UnitText[] = [
  { write: ({ number, street, former }) => `${number} ${street}, ${former.district}` },
  { write: ({ number, street, former }) => `${number} ${street}, ${former.province}` },
  { write: ({ number, street, former }) => `${number} ${street}, ${former.ward}`, ward: formerWard },
  { write: ({ number, street, ward }) => `${number} ${street}, ${ward}`, ward: wardInForce },
  { write: ({ former }) => former.ward, ward: formerWard },
  { write: ({ ward }) => ward, ward: wardInForce },
  { write: ({ former }) => [former.district, former.province].join(', ') },
];
