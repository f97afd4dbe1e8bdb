import type { AdminDataset, FormerWard } from '../../engine/gazetteer/units/units.ts';
import { foldKey } from '../../base/text/fold.ts';
import { createSpeller, type Speller } from '../../base/text/spelling.ts';
import { splitFullName } from '../../base/text/unit-words.ts';
import { LEGACY_FIELDS, type FieldReader } from './fields.ts';
import { createFormerIndex, type FormerIndex } from './former-index.ts';
import { readFields, type FieldRow } from './read-fields.ts';
import type { SourceOptions, SourceReport } from './source-report.ts';

type LegacyRow = FieldRow<keyof typeof LEGACY_FIELDS>;

/** Report of a file of former units; `formerWards` are those that the dataset did not have. */
export interface LegacyReport extends SourceReport {
  formerWards: FormerWard[];
}

/** The units to which a file of former units adds. */
export type UnitsBelow = Pick<AdminDataset, 'provinces' | 'wards' | 'formerWards'>;

const KNOWN = 'known already';
const OTHERWISE = 'contradicts the units of the dataset, which stay unchanged';

/**
 * Reads a file of former units and their successors, in addition to the units of a dataset.
 *
 * Shape: rows of a former ward, its district and province, and the ward it (or a part of it) became, by name or code; or rows of another name of
 * a former ward, by folded names, with or without a type word. Known rows change nothing, new ones are added, contradictions are remarked on. A name
 * that comes without diacritics is spelled as wards elsewhere are, or else written without them.
 * Errors: INPUT_MISSING; INPUT_BAD when the file is broken or lacks columns; IO.
 */
export async function readLegacyFile(
  file: string,
  below: UnitsBelow,
  options: SourceOptions = {},
): Promise<LegacyReport> {
  const index = createFormerIndex(below.formerWards);
  const wardOf = createWardFinder(below);
  const speller = createSpeller(namesOf(below));
  const added = new Set<FormerWard>();
  const add = (ward: FormerWard): void => {
    index.add(ward);
    added.add(ward);
  };
  const report = await readFields(file, LEGACY_FIELDS, options, lacksForLegacy, (row) =>
    row.read('alias') === '' ? useWard(row, index, wardOf, added, add) : useAlias(row, index, speller, add),
  );
  return { ...report, formerWards: [...added] };
}

function useWard(
  row: LegacyRow,
  index: FormerIndex,
  wardOf: (row: LegacyRow) => number | undefined,
  added: ReadonlySet<FormerWard>,
  add: (ward: FormerWard) => void,
): string | undefined {
  const name = {
    fullName: row.read('ward'),
    district: row.read('district'),
    province: row.read('province'),
  };
  if (name.fullName === '' || name.district === '' || name.province === '')
    return 'no former ward, district or province';
  const ward = wardOf(row);
  if (ward === undefined) return 'the ward it became is not in force';
  const known = index.find(name);
  if (known === undefined) {
    const code = codeOf(row.read('code'));
    add({ ...index.adopt(name), code: index.hasCode(code) ? '' : code, wards: [ward] });
  } else if (known.wards.includes(ward)) row.remark(KNOWN);
  else if (added.has(known)) known.wards.push(ward);
  else row.remark(OTHERWISE);
  return undefined;
}

/** Type words of wards, folded, with their abbreviations in lists of names; a number may follow each. */
const ALIAS_TYPE = /^(?:(phuong|ward|p(?=\d)|f(?=\d))|(xa(?=.{2}))|(thitran|tt(?=[^h])))0*(?=.)/;
const TYPES = ['Phường', 'Xã', 'Thị trấn'] as const;

function useAlias(
  row: LegacyRow,
  index: FormerIndex,
  speller: Speller,
  add: (ward: FormerWard) => void,
): string | undefined {
  const [province, district] = [row.read('provinceKey'), row.read('districtKey')];
  const ward = index.findKeys(province, district, row.read('wardKey'));
  if (ward === undefined) return 'the former ward is not known';
  const alias = foldKey(row.read('alias'));
  const typed = ALIAS_TYPE.exec(alias);
  const type = typed === null ? undefined : TYPES[typed.slice(1).findIndex((group) => group !== undefined)];
  const key = typed === null ? alias : alias.slice(typed[0].length);
  // Without a type word the name may be that of any kind of ward.
  const types = type === undefined ? TYPES : [type];
  if (types.some((each) => index.findKeys(province, district, each + key) !== undefined)) {
    row.remark(KNOWN);
    return undefined;
  }
  const spelled = type === undefined ? undefined : index.spell(type + key);
  const name = spelled === undefined ? undefined : splitFullName(spelled).name;
  const fullName = `${type ?? splitFullName(ward.fullName).type} ${name ?? speller.spell(key) ?? speller.divide(key)}`;
  add({ ...ward, code: '', fullName, wards: [...ward.wards] });
  return undefined;
}

/** Returns the names of all units without their type words. */
function* namesOf({ provinces, wards, formerWards }: UnitsBelow): Iterable<string> {
  for (const { name } of [...provinces, ...wards]) yield name;
  for (const { fullName } of formerWards) yield splitFullName(fullName).name;
}

/** Creates the lookup of the ward in force of a row: by names first, because lists disagree about codes. */
function createWardFinder({ wards, provinces }: UnitsBelow): (row: LegacyRow) => number | undefined {
  const byName = new Map(
    wards.map((ward, index) => [nameKey(provinces[ward.province]?.fullName ?? '', ward.fullName), index]),
  );
  const byCode = new Map(wards.map((ward, index) => [ward.code, index]));
  return (row) =>
    byName.get(nameKey(row.read('newProvince'), row.read('newWard'))) ??
    byCode.get(codeOf(row.read('newWardCode')));
}

function nameKey(province: string, ward: string): string {
  return `${foldKey(province)}\n${foldKey(ward)}`;
}

/** Restores a code that a spreadsheet changed to a number (`736.0` for `00736`). */
function codeOf(text: string): string {
  const digits = /^(\d{1,5})(?:\.0)?$/.exec(text)?.[1];
  return digits?.padStart(5, '0') ?? text;
}

function lacksForLegacy(fields: FieldReader<keyof typeof LEGACY_FIELDS>): string | undefined {
  const has = (...names: (keyof typeof LEGACY_FIELDS)[]) => names.every((name) => fields.has(name));
  if (has('alias', 'wardKey', 'districtKey', 'provinceKey')) return undefined;
  if (has('ward', 'district', 'province') && (has('newWardCode') || has('newWard', 'newProvince')))
    return undefined;
  return 'no columns have a former ward, its district and province, and the ward it became.';
}
