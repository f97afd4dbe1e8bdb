import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from './cli-harness.ts';

/** What is expected of a file: rows by status and what the run says, or the refusal. */
type Expected =
  | { ok: number; notOk?: number; says?: readonly RegExp[]; cells?: Readonly<Record<string, string>> }
  | { refused: RegExp };

/** A file of a kind that people have. */
interface StrangeFile {
  kind: string;
  job: 'geocode' | 'forcode' | 'reverse';
  content: string | Buffer;
  sets?: readonly string[];
  expected: Expected;
}

const ADDRESSES = ['86 Bát Đàn, Hoàn Kiếm, Hà Nội', '1 Lê Lợi, Phường Bến Nghé, Quận 1, TP.HCM'] as const;
const VIETNAMESE = `Mã KH,Địa chỉ\r\n${ADDRESSES.map((text, at) => `00${at},"${text}"\r\n`).join('')}`;
const POSITIONS = { cells: { forcode_admin_code: 'HN' } };

/** Encodes text as windows-1258: base letters, then combining tones. */
function windows1258(text: string): Buffer {
  const decoder = new TextDecoder('windows-1258');
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte] as const),
  );
  const encoded = [...text].flatMap((letter) => {
    if (bytes.has(letter)) return [letter];
    const [base = '', ...marks] = [...letter.normalize('NFD')];
    const tones = marks.filter((mark) => bytes.has(mark));
    return [(base + marks.filter((mark) => !bytes.has(mark)).join('')).normalize('NFC'), ...tones];
  });
  return Buffer.from(encoded.map((letter) => bytes.get(letter) ?? 63));
}

/** "Địa chỉ" and an address in TCVN3 (ABC), as of a font of the nineties. */
const TCVN3 = Buffer.from(
  'M\xb7 KH,\xa7\xdEa ch\xd8\n1,86 B\xb8t \xa7\xb5n, H\xb5 N\xe9i\n2,1 L\xaa L\xeei, HCM\n',
  'latin1',
);
const VNI = Buffer.from('Ma\xd5 KH,\xd1\xf2a ch\xe6\n1,86 Ba\xf9t \xd1a\xf8n, Ha\xf8 No\xe4i\n', 'latin1');

const withSemicolons = (bytes: Buffer) =>
  Buffer.from(
    bytes
      .toString('latin1')
      .replace(/^([^,\n]*),/gm, '$1;')
      .replace(/\n2;.*/, ''),
    'latin1',
  );

