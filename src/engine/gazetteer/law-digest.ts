import { createHash } from 'node:crypto';
import { foldedWords, foldKey } from '../../base/text/fold.ts';
import { splitFullName } from '../../base/text/unit-words.ts';
import type { UnitsDifference } from '../../base/geo/units-difference.ts';
import { once } from './once.ts';
import { ADMIN_FILES, CODE_SEPARATOR, LAW_FILES } from './store/admin-files.ts';
import { BLOCK_FAMILY } from './store/block-family.ts';
import type { DatasetManifest } from './store/manifest.ts';
import { AUTOCOMPLETE_FAMILY } from './store/suggest-arrays.ts';
import { UNIT_FAMILY } from './unit-table/unit-family.ts';
import type { LoadedAdmin } from './units/open-admin-dataset.ts';

/** The files of units, and those that are built of them: a decree changes no others. */
export const UNIT_FILES: readonly string[] = [
  ...[ADMIN_FILES.provinces, ADMIN_FILES.wards, ...Object.values(LAW_FILES)],
  ...[UNIT_FAMILY.file, AUTOCOMPLETE_FAMILY.file, BLOCK_FAMILY.file],
];

/**
 * What a dataset says of its units, short enough for the manifest of a run.
 *
 * Shape: `map` is a hash of all its other files. `codes` and `names` are 4096 sums of 24 bits each, base64: of the rows of all units with a code, and with a name,
 * whose hash has these 12 bits.
 */
export interface LawDigest {
  map: string;
  codes: string;
  names: string;
}

const BUCKET_BITS = 12;
const SUM_BYTES = 3;
/** A shorter name counts where it is a word of its own, a longer one also inside of a word. */
const LEAST_INSIDE = 5;

/** Returns the hash of the files of a dataset that no decree changes. */
export function mapHashOf({ map, files }: Pick<DatasetManifest, 'map' | 'files'>): string {
  if (map !== undefined) return map;
  const own = Object.entries(files).filter(([name]) => !UNIT_FILES.includes(name));
  return createHash('sha256')
    .update(own.map(([name, { sha256 }]) => `${name} ${sha256}\n`).join(''))
    .digest('hex');
}

/**
 * Returns the digest of the units of a dataset; undefined for one without days.
 *
 * Cost: a fifth of a second for all units of Vietnam.
 */
export function lawDigestOf(
  manifest: Pick<DatasetManifest, 'map' | 'files'>,
  admin: LoadedAdmin,
): LawDigest | undefined {
  const [codes, names] = [createSums(), createSums()];
  const isThere = visitUnits(admin, (row, rowCodes, rowNames) => {
    const hash = hashOf(row);
    for (const code of new Set(rowCodes)) codes.add(code, hash);
    for (const name of new Set(rowNames.map(nameKey))) names.add(name, hash);
  });
  if (!isThere) return undefined;
  return { map: mapHashOf(manifest), codes: codes.toText(), names: names.toText() };
}

/** Returns what differs between the units of an earlier dataset and of this one; undefined where their maps differ, or nobody knows. */
export function lawDifference(
  before: LawDigest | undefined,
  now: LawDigest | undefined,
  admin: LoadedAdmin,
): UnitsDifference | undefined {
  if (before === undefined || now === undefined || before.map !== now.map) return undefined;
  const [codes, names] = [differenceOf(before.codes, now.codes), differenceOf(before.names, now.names)];
  if (codes === undefined || names === undefined) return undefined;
  const changed = once(() => {
    const found = new Map<string, string>();
    visitUnits(admin, (_, __, rowNames) => {
      for (const name of rowNames)
        if (names(nameKey(name))) found.set(nameKey(name), wordsOf(splitFullName(name).name));
    });
    found.delete('');
    return [...found];
  });
  return {
    hasCode: codes,
    isNamedIn(text) {
      const joined = foldKey(text);
      const words = wordsOf(text);
      return changed().some(([key, own]) =>
        key.length < LEAST_INSIDE ? words.includes(own) : joined.includes(key),
      );
    },
  };
}

/** The folded name without type word; that of a numbered ward is its number. */
function nameKey(fullName: string): string {
  return foldKey(splitFullName(fullName).name);
}

/** The folded words of a text with spaces around them, numbers without zeros in front. */
function wordsOf(text: string): string {
  const words = foldedWords(text).replaceAll('y', 'i');
  return ` ${words.replace(/(?<![\p{L}\p{N}])0+(?=\d)/gu, '')} `;
}

/** Calls a function with each row about units, with the codes and full names in it. Shape: returns false where there are none. */
function visitUnits(
  { provinces, wards, former, law }: LoadedAdmin,
  visit: (row: string, codes: readonly string[], names: readonly string[]) => void,
): boolean {
  if (law === undefined || former === undefined) return false;
  for (const unit of [...provinces, ...wards]) visit(JSON.stringify(unit), [unit.code], [unit.fullName]);
  for (const row of linesOf(law.datedUnits)) {
    const [, code = '', fullName = ''] = row.split(',');
    const spellings = row.slice(row.lastIndexOf(',') + 1).split(CODE_SEPARATOR);
    visit(row, [code], [fullName, ...spellings]);
  }
  for (const row of linesOf(law.datedEdges)) {
    const [, from = '', , to = ''] = row.split(',');
    visit(row, [from, to], []);
  }
  for (const row of linesOf(former)) {
    const [code = '', fullName = '', , , successors = ''] = row.split(',');
    visit(row, [code, ...successors.split(CODE_SEPARATOR)], [fullName]);
  }
  return true;
}

function linesOf(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split('\n').slice(1);
}

/** Sums of hashes by a part of the hash of a key: two sets of rows with the same sums are the same, but for one in 16 million. */
function createSums() {
  const sums = new Uint32Array(1 << BUCKET_BITS);
  return {
    add(key: string, hash: number): void {
      sums[bucketOf(key)] += hash;
    },
    toText(): string {
      const bytes = Buffer.alloc(sums.length * SUM_BYTES);
      sums.forEach((sum, at) => bytes.writeUIntLE(sum & 0xffffff, at * SUM_BYTES, SUM_BYTES));
      return bytes.toString('base64');
    },
  };
}

/** Returns which keys have other sums; undefined for texts that are no sums. */
function differenceOf(before: string, now: string): ((key: string) => boolean) | undefined {
  const [then, present] = [Buffer.from(before, 'base64'), Buffer.from(now, 'base64')];
  if (then.length !== present.length || then.length !== SUM_BYTES << BUCKET_BITS) return undefined;
  return (key) => {
    const at = bucketOf(key) * SUM_BYTES;
    return then.compare(present, at, at + SUM_BYTES, at, at + SUM_BYTES) !== 0;
  };
}

function bucketOf(key: string): number {
  return hashOf(key) >>> (32 - BUCKET_BITS);
}

/** FNV-1a over UTF-16 code units, mixed so that all bits depend on all others. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}
