import { createFormerIndex } from '../../src/dataset/sources/former-wards.ts';
import { diacriticKey } from '../../src/base/text/diacritics.ts';
import { foldKey } from '../../src/base/text/fold.ts';
import type { EdgeExtent, UnitHistory, UnitLink } from '../../src/engine/gazetteer/units/unit-history.ts';
import { createUnitPeriods } from '../../src/engine/gazetteer/units/unit-periods.ts';
import type { FormerWard } from '../../src/engine/gazetteer/units/units.ts';
import type { Gazetteer } from './gazetteer.ts';
import type { HistoryFacts } from './history.ts';

type Row = Gazetteer['formerWards'][number];

/** The day from which former wards are those of the conversion table. */
const LAST_DAY = '2025-06-30';

/**
 * Adds the lines of units that wards had on earlier days, with the wards in force that they became by all edges since.
 *
 * Shape: rows are changed in place. A line that another ward had on the last day means that one; of several wards that had a line, the last is meant.
 */
export function addFormerLines(rows: Row[], history: UnitHistory, facts: HistoryFacts): void {
  const periods = createUnitPeriods(history);
  const taken = new Set<string>();
  const orderOf = new Map<string, readonly string[]>();
  for (const row of rows) {
    if (row.code === '') continue;
    taken.add(keyOf(row));
    orderOf.set(row.code, row.wardCodes);
  }
  // Rows are found by name alone, as the index does it.
  const entries = rows.map((row): FormerWard & { row: Row } => ({ ...row, wards: [], row }));
  const index = createFormerIndex(entries);
  const spelled = new Set<Row>();
  const rowOf = (names: Pick<Row, 'fullName' | 'district' | 'province'>, code = ''): Row => {
    const known = index.find(names) as (FormerWard & { row: Row }) | undefined;
    // Other lists have names without diacritics; but "Thiệu Vân" is not "Thiệu Vận", another ward of the district.
    if (known !== undefined && known.code === '' && !spelled.has(known.row)) {
      spelled.add(known.row);
      return Object.assign(known.row, /\d/.test(names.fullName) ? {} : { fullName: names.fullName });
    }
    // The same ward in another spelling: "Đăk Ui" for "Đắk Ui".
    const isOwn = known !== undefined && known.code !== '' && known.code === code;
    if (known !== undefined && (isOwn || numberKeyOf(known) === numberKeyOf(names))) return known.row;
    const row = { ...index.adopt(names), code: '', wardCodes: [] };
    index.add({ ...row, wards: [], row } as FormerWard & { row: Row });
    rows.push(row);
    // Written with its diacritics: a twin such as "Hương Văn" beside "Hương Vân" is another ward.
    spelled.add(row);
    return row;
  };
  const lines = history.units
    .filter(({ level, to }) => level === 'ward' && to !== '' && to <= '2025-07-01')
    .flatMap((unit) => periods.of(unit))
    .sort((a, b) => (a.to < b.to ? -1 : 1));
  const latest = new Map<
    string,
    { names: Omit<Row, 'code' | 'wardCodes'>; code: string; links: UnitLink[] }
  >();
  for (const { unit, parents } of lines) {
    const [district, province] = parents;
    if (district === undefined || province === undefined) continue;
    const names = { fullName: unit.fullName, district: district.fullName, province: province.fullName };
    const links = history.successors(unit, history.newestDay);
    if (!taken.has(keyOf(names)) && links.length > 0)
      latest.set(keyOf(names), { names, code: unit.code, links });
  }
  const listed = new Set(rows.map(numberKeyOf));
  const isListed = ({ names }: { names: Omit<Row, 'code' | 'wardCodes'> }): boolean =>
    listed.has(numberKeyOf(names));
  const inTurn = [...latest.values()].sort((a, b) => Number(isListed(b)) - Number(isListed(a)));
  for (const { names, code, links } of inTurn) {
    const row = rowOf(names, code);
    if (row.code !== '') continue;
    const successors = inOrder(links, orderOf);
    const isCertain = links.every(({ edges }) => edges.every(({ extent }) => extent !== 'unknown'));
    const others = row.wardCodes.filter((code) => !successors.some(({ unit }) => unit.code === code));
    // Where neither decree nor list names the successor, what another list says stays possible.
    const also = isCertain ? [] : others;
    row.wardCodes = [...successors.map(({ unit }) => unit.code), ...also];
    if (row.wardCodes.length > 1)
      row.extents = [...successors.map(extentOf), ...also.map((): EdgeExtent => 'part')];
    else delete row.extents;
  }
  for (const { kind, after_code: code, ...row } of facts.wards) {
    if (!kind.startsWith('spelling')) continue;
    const { before_name: fullName, before_district: district = '', before_province: province } = row;
    const known = rows.find((each) => each.code === code);
    const names = { fullName, district, province };
    // Searches fold diacritics away.
    if (known === undefined || foldKey(known.fullName) === foldKey(fullName)) continue;
    if (rows.some((each) => numberKeyOf(each) === numberKeyOf(names))) continue;
    Object.assign(rowOf(names), { wardCodes: known.wardCodes, extents: known.extents });
  }
}

function keyOf({ fullName, district, province }: Pick<Row, 'fullName' | 'district' | 'province'>): string {
  return [province, district, fullName].map(diacriticKey).join('\n');
}

/** As keyOf, with "Phường 06" as "Phường 6". */
function numberKeyOf(names: Parameters<typeof keyOf>[0]): string {
  return keyOf(names).replace(/(^|\D)0+(?=\d)/g, '$1');
}

/** Sorts the successors of a ward: decided ones first, then as those of the wards of the last day that it became. */
function inOrder(links: readonly UnitLink[], orderOf: ReadonlyMap<string, readonly string[]>): UnitLink[] {
  const rankOf = ({ edges, unit, share }: UnitLink): number => {
    const last = edges.find(({ from, effective }) => effective > LAST_DAY && from.from <= LAST_DAY)?.from;
    const at = orderOf.get(last?.code ?? '')?.indexOf(unit.code) ?? -1;
    return (share === 1 ? 0 : share === 0 ? 200 : 100) + (at < 0 ? 50 : at);
  };
  return [...links].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Returns how much of a unit is in one that it became by several steps. */
function extentOf({ edges }: UnitLink): EdgeExtent {
  const extents = edges.map(({ extent }) => extent).filter((extent) => extent !== 'whole');
  const [first = 'whole'] = extents;
  if (extents.includes('area')) return 'area';
  return extents.every((extent) => extent === first) && first !== 'unknown' ? first : 'part';
}
