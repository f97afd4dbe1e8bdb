import { gzipSync } from 'node:zlib';
import { columnName } from '../../src/formats/xlsx/sheet-text.ts';
import { buildWorkbook, zipOf } from './xlsx-dialects.ts';

/** A small input whose cost once grew faster than its size. */
export interface CostlyInput {
  /** Name of the file, which says its format. */
  file: string;
  /** A size that made it cost seconds. */
  size: number;
  make: (size: number) => Promise<Buffer>;
}

const text = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const repeat = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
const HEADER = `<row r="1">${text('A1', 'id')}${text('B1', 'address')}</row>`;
const ROW = `<row r="2">${text('A2', '1')}${text('B2', '86 Bát Đàn')}</row>`;

/** Builds a workbook of one sheet; `behind` follows its rows. */
async function workbook(rows: string, behind = '', more: { texts?: string; formats?: string[] } = {}) {
  return buildWorkbook({ sheets: { a: `${rows}</sheetData>${behind}<sheetData>` }, ...more });
}

const mergesOf = (count: number, reference: (at: number) => string) =>
  `<mergeCells>${repeat(count, (at) => `<mergeCell ref="${reference(at)}"/>`)}</mergeCells>`;

/** Inputs of tables by name, the dearest for their size that were found. */
export const COSTLY_TABLES: Readonly<Record<string, CostlyInput>> = {
  'a header of equal names, packed': {
    file: 'table.csv.gz',
    size: 9_999,
    make: async (size) => gzipSync(`${'a,'.repeat(size - 1)}a\n${'1,'.repeat(size - 1)}1\n`),
  },
  'names that occur twice': {
    file: 'table.csv.gz',
    size: 9_998,
    make: async (size) => gzipSync(`${repeat(size, (at) => `n${at >> 1},`)}z\n${'1,'.repeat(size)}1\n`),
  },
  'merged ranges above a wide sheet': {
    file: 'table.xlsx',
    size: 8_000,
    make: async (size) =>
      workbook(
        HEADER + repeat(39, (at) => `<row r="${at + 2}">${text(`XFD${at + 2}`, 'x')}</row>`),
        mergesOf(size, () => 'C1:C40'),
      ),
  },
  'groups of columns in a header': {
    file: 'table.xlsx',
    size: 16_000,
    make: async (size) =>
      workbook(
        `<row r="1">${repeat(size / 2, (at) => text(`${columnName(at * 2)}1`, 'a'))}</row><row r="2">${repeat(size, (at) => text(`${columnName(at)}2`, 'b'))}</row>`,
        mergesOf(size / 2, (at) => `${columnName(at * 2)}1:${columnName(at * 2 + 1)}1`),
      ),
  },
  'merges that begin in one row': {
    file: 'table.xlsx',
    size: 60_000,
    make: async (size) =>
      workbook(
        HEADER + ROW,
        mergesOf(size, () => 'D9:D9'),
      ),
  },
  'merges over the same rows': {
    file: 'table.xlsx',
    size: 8_000,
    make: async (size) =>
      workbook(
        HEADER + repeat(size, (at) => `<row r="${at + 2}"><c r="B${at + 2}"><v>1</v></c></row>`),
        mergesOf(size, () => 'B2:B1048576'),
      ),
  },
  'a number format of brackets': {
    file: 'table.xlsx',
    size: 100_000,
    make: async (size) => workbook(HEADER + ROW, '', { formats: ['['.repeat(size)] }),
  },
  'styles of a long number format': {
    file: 'table.xlsx',
    size: 20_000,
    make: async (size) => {
      const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'0'.repeat(size)}"/></numFmts><cellXfs>${'<xf numFmtId="164"/>'.repeat(size)}</cellXfs></styleSheet>`;
      return oneSheet({ 'xl/styles.xml': styles });
    },
  },
  'merges in a comment': {
    file: 'table.xlsx',
    size: 64_000,
    // Not compressed: all of it is one block.
    make: async (size) =>
      oneSheet(
        {
          'xl/sheet.xml': `<worksheet><sheetData>${HEADER}${ROW}</sheetData><!--${'<mergeCell '.repeat(size)}--></worksheet>`,
        },
        storedZip,
      ),
  },
  'far columns': {
    file: 'table.xlsx',
    size: 20_000,
    make: async (size) =>
      workbook(HEADER + repeat(size, (at) => `<row r="${at + 2}"><c r="XFD${at + 2}"><v>1</v></c></row>`)),
  },
  'columns with gaps': {
    file: 'table.xlsx',
    size: 16_000,
    make: async (size) =>
      workbook(`<row r="1">${repeat(size / 2, (at) => text(`${columnName(at * 2)}1`, 'a'))}</row>${ROW}`),
  },
  'a long text merged over a header': {
    file: 'table.xlsx',
    size: 30_000,
    make: async (size) =>
      workbook(
        `<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>0</v></c></row>${repeat(38, (at) => `<row r="${at + 3}">${text(`XFD${at + 3}`, 'x')}</row>`)}`,
        mergesOf(1, () => 'A1:XFD40'),
        { texts: `<si><t>${'x '.repeat(size)}</t></si>` },
      ),
  },
  'a long text merged over rows': {
    file: 'table.xlsx',
    size: 20_000,
    make: async (size) =>
      workbook(
        `${HEADER}<row r="2">${text('A2', 'x')}<c r="B2" t="s"><v>0</v></c></row>${repeat(size, (at) => `<row r="${at + 3}"><c r="A${at + 3}"><v>1</v></c></row>`)}`,
        mergesOf(1, () => 'B2:B1048576'),
        { texts: `<si><t>${'x'.repeat(30_000)}</t></si>` },
      ),
  },
  'one shared text in many rows': {
    file: 'table.xlsx',
    size: 20_000,
    make: async (size) =>
      workbook(HEADER + repeat(size, () => '<row><c t="s"><v>0</v></c></row>'), '', {
        texts: `<si><t>${'x'.repeat(30_000)}</t></si>`,
      }),
  },
  'one shared text in one row': {
    file: 'table.xlsx',
    size: 16_000,
    make: async (size) =>
      workbook(`${HEADER}<row>${'<c t="s"><v>0</v></c>'.repeat(size)}</row>`, '', {
        texts: `<si><t>${'x'.repeat(60_000)}</t></si>`,
      }),
  },
  'elements in one another': {
    file: 'table.xlsx',
    size: 2_000_000,
    make: async (size) => workbook(HEADER + ROW + '<a>'.repeat(size)),
  },
  'sheets of one file': {
    file: 'table.xlsx',
    size: 200,
    make: blankSheets,
  },
};

