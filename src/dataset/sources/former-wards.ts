import { message, type Message, type PlainCode } from '../../base/messages/message.ts';
import type { AdminDataset, FormerWard } from '../../engine/gazetteer/units/units.ts';
import { foldKey } from '../../base/text/fold.ts';
import { createSpeller, type Speller } from '../../base/text/spelling.ts';
import { splitFullName } from '../../base/text/unit-words.ts';
import { diacriticKey } from '../../base/text/diacritics.ts';
import { type FieldReader, type FieldRow, FORMER_WARD_FIELDS, readFields } from './fields.ts';
import type { SourceOptions, SourceReport } from './source-report.ts';

type FormerWardRow = FieldRow<keyof typeof FORMER_WARD_FIELDS>;

/** Report of a file of former units; `formerWards` are those that the dataset did not have. */
export interface FormerWardsReport extends SourceReport {
  formerWards: FormerWard[];
}

/** The units to which a file of former units adds. */
export type UnitsBelow = Pick<AdminDataset, 'provinces' | 'wards' | 'formerWards'>;

const KNOWN = 'dataset.knownAlready';
const OTHERWISE = 'dataset.contradictsUnits';

/** The full names of a former ward, its district and province. */
type FormerName = Pick<FormerWard, 'province' | 'district' | 'fullName'>;

/** Lookup of former wards by name. */
interface FormerIndex {
  /** Returns the ward with full names; without diacritics if only one ward matches. */
  find(name: FormerName): FormerWard | undefined;
  /** Returns the ward with folded names without spaces (`tinhphutho`, `huyendoanhung`, `xayenkien`). */
  findKeys(province: string, district: string, ward: string): FormerWard | undefined;
  /** Returns the spelling of wards with a folded full name; undefined for none or for several spellings. */
  spell(wardKey: string): string | undefined;
  /** Returns names with district and province spelled as the wards that are known spell them (`Hòa Bình`: `Hoà Bình`). */
  adopt(name: FormerName): FormerName;
  add(ward: FormerWard): void;
  hasCode(code: string): boolean;
}

/** Creates the index of the former wards of a dataset. */
export function createFormerIndex(wards: readonly FormerWard[]): FormerIndex {
  const bySpelling = new Map<string, FormerWard>();
  const byFolding = new Map<string, FormerWard[]>();
  const spellings = new Map<string, Map<string, string>>();
  const codes = new Set<string>();
  const provinces = new Map<string, string>();
  const districts = new Map<string, string>();

  function add(ward: FormerWard): void {
    bySpelling.set(keyOf(ward, diacriticKey), ward);
    const folded = keyOf(ward, foldKey);
    byFolding.set(folded, [...(byFolding.get(folded) ?? []), ward]);
    const wardKey = foldWard(ward.fullName);
    const spelled = spellings.get(wardKey) ?? new Map<string, string>();
    spellings.set(wardKey, spelled.set(diacriticKey(ward.fullName), ward.fullName));
    if (ward.code !== '') codes.add(ward.code);
    const province = diacriticKey(ward.province);
    const district = `${province}\n${diacriticKey(ward.district)}`;
    if (!provinces.has(province)) provinces.set(province, ward.province);
    if (!districts.has(district)) districts.set(district, ward.district);
  }
  function only(folded: string): FormerWard | undefined {
    const found = byFolding.get(folded);
    return found?.length === 1 ? found[0] : undefined;
  }

  wards.forEach(add);
  return {
    find: (name) => bySpelling.get(keyOf(name, diacriticKey)) ?? only(keyOf(name, foldKey)),
    findKeys: (province, district, ward) => only(keyOf({ province, district, fullName: ward }, foldKey)),
    spell(wardKey) {
      const known = spellings.get(foldWard(wardKey));
      return known?.size === 1 ? [...known.values()][0] : undefined;
    },
    adopt({ fullName, district, province }) {
      const key = diacriticKey(province);
      return {
        fullName,
        district: districts.get(`${key}\n${diacriticKey(district)}`) ?? district,
        province: provinces.get(key) ?? province,
      };
    },
    add,
    hasCode: (code) => codes.has(code),
  };
}

