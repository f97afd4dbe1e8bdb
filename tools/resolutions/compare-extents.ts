import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { diacriticKey } from '../../src/base/text/diacritics.ts';
import { fold } from '../../src/base/text/fold.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import { extentOf, type ConversionEdge, type FormerWardRow } from '../starter/law.ts';
import { readResolution, type Resolution } from './read-resolution.ts';

/** The words in front of the wards that an item moves; those behind win, as the longer ones that begin with others. */
const WORDS: readonly [RegExp, string][] = [
  [/motphandientichtunhien(?=cua)/g, 'area'],
  [/motphandientich(?:tunhien)?,?quymodan/g, 'part'],
  [/motphandientichtunhien,?toanboquymodanso/g, 'population'],
  [/motphanquymodanso/g, 'some-population'],
  [/(?:toan)?bodientichtunhien(?:,|va)?quymodan|toanboxa/g, 'whole'],
  [/toanbodientichtunhiencua/g, 'area'],
  [/phanconlai|phanquymodansoconlai/g, 'rest'],
];

/** Returns the words that stand in front of a name, each once. */
function wordsBefore(text: string, fullName: string): string {
  const plain = fold(text).replace(/\s/g, '');
  const name = fold(splitFullName(fullName).name).replace(/\s/g, '');
  const places = WORDS.flatMap(([words, extent]) =>
    [...plain.matchAll(words)].map(({ index }) => ({ index, extent })),
  ).sort((a, b) => a.index - b.index);
  // The unit that the item makes comes last, and often has the name of one that it is made of.
  const moved = plain.slice(0, Math.max(plain.lastIndexOf('thanh'), plain.search(/thanh(?:phuong|xa)moi/)));
  const pattern = /^\d+$/.test(name)
    ? new RegExp(`(?:phuong|,|va)0?${name}(?!\\d)`, 'g')
    : new RegExp(name.replace(/\W/g, '\\$&'), 'g');
  const found = [...moved.matchAll(pattern)].map(
    ({ index }) => places.findLast((place) => place.index < index)?.extent ?? 'none',
  );
  return [...new Set(found)].join('+') || 'none';
}

/** What the table may say of a ward, for words of its item that agree with it. */
const AGREE: ReadonlySet<string> = new Set(
  'whole: whole|whole: kept|part: part|part: rest|population: population|population: rest|area: area|area: rest|some-population: some-population|some-population: rest'.split(
    '|',
  ),
);

/** An item beside the rows of the conversion table for it. Shape: `says` is what the table says of a ward, and the words of the item in front of its name; `text` is the item. */
interface Difference {
  where: string;
  ward: string;
  says: string;
  text: string;
}

/** Names as parts, so that those of two wards never join. */
function partsOf(text: string): string {
  const words = text.split(/[^\p{L}\p{M}\p{N}\s]+|\s(?:và|xã|phường|trấn)\s/u);
  return `|${words.map((part) => diacriticKey(part)).join('|')}|`;
}

/** Returns the wards whose names an item has without a row of the table for it. */
function unlisted(
  { id, items }: Resolution,
  edges: readonly ConversionEdge[],
  formerOf: ReadonlyMap<string, FormerWardRow>,
): Difference[] {
  const nameOf = ({ old_ward_code: code }: ConversionEdge): string =>
    diacriticKey(splitFullName(formerOf.get(code)?.ward ?? '').name);
  const own = edges.filter(({ decree }) => decree === id);
  const names = new Set(own.map(nameOf).filter((name) => name !== '' && !/^\d+$/.test(name)));
  return items.flatMap(({ number, text, makes }) => {
    if (makes === '') return [];
    const listed = new Set(own.filter(({ item }) => item === number).map(nameOf));
    const parts = partsOf(text.slice(0, text.lastIndexOf('thành')).replace(/\([^)]*\)/g, ' '));
    return [...names]
      .filter((name) => !listed.has(name) && parts.includes(`|${name}|`))
      .map((ward) => ({ where: `${id}, ${number}`, ward, says: 'no row', text }));
  });
}

/**
 * Compares the conversion table of July 2025 with the 34 resolutions, item by item: whether each ward that an item names has a row, and whether the words in front of its name, all or a
 * part of it, agree with what the row says.
 *
 * Errors: IO.
 */
export async function compareResolutions(official: string, law: string): Promise<string> {
  const read = async <Row>(name: string): Promise<Row[]> =>
    parse<Row>(await readFile(join(law, name)), { columns: true, bom: true });
  const former = await read<FormerWardRow>('former-wards.csv');
  const formerOf = new Map(former.map((row) => [row.ward_code, row]));
  const edges = await read<ConversionEdge>('edges.csv');
  const folder = join(official, 'resolutions');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  const resolutions = await Promise.all(
    files.map(async (file) => readResolution(await readFile(join(folder, file), 'utf8'))),
  );
  const items = new Map(
    resolutions.flatMap(({ id, items: own }) => own.map(({ number, text }) => [`${id} ${number}`, text])),
  );
  const worded = edges.flatMap((edge): Difference[] => {
    const ward = formerOf.get(edge.old_ward_code);
    const text = items.get(`${edge.decree} ${edge.item}`);
    if (ward === undefined || text === undefined) return [];
    const isKept = /không thực hiện sắp xếp/u.test(text) || /^Đổi tên/u.test(text);
    const says = `${extentOf(edge.note)}: ${isKept ? 'kept' : wordsBefore(text, ward.ward)}`;
    const named = `${ward.ward} ${ward.ward_code}`;
    return AGREE.has(says) ? [] : [{ where: `${edge.decree}, ${edge.item}`, ward: named, says, text }];
  });
  const missing = resolutions.flatMap((resolution) => unlisted(resolution, edges, formerOf));
  const count = ({ id, items: own }: Resolution): string =>
    `| ${id} | ${own.length} | ${edges.filter(({ decree }) => decree === id).length} |`;
  const list = (found: readonly Difference[]): string =>
    [
      '| item | ward | table: words of the item | item |\n| --- | --- | --- | --- |',
      ...found.map(({ where, ward, says, text }) => `| ${where} | ${ward} | ${says} | ${text} |`),
    ].join('\n');
  return `# The resolutions of June 2025 beside the conversion table

Written by \`npx tsx tools/resolutions/main.ts\`, which compares each item with the rows of the table for it, after the corrections of \`tools/starter/law/corrections.csv\`.

| resolution | items | rows of the table |
| --- | --- | --- |
${resolutions.map(count).join('\n')}

## Wards that an item names and the table does not move by it

${missing.length === 0 ? 'None.' : list(missing)}

## Words that are not those of the table

What the table says of the ward, and the words in front of its name. Read one by one, the items say what the table says: each has a name that another ward of the item contains, is
a list in which the words stand in front of the ward before, or names a whole district.

${list(worded)}
`;
}