/** Builds a workbook whose sheets are all one file of rows without cells. */
async function blankSheets(count: number): Promise<Buffer> {
  const relations = repeat(
    count,
    (at) => `<Relationship Id="r${at}" Type="x/worksheet" Target="sheet.xml"/>`,
  );
  return zipOf({
    '_rels/.rels':
      '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': `<workbook><sheets>${repeat(count, (at) => `<sheet name="s${at}" id="r${at}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations}</Relationships>`,
    'xl/sheet.xml': `<worksheet><sheetData>${'<row/>'.repeat(count * 1000)}</sheetData></worksheet>`,
  });
}

/** Builds a workbook of one small sheet with other texts of its parts. */
async function oneSheet(parts: Readonly<Record<string, string>>, zip = zipOf): Promise<Buffer> {
  return zip({
    '_rels/.rels':
      '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="sheet.xml"/><Relationship Id="r2" Type="x/styles" Target="styles.xml"/></Relationships>',
    'xl/styles.xml': '<styleSheet/>',
    'xl/sheet.xml': `<worksheet><sheetData>${HEADER}${ROW}</sheetData></worksheet>`,
    ...parts,
  });
}

/** Builds a zip archive whose files are not compressed, without checksums, which readers of streams do not need. */
async function storedZip(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    for (const [record, at] of [
      [local, 18],
      [entry, 20],
    ] as const) {
      record.writeUInt32LE(Buffer.byteLength(content), at);
      record.writeUInt32LE(Buffer.byteLength(content), at + 4);
      record.writeUInt16LE(name.length, at + 8);
    }
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    const file = Buffer.concat([local, Buffer.from(name), Buffer.from(content)]);
    parts.push(file);
    offset += file.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