function keyOf({ province, district, fullName }: FormerName, fold: (text: string) => string): string {
  return [province, district, fullName].map((name) => withoutZeros(fold(name))).join('\n');
}

function foldWard(fullName: string): string {
  return withoutZeros(foldKey(fullName));
}

/** Removes leading zeros: "Phường 06" and "Phường 6" are equal. */
function withoutZeros(key: string): string {
  return key.replace(/(^|\D)0+(?=\d)/g, '$1');
}

/**
 * Reads a file of former units and their successors, in addition to the units of a dataset.
 *
 * Shape: rows of a former ward, its district and province, and the ward it (or a part of it) became, by name or code; or rows of another name of
 * a former ward, by folded names, with or without a type word. Known rows change nothing, new ones are added, contradictions are remarked on. A name
 * that comes without diacritics is spelled as wards elsewhere are, or else written without them.
 * Errors: INPUT_MISSING; INPUT_BAD when the file is broken or lacks columns; IO.
 */
export async function readFormerWards(
  file: string,
  below: UnitsBelow,
  options: SourceOptions = {},
): Promise<FormerWardsReport> {
  const index = createFormerIndex(below.formerWards);
  const wardOf = createWardFinder(below);
  const speller = createSpeller(namesOf(below));
  const added = new Set<FormerWard>();
  const add = (ward: FormerWard): void => {
    index.add(ward);
    added.add(ward);
  };
  const report = await readFields(file, FORMER_WARD_FIELDS, options, lacksForFormerWards, (row) =>
    row.read('alias') === '' ? useWard(row, index, wardOf, added, add) : useAlias(row, index, speller, add),
  );
  return { ...report, formerWards: [...added] };
}

function useWard(
  row: FormerWardRow,
  index: FormerIndex,
  wardOf: (row: FormerWardRow) => number | undefined,
  added: ReadonlySet<FormerWard>,
  add: (ward: FormerWard) => void,
): PlainCode | undefined {
  const name = {
    fullName: row.read('ward'),
    district: row.read('district'),
    province: row.read('province'),
  };
  if (name.fullName === '' || name.district === '' || name.province === '') return 'dataset.noFormerWard';
  const ward = wardOf(row);
  if (ward === undefined) return 'dataset.wardNotInForce';
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
  row: FormerWardRow,
  index: FormerIndex,
  speller: Speller,
  add: (ward: FormerWard) => void,
): PlainCode | undefined {
  const [province, district] = [row.read('provinceKey'), row.read('districtKey')];
  const ward = index.findKeys(province, district, row.read('wardKey'));
  if (ward === undefined) return 'dataset.formerWardUnknown';
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
  const { extents } = ward;
  add({
    ...{ code: '', fullName, district: ward.district, province: ward.province, wards: [...ward.wards] },
    ...(extents && { extents }),
  });
  return undefined;
}

/** Returns the names of all units without their type words. */
function* namesOf({ provinces, wards, formerWards }: UnitsBelow): Iterable<string> {
  for (const { name } of [...provinces, ...wards]) yield name;
  for (const { fullName } of formerWards) yield splitFullName(fullName).name;
}

/** Creates the lookup of the ward in force of a row: by names first, because lists disagree about codes. */
function createWardFinder({ wards, provinces }: UnitsBelow): (row: FormerWardRow) => number | undefined {
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

function lacksForFormerWards(fields: FieldReader<keyof typeof FORMER_WARD_FIELDS>): Message | undefined {
  const has = (...names: (keyof typeof FORMER_WARD_FIELDS)[]) => names.every((name) => fields.has(name));
  if (has('alias', 'wardKey', 'districtKey', 'provinceKey')) return undefined;
  if (has('ward', 'district', 'province') && (has('newWardCode') || has('newWard', 'newProvince')))
    return undefined;
  return message('dataset.formerWardsMissing');
}
