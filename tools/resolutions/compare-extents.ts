// Compares what the conversion table says of each former ward, all or a part of it, with the words of its item: npx tsx tools/resolutions/compare-extents.ts [--official DIR]
// Prints how often which words stand in front of the name of the ward, by what the table says; with --show the edges of some words, as in --show 'part: area'.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import { fold } from '../../src/base/text/fold.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import { extentOf, type ConversionEdge, type FormerWardRow } from '../starter/law.ts';
import { readResolution } from './read-resolution.ts';

const { values } = parseArgs({
  options: {
    official: { type: 'string', default: '../shared/data/admin/official' },
    show: { type: 'string', default: '' },
  },
});

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

const law = async <Row>(name: string): Promise<Row[]> =>
  parse<Row>(await readFile(join('tools/starter/law', name)), { columns: true, bom: true });
const formerOf = new Map((await law<FormerWardRow>('former-wards.csv')).map((row) => [row.ward_code, row]));
const items = new Map<string, string>();
const folder = join(values.official, 'resolutions');
for (const file of (await readdir(folder)).filter((name) => name.endsWith('.md'))) {
  const { id, items: read } = readResolution(await readFile(join(folder, file), 'utf8'));
  for (const { number, text } of read) items.set(`${id} ${number}`, text);
}

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

const counts = new Map<string, number>();
for (const edge of await law<ConversionEdge>('edges.csv')) {
  const former = formerOf.get(edge.old_ward_code);
  const text = items.get(`${edge.decree} ${edge.item}`);
  if (former === undefined || text === undefined) continue;
  const isKept = /không thực hiện sắp xếp/u.test(text) || /^Đổi tên/u.test(text);
  const says = `${extentOf(edge.note)}: ${isKept ? 'kept' : wordsBefore(text, former.ward)}`;
  counts.set(says, (counts.get(says) ?? 0) + 1);
  if (says === values.show)
    process.stdout.write(`${former.ward} ${edge.old_ward_code} ${edge.decree} ${edge.item}: ${text}\n`);
}
for (const [says, count] of [...counts].sort()) process.stdout.write(`${count}\t${says}\n`);
