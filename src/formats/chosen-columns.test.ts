import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { englishText, message } from '../base/messages/message.ts';
import { chooseColumns, chosenOutput, withColumns } from './chosen-columns.ts';
import { csvOutput } from './csv-write.ts';
import { isDerivedFormat, type OutputFormat, type RowFormat } from './output-format.ts';
import { OUTPUT_FORMATS, outputFormat, RECORD } from './outputs.ts';
import { FROM_INPUT, type OutputColumn, type OutputRow } from './record.ts';

const own = (name: string): OutputColumn => ({ name, type: 'any', description: FROM_INPUT });
const stage = (prefix: string, ...names: string[]): OutputColumn[] => [
  { name: `${prefix}_status`, type: 'string', description: message('column.status') },
  ...names.map((name): OutputColumn => ({ name: `${prefix}_${name}`, type: 'any' })),
];
const COLUMNS = [
  ...[own('id'), own('address'), own('label')],
  ...stage('geocode', 'label', 'lat', 'lon', 'level', 'ward_new'),
  ...stage('pick', 'lat', 'count'),
  ...stage('route', 'tour', 'stop'),
];
const namesOf = (...stated: (string | [string, string])[]) => {
  const list = stated.map((each) =>
    typeof each === 'string' ? { name: each } : { name: each[0], as: each[1] },
  );
  const found = chooseColumns(list, COLUMNS);
  return 'fault' in found ? englishText(found.fault) : found.chosen.map(({ column }) => column.name).join();
};

describe('the columns that a job chooses', () => {
  it.each([
    [['lon', 'id'], 'geocode_lon,id'],
    [
      [
        ['id', 'Mã'],
        ['level', 'Cấp'],
      ] as [string, string][],
      'Mã,Cấp',
    ],
    // A column of the user's goes before one of a stage that is named without its prefix.
    [['label', 'geocode_label'], 'label,geocode_label'],
    [['id', 'id', 'input'], 'id,address,label'],
    [['input'], 'id,address,label'],
    [['all'], COLUMNS.map(({ name }) => name).join()],
    [
      ['answer'],
      // A stage without any of these columns is there with all of its own.
      'geocode_label,geocode_lat,geocode_lon,pick_lat,route_status,route_tour,route_stop',
    ],
    [
      ['usual'],
      'geocode_status,geocode_level,geocode_label,geocode_ward_new,geocode_lat,geocode_lon,pick_status,pick_lat,route_status,route_tour,route_stop',
    ],
  ])('%j are %s', (stated, names) => {
    expect(namesOf(...stated)).toBe(names);
  });

  it.each([
    ['lat', 'there is no column', 'a column of several stages: write one of geocode_lat, pick_lat'],
    ['levle', 'levle', 'there is no column "levle": did you mean level?'],
    ['nothing', '', 'use id, address'],
  ])('%s is a fault', (name, _, words) => {
    expect(namesOf(name)).toContain(words);
  });

  it('have names of their own', () => {
    expect(namesOf('id', ['address', 'id'])).toBe(
      'two columns of the results would be called id: give one of them another name',
    );
    expect(namesOf(['input', 'x'])).toContain('only a single one can be given another name');
  });
});

// The readers of inputs make texts of whole numbers that a double cannot hold.
const cell = fc.oneof(
  ...[fc.string({ unit: 'grapheme' }), fc.double({ noNaN: true, min: -1e6, max: 1e6 })],
  ...[fc.constant(null), fc.integer(), fc.boolean()],
);
const position = fc.option(fc.constantFrom({ lat: 10.5, lon: 106.75 }, { lat: -1, lon: 0 }));
const rowsOf = fc.array(fc.record({ values: fc.array(cell, { minLength: 3, maxLength: 3 }), position }), {
  maxLength: 30,
});
const three = COLUMNS.slice(0, 3);

async function bytesOf(format: OutputFormat, rows: readonly OutputRow[], stated: string[]): Promise<string> {
  const writer = (outputFormat(RECORD) as RowFormat).open(three);
  const record = Buffer.from(writer.head + writer.encode(rows) + writer.tail);
  const made = chosenOutput(
    format,
    stated.map((name) => ({ name })),
  );
  expect(made.from).toBe(RECORD);
  const blocks: Uint8Array[] = [];
  const open = async function* () {
    yield record;
  };
  for await (const block of made.make({ columns: three, open })) blocks.push(block);
  return Buffer.concat(blocks).toString();
}

describe('a file of chosen columns', () => {
  const plain = Object.values<OutputFormat>(OUTPUT_FORMATS).filter((format) => !isDerivedFormat(format));
  it.each(plain.map((format) => [format.name, format as RowFormat] as const))(
    'is that of a run without a choice where all are chosen: %s',
    async (_, format) => {
      await fc.assert(
        fc.asyncProperty(rowsOf, async (rows) => {
          const writer = format.open(three);
          // JSON has no negative zero.
          const written = (writer.head + writer.encode(rows) + writer.tail).replaceAll(
            /(?<=[,:\n]|^)-0(?=[,}\n]|$)/g,
            '0',
          );
          expect(await bytesOf(format, rows, ['all'])).toBe(written);
        }),
        { seed: 54, numRuns: 60 },
      );
    },
  );

  it('has them in the order of the list', async () => {
    const rows = [{ values: ['1', 'Phố Huế', 'x'], position: null }];
    expect(await bytesOf(csvOutput, rows, ['label', 'id'])).toBe('label,id\nx,1\n');
    const writer = withColumns(csvOutput, [{ at: 1, column: own('Địa chỉ'), isOwn: true }]).open([]);
    expect(writer.head + writer.encode(rows)).toBe('Địa chỉ\nPhố Huế\n');
    expect(await bytesOf(csvOutput, [], ['label', 'id'])).toBe('label,id\n');
  });
});