const FILES: readonly StrangeFile[] = [
  {
    kind: 'Excel "CSV UTF-8", with a byte order mark',
    job: 'geocode',
    content: `\uFEFF${VIETNAMESE}`,
    expected: { ok: 2, cells: { 'Mã KH': '000' } },
  },
  {
    kind: 'Excel "Unicode text": UTF-16 LE with tabs',
    job: 'geocode',
    content: Buffer.from(`\uFEFF${VIETNAMESE.replaceAll(/^(\w.*?),/gm, '$1\t')}`, 'utf16le'),
    expected: { ok: 2, says: [/utf-16le/, /delimiter is tab/] },
  },
  {
    kind: 'windows-1258, not stated',
    job: 'geocode',
    content: windows1258(VIETNAMESE),
    expected: { refused: /State its encoding.*windows-1258/ },
  },
  {
    kind: 'windows-1258, stated',
    job: 'geocode',
    content: windows1258(VIETNAMESE),
    sets: ['input.encoding=windows-1258'],
    expected: { ok: 2, cells: { 'Địa chỉ': ADDRESSES[0] } },
  },
  {
    kind: 'TCVN3 (ABC)',
    job: 'geocode',
    content: TCVN3,
    expected: { refused: /looks like TCVN3: state --set input\.encoding=tcvn3/ },
  },
  {
    kind: 'TCVN3 (ABC), stated',
    job: 'geocode',
    content: withSemicolons(TCVN3),
    sets: ['input.encoding=tcvn3'],
    expected: { ok: 1, cells: { 'Địa chỉ': '86 Bát Đàn, Hà Nội' } },
  },
  {
    kind: 'VNI',
    job: 'geocode',
    content: VNI,
    expected: { refused: /looks like VNI: state --set input\.encoding=vni/ },
  },
  {
    kind: 'VNI, stated',
    job: 'geocode',
    content: withSemicolons(VNI),
    sets: ['input.encoding=vni'],
    expected: { ok: 1, cells: { 'Địa chỉ': '86 Bát Đàn, Hà Nội' } },
  },
  {
    kind: 'no header, not stated',
    job: 'forcode',
    content: 'P1,Hồ Gươm,21.0287,105.8523\nP2,Lăng,21.0367,105.8347\n',
    expected: { refused: /no column looks like a latitude.*state input\.header: false/s },
  },
  {
    kind: 'no header, stated',
    job: 'forcode',
    content: 'P1,Hồ Gươm,21.0287,105.8523\nP2,Lăng,21.0367,105.8347\n',
    sets: ['input.header=false', 'forcode.lat={column_3}', 'forcode.lon={column_4}'],
    expected: { ok: 2, ...POSITIONS, says: [/no header: its columns are called column_1 to column_4/] },
  },
  {
    kind: 'a list of addresses, no header and no delimiter',
    job: 'geocode',
    content: `${ADDRESSES.join('\n')}\n`,
    sets: ['input.header=false'],
    expected: { ok: 2, cells: { column_1: ADDRESSES[0] } },
  },
  {
    kind: 'a list of addresses under a header',
    job: 'geocode',
    content: `Địa chỉ\n${ADDRESSES[0]}\n${ADDRESSES[0]}\n`,
    expected: { ok: 2, cells: { 'Địa chỉ': ADDRESSES[0] } },
  },
  {
    kind: 'degrees, minutes and seconds',
    job: 'forcode',
    content: 'Vĩ độ,Kinh độ\n20°59\'25"N,"105°52\'07,8""E"\nN20 59.417,E105 52.13\n20:59:25,105:52:08\n',
    expected: {
      ok: 3,
      ...POSITIONS,
      says: [/3 rows: the position was read from degrees, minutes and seconds/],
    },
  },
  {
    kind: 'latitude and longitude swapped',
    job: 'forcode',
    content: 'lat,lon\n105.8523,21.0287\n105.8347,21.0367\n',
    expected: { ok: 2, ...POSITIONS, says: [/2 rows: latitude and longitude are swapped in the input/] },
  },
  {
    kind: 'metres of VN-2000',
    job: 'forcode',
    content: 'X,Y\n2321456.12,586123.40\n2321999.00,586200.10\n',
    expected: {
      ok: 0,
      notOk: 2,
      says: [
        /2 errors: \.\.\. and \.\.\. are metres of a projected system \(VN-2000 or UTM\), not degrees: state which one in the option projection/,
      ],
    },
  },
  {
    kind: 'semicolons with decimal commas',
    job: 'forcode',
    content: 'id;vi_do;kinh_do\r\n1;21,0287;105,8523\r\n2;21,0367;105,8347\r\n',
    expected: { ok: 2, ...POSITIONS, says: [/delimiter is semicolon/] },
  },
  {
    kind: 'coordinates whose decimal point was lost',
    job: 'forcode',
    content: 'lat,lon\n21028700,105852300\n',
    expected: { ok: 0, notOk: 1, says: [/its decimal point was lost/] },
  },
  {
    kind: 'line ends of old Macs',
    job: 'forcode',
    content: 'lat,lon\r21.0287,105.8523\r21.0367,105.8347\r',
    expected: { ok: 2, ...POSITIONS, says: [/carriage return alone/] },
  },
  {
    kind: 'two address columns',
    job: 'geocode',
    content: `id,address,address\n1,"${ADDRESSES[0]}",không rõ\n`,
    expected: {
      ok: 1,
      says: [
        /2 columns are called "address": here and in the results the later one is "address_2"/,
        /addresses are read as "\{address\}"/,
      ],
      cells: { address_2: 'không rõ' },
    },
  },
  {
    kind: 'empty headers and delimiters at the end of lines',
    job: 'forcode',
    content: 'lat,lon,,\n21.0287,105.8523,,\n21.0367,105.8347,,\n',
    expected: { ok: 2, ...POSITIONS, says: [/columns without a name are called "column_3", "column_4"/] },
  },
  {
    kind: 'delimiters at the end of rows only',
    job: 'forcode',
    content: 'lat,lon\n21.0287,105.8523,\n21.0367,105.8347,\n',
    expected: { refused: /header has 2 cells, but the rows have 3.*end the header with one too/ },
  },
  {
    kind: 'tabs, named .csv',
    job: 'forcode',
    content: 'lat\tlon\tnote\n21.0287\t105.8523\ta, b\n',
    expected: { ok: 1, ...POSITIONS, says: [/delimiter is tab/] },
  },
  {
    kind: 'quotes in cells and a cell of two lines',
    job: 'geocode',
    content: `id,address\n"a ""b"" c","${ADDRESSES[0]}"\n2,"1 Lê Lợi,\nQuận 1, TP.HCM"\n`,
    expected: { ok: 2, cells: { id: 'a "b" c' } },
  },
  {
    kind: 'our own excel output',
    job: 'forcode',
    content: '\uFEFFcode,lat,lon\n"=""00123""",21.0287,105.8523\n',
    expected: { ok: 1, ...POSITIONS, cells: { code: '00123' } },
  },
  { kind: 'an empty file', job: 'geocode', content: '', expected: { refused: /empty \(0 bytes\)/ } },
  { kind: 'a header and no row', job: 'geocode', content: 'id,address\r\n', expected: { ok: 0 } },
  {
    kind: 'an Excel workbook that breaks off',
    job: 'geocode',
    content: Buffer.from('PK\x03\x04rest of a workbook', 'latin1'),
    expected: { refused: /workbook breaks off.*download or copy it again/ },
  },
  {
    kind: 'an old Excel workbook',
    job: 'geocode',
    content: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    expected: { refused: /old Excel.*Save it as \.xlsx.*CSV UTF-8/ },
  },
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-strange-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(job: string, name: string, content: string | Buffer, sets: readonly string[] = []) {
  const input = join(folder, `${name}.csv`);
  const output = join(folder, name);
  await writeFile(input, content);
  const args = ['run', job, '--input', input, '--output', output, '--workers', '1', '--max-errors', '100%'];
  const result = await geomill([...args, ...sets.flatMap((set) => ['--set', set])]);
  const rows = async () => {
    const text = await readFile(join(output, `${name}.csv`), 'utf8');
    return parse<Record<string, string>>(text, { columns: true });
  };
  return { ...result, output, rows };
}

describe('a file as people have it', () => {
  it.each(FILES)('$kind: answered right, or refused with what to do', async (file) => {
    const { job, content, sets, expected } = file;
    const name = `file-${FILES.indexOf(file)}`;
    const { exitCode, stdout, stderr, rows } = await run(job, name, content, sets);
    if ('refused' in expected) {
      expect(stderr).toMatch(expected.refused);
      expect([65, 78]).toContain(exitCode);
      return;
    }
    expect([exitCode, stderr]).toEqual([0, expect.anything()]);
    const written = await rows();
    const isOk = (row: Record<string, string>) => row[`${job}_status`] === 'ok';
    expect(written.filter(isOk)).toHaveLength(expected.ok);
    expect(written.filter((row) => !isOk(row))).toHaveLength(expected.notOk ?? 0);
    for (const sentence of expected.says ?? []) expect(`${stderr}\n${stdout}`).toMatch(sentence);
    if (expected.cells) expect(written[0]).toMatchObject(expected.cells);
  });
});

describe('our own outputs as input', () => {
  it('have positions for the next job, and no two columns of one name', async () => {
    const first = await run('geocode', 'first', VIETNAMESE);
    expect(first.exitCode).toBe(0);
    const table = await readFile(join(first.output, 'first.csv'), 'utf8');
    const second = await run('forcode', 'second', table);
    expect(second.stderr).toContain('positions are read from "geocode_lat" and "geocode_lon"');
    expect((await second.rows()).map((row) => row.forcode_status)).toEqual(['ok', 'ok']);
    const again = await run('geocode', 'again', table);
    expect(again.stderr).toContain('the input already has columns of the stage geocode');
    const [row] = await again.rows();
    expect(row?.geocode_status_2).toBe('ok');
    expect(row?.geocode_lat_2).toBe(row?.geocode_lat);
    const features = JSON.parse(await readFile(join(again.output, 'again.geojson'), 'utf8')) as {
      features: { properties: object }[];
    };
    expect(Object.keys(features.features[0]?.properties ?? {})).toEqual(Object.keys(row ?? {}));
  });

  it('say the counts of positions that were read in an unusual way in the manifest', async () => {
    const { output } = await run('forcode', 'counted', 'lat,lon\n105.85,21.03\n21.03,105.85\n105.85,21.03\n');
    const { counts } = JSON.parse(await readFile(join(output, 'manifest.json'), 'utf8')) as {
      counts: { notes: Record<string, { rows: number }[]> };
    };
    expect(counts.notes.forcode?.map(({ rows }) => rows)).toEqual([2]);
  });
});
