// Files as programs write them, drawn by a seed: each with the addresses that are in it and what is said of it.
import { createSeededRandom } from '../../src/base/seeded-random.ts';
import { LIST_NAMES } from '../../src/formats/json-elements.ts';
import { columnName } from '../../src/formats/xlsx/sheet-text.ts';
import { buildWorkbook, type WorkbookParts } from './xlsx-dialects.ts';

/** A file of a program. Shape: `addresses` in the order of the rows, as they are asked for. */
export interface ProgramFile {
  name: string;
  bytes: Buffer;
  addresses: readonly string[];
  /** Codes of what is said of the file. */
  said: readonly string[];
  /** The template of a job, where no header gives it. */
  text?: string;
  /** Rows that cannot be read. */
  bad?: number;
  /** What a refused file is to be told. */
  refused?: string;
}

type Table = string[][];
/** Draws a number below another one. */
type Draw = (below: number) => number;

const STREETS = ['Lê Lợi', 'Trần Phú', 'đường 3/2', 'Ngõ 12 "Láng"', "Nơ Trang Long's", 'Cách Mạng Tháng 8'];
const WARDS = ['Phường Bến Nghé', 'Xã Long Hòa', 'P. 13', 'Thị trấn Sa Pa', ''];
const DISTRICTS = ['Quận 1', 'Huyện Cần Đước', 'TP. Nha Trang', 'Thị xã Dĩ An'];
const PROVINCES = ['Hồ Chí Minh', 'Hà Nội', 'Khánh Hòa', 'VN-HN', 'Thừa Thiên Huế'];
const SECONDS = ['', 'Tầng 3', 'Căn hộ B2-05', ''];
const POOLS = { second: SECONDS, ward: WARDS, district: DISTRICTS, province: PROVINCES, country: ['VN', ''] };
const NOTES = ['', 'giao giờ hành chính', 'gọi trước; 2 lần', 'a, "b"', '00123', '=1+1'];

type Role = 'line' | keyof typeof POOLS;
/** The names of the columns of an export, by their roles in the order in which they are read. */
type Profile = Partial<Record<Role, string>>;

const pick = <T>(draw: Draw, from: readonly T[]): T => from[draw(from.length)] as T;
const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const houseAndStreet = (draw: Draw) =>
  `${1 + draw(300)}${pick(draw, ['', 'A', '/7'])} ${pick(draw, STREETS)}`;
const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(', ');

/** Draws a table with columns of others around and between those of an address. */
function drawTable(draw: Draw, profile: Profile, others: readonly string[]) {
  const roles = Object.keys(profile) as Role[];
  const columns = [...Object.values(profile), ...others].sort(() => draw(2) - 0.5);
  const addresses: string[] = [];
  const rows = times(3 + draw(30), (at) => {
    const values = roles.map((role) => (role === 'line' ? houseAndStreet(draw) : pick(draw, POOLS[role])));
    addresses.push(joined(values));
    const of = new Map(roles.map((role, nth) => [profile[role], values[nth] as string]));
    return columns.map((name) => of.get(name) ?? (name === others[0] ? `DH${at + 1}` : pick(draw, NOTES)));
  });
  return { table: [columns, ...rows], addresses };
}

const quoted = (cell: string, delimiter: string) =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;

function csvText(draw: Draw, table: Table): string {
  const [delimiter, end] = [pick(draw, [',', ';', '\t']), pick(draw, ['\n', '\r\n'])];
  return table.map((row) => row.map((cell) => quoted(cell, delimiter)).join(delimiter) + end).join('');
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Writes rows of a sheet; a cell that begins with `<` is the content of one. */
function sheetRows(table: Table, more: (column: number, row: number) => string = () => ''): string {
  const cell = (text: string, column: number, row: number) => {
    const place = `r="${columnName(column)}${row + 1}"${more(column, row)}`;
    if (text.startsWith('<')) return `<c ${place}>${text}</c>`;
    return text === ''
      ? ''
      : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${xml(text)}</t></is></c>`;
  };
  return table
    .map((cells, row) => `<row r="${row + 1}">${cells.map((text, at) => cell(text, at, row)).join('')}</row>`)
    .join('');
}

const workbook = (table: Table, parts: Partial<WorkbookParts> = {}) =>
  buildWorkbook({ sheets: { Sheet1: sheetRows(table) }, ...parts });

function htmlPage(draw: Draw, table: Table): Buffer {
  const upper = draw(2) === 1;
  const tag = (name: string) => (upper ? name.toUpperCase() : name);
  const row = (cells: readonly string[]) =>
    `<${tag('tr')}>${cells.map((cell) => `<${tag('td')} class=xl${draw(90)}>${xml(cell)}</${tag('td')}>`).join('')}</${tag('tr')}>\r\n`;
  const title = draw(2) === 1 ? `<tr><td colspan=${table[0]?.length}>DANH SÁCH</td></tr>` : '';
  return Buffer.from(
    `<html><head><meta charset="utf-8"></head><body><table>${title}${table.map(row).join('')}</table></body></html>`,
  );
}

function spreadsheetMl(table: Table): Buffer {
  const space = 'urn:schemas-microsoft-com:office:spreadsheet';
  const row = (cells: readonly string[]) =>
    `<Row>${cells.map((cell) => `<Cell><Data ss:Type="String">${xml(cell)}</Data></Cell>`).join('')}</Row>`;
  return Buffer.from(
    `<?xml version="1.0"?>\n<Workbook xmlns="${space}" xmlns:ss="${space}"><Worksheet ss:Name="KH"><Table>${table.map(row).join('')}</Table></Worksheet></Workbook>`,
  );
}

const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

const PLAIN: Profile = { line: 'Địa chỉ' };
const OTHERS = ['Mã đơn', 'Tên người nhận', 'Ghi chú', 'Tổng tiền'];
const BOM = '\ufeff';

type Kind = (draw: Draw) => ProgramFile | Promise<ProgramFile>;

/** An export by the names of its columns, as text or as a workbook. */
const exported =
  (profile: Profile, others: readonly string[], kinds: readonly ('csv' | 'xlsx' | 'html')[]): Kind =>
  async (draw) => {
    const { table, addresses } = drawTable(draw, profile, others);
    const kind = pick(draw, kinds);
    if (kind === 'html')
      return { name: 'x.xls', bytes: htmlPage(draw, table), addresses, said: ['workbook.savedAsXls'] };
    if (kind === 'xlsx') return { name: 'x.xlsx', bytes: await workbook(table), addresses, said: [] };
    const text = pick(draw, ['', BOM]) + csvText(draw, table);
    return { name: 'x.csv', bytes: Buffer.from(text), addresses, said: [] };
  };

/** A template of a shop or a carrier with a row about its columns below them. */
const withLegend =
  (profile: Profile, others: readonly string[], legend: (column: string, at: number) => string): Kind =>
  async (draw) => {
    const { table, addresses } = drawTable(draw, profile, others);
    const [header = [], ...rows] = table;
    const all = [header, header.map(legend), ...rows];
    const isText = draw(2) === 1;
    const bytes = isText ? Buffer.from(csvText(draw, all)) : await workbook(all);
    return { name: isText ? 'x.csv' : 'x.xlsx', bytes, addresses, said: ['input.legendRow'] };
  };

const TIKTOK: Profile = {
  ...{ line: 'Detail Address', second: 'Additional address information', ward: 'Commune' },
  ...{ district: 'District', province: 'Province', country: 'Country' },
};
const SPX: Profile = {
  ...{ line: '*Địa chỉ chi tiết', ward: '*Phường/Xã', district: '*Quận/Huyện', province: '*Tỉnh/Thành Phố' },
};
const SHOPIFY: Profile = {
  ...{ line: 'Shipping Address1', second: 'Shipping Address2', district: 'Shipping City' },
  ...{ province: 'Shipping Province', country: 'Shipping Country' },
};
const MISA: Profile = {
  ...{ line: 'Địa chỉ (Giao hàng)', ward: 'Xã/Phường (Giao hàng)', district: 'Quận/Huyện (Giao hàng)' },
  ...{ province: 'Tỉnh/Thành phố (Giao hàng)', country: 'Quốc gia (Giao hàng)' },
};

/** The kinds of files, by the program or what it did. */
export const PROGRAM_KINDS: Readonly<Record<string, Kind>> = {
  Odoo: exported(
    {
      line: 'street',
      second: 'street2',
      district: 'city',
      province: 'state_id/code',
      country: 'country_id/code',
    },
    ['id', 'name', 'phone', 'vat'],
    ['csv', 'xlsx'],
  ),
  WooCommerce: exported(
    {
      ...{ line: 'Address 1&2 (Shipping)', district: 'City (Shipping)' },
      ...{ province: 'State Code (Shipping)', country: 'Country Code (Shipping)' },
    },
    ['Order Number', 'First Name (Shipping)', 'Postcode (Shipping)', 'Customer Note'],
    ['csv'],
  ),
  Shopify: exported(SHOPIFY, ['Name', 'Financial Status', 'Shipping Zip', 'Notes', 'Billing Name'], ['csv']),
  Haravan: exported(
    {
      ...{ line: 'Shipping Address', ward: 'Shipping Ward', district: 'Shipping District' },
      ...{ province: 'Shipping Province', country: 'Shipping Country' },
    },
    ['Name', 'Email', 'Shipping Phone', 'Note'],
    ['csv', 'xlsx'],
  ),
  'TikTok Shop, with a row of descriptions': withLegend(
    TIKTOK,
    ['Order ID', 'Order Status', 'Recipient', 'Phone #'],
    (column, at) => `${pick((below) => at % below, ['Current ', '', 'The '])}${column.replace(' #', '')}.`,
  ),
  'SPX, with an example': withLegend(
    SPX,
    ['*Mã đơn hàng', '*Tên người nhận', 'Lưu ý giao hàng'],
    (column, at) => (at === 0 ? 'VD: DH001' : `mẫu ${column.slice(1)}`),
  ),
  'a template that says what is needed': withLegend(SPX, OTHERS, (_, at) =>
    at % 3 === 1 ? 'Không bắt buộc' : 'Bắt buộc',
  ),
  GHN: exported(
    {
      ...{ line: 'Địa chỉ người nhận', ward: 'Phường/Xã người nhận' },
      ...{ district: 'Quận/Huyện người nhận', province: 'Tỉnh/Thành phố người nhận' },
    },
    ['Mã đơn', 'Tên người nhận', 'Số điện thoại người nhận', 'Tiền thu hộ'],
    ['csv', 'xlsx'],
  ),
  GHTK: exported(
    { line: 'Địa chỉ', ward: 'Phường/Xã', district: 'Quận/Huyện', province: 'Tỉnh/Thành phố' },
    ['Mã đơn hàng', 'Tên khách hàng', 'SĐT', 'Khối lượng (gram)'],
    ['csv', 'xlsx'],
  ),
  'Viettel Post': exported(
    { line: 'Địa chỉ nhận', ward: 'Phường/Xã nhận', district: 'Quận/Huyện nhận', province: 'Tỉnh/TP nhận' },
    ['Mã đơn', 'Người nhận', 'ĐT nhận', 'Nội dung hàng hóa'],
    ['csv', 'xlsx'],
  ),
  MISA: exported(MISA, ['Mã khách hàng', 'Mã số thuế', 'Điện thoại'], ['html', 'xlsx']),
  'HTML saved as .xls': exported(PLAIN, OTHERS, ['html']),
  'XML of Excel 2003': (draw) => {
    const { table, addresses } = drawTable(draw, PLAIN, OTHERS);
    return { name: 'x.xls', bytes: spreadsheetMl(table), addresses, said: ['workbook.savedAsXls'] };
  },
  'house numbers that Excel made dates': async (draw) => {
    const header = ['Số nhà', 'Đường', 'Tỉnh/TP'];
    const is1904 = draw(2) === 1;
    const addresses: string[] = [];
    const styles = [1, 2, 3];
    const dated: number[] = [];
    const rows = times(3 + draw(20), (at) => {
      const [day, month] = [1 + draw(28), 1 + draw(12)];
      const isDate = draw(2) === 1;
      if (isDate) dated.push(at + 1);
      const serial = Date.UTC(2026, month - 1, day) / 864e5 + (is1904 ? 24107 : 25569);
      addresses.push(`${day}/${month} Lê Văn Sỹ, Hà Nội`);
      return [isDate ? `<v>${serial}</v>` : `${day}/${month}`, 'Lê Văn Sỹ', 'Hà Nội'];
    });
    const style = pick(draw, styles);
    const sheet = sheetRows([header, ...rows], (column, row) =>
      column === 0 && dated.includes(row) ? ` s="${style}"` : '',
    );
    const parts = { sheets: { KH: sheet }, is1904, formats: ['d\\-mmm'], builtIn: [14, 16] };
    return { name: 'x.xlsx', bytes: await buildWorkbook(parts), addresses, said: [] };
  },
  'house numbers that Excel wrote as dates': (draw) => {
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
    const addresses: string[] = [];
    const rows = times(3 + draw(20), (at) => {
      const [day, month] = [1 + draw(28), 1 + draw(12)];
      addresses.push(`${day}/${month} Lê Văn Sỹ, Hà Nội`);
      const forms = [`${day}-${months[month - 1]}`, `${String(day).padStart(2, '0')}-Thg${month}`];
      return [String(at), pick(draw, [...forms, `${day}/${month}`]), 'Lê Văn Sỹ', 'Hà Nội'];
    });
    const text = csvText(draw, [['STT', 'Số nhà', 'Đường', 'Tỉnh/TP'], ...rows]);
    return { name: 'x.csv', bytes: Buffer.from(text), addresses, said: [] };
  },
  'a true .xls': (draw) => ({
    name: pick(draw, ['x.xls', 'x.xlsx', 'x.csv']),
    bytes: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...times(600, () => draw(256))]),
    ...{ addresses: [], said: [], refused: 'soffice --headless --convert-to xlsx' },
  }),
  'MySQL, quotes behind backslashes': (draw) => {
    const addresses = times(3 + draw(30), () => `${houseAndStreet(draw)}, ${pick(draw, DISTRICTS)}`);
    const escaped = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
    const rows = addresses.map((text, at) => `${at},${escaped('Quán "Ba"')},${escaped(text)},\\N\n`);
    const bytes = Buffer.from(`id,name,address,note\n${rows.join('')}`);
    return { name: 'x.csv', bytes, addresses, said: ['csv.escapeDetected'] };
  },
  'UTF-16 without a byte order mark': (draw) => {
    const { table, addresses } = drawTable(draw, PLAIN, ['STT', 'note']);
    const bytes = utf16(csvText(draw, table), draw(2) === 1);
    return { name: 'x.csv', bytes, addresses, said: ['input.unmarkedUtf16'] };
  },
  'a tail of NUL bytes': (draw) => {
    const { table, addresses } = drawTable(draw, PLAIN, OTHERS);
    const bytes = Buffer.concat([Buffer.from(csvText(draw, table)), Buffer.alloc(1 + draw(9000))]);
    return { name: 'x.csv', bytes, addresses, said: [], bad: 1 };
  },
  'nested JSON': (draw) => {
    const addresses: string[] = [];
    const rows = times(3 + draw(20), (id) => {
      const [line1, city] = [houseAndStreet(draw), pick(draw, PROVINCES)];
      addresses.push(`${line1}, ${city}`);
      return { id, customer: { name: 'a', address: { line1, city }, tags: [1, { line1: 'x' }] } };
    });
    const isLines = draw(2) === 1;
    const text = isLines
      ? rows.map((row) => `${JSON.stringify(row)}\n`).join('')
      : JSON.stringify(rows, null, draw(3));
    return {
      ...{ name: isLines ? 'x.ndjson' : 'x.json', bytes: Buffer.from(text), addresses, said: [] },
      text: '{customer.address.line1}, {customer.address.city}',
    };
  },
  'a list in a wrapper': (draw) => {
    const rows = times(2 + draw(20), (id) => ({
      id,
      address: `${houseAndStreet(draw)}, Huế`,
      in: { data: [id] },
    }));
    const page = {
      success: true,
      meta: { total: 3, data: [1, 2] },
      [pick(draw, [...LIST_NAMES])]: rows,
      next: null,
    };
    const bytes = Buffer.from(JSON.stringify(page, null, draw(3)));
    return { name: 'x.json', bytes, addresses: rows.map(({ address }) => address), said: [] };
  },
  'formulas to another workbook': async (draw) => {
    const addresses = times(3 + draw(20), (at) =>
      at > 0 && draw(4) === 0 ? '' : `${houseAndStreet(draw)}, Huế`,
    );
    const rows = addresses.map((text, at) => [
      `KH${at}`,
      `<f>[${1 + draw(3)}]Sheet1!B${at + 2}</f><v>${xml(text)}</v>`,
    ]);
    const sheet = sheetRows([['Mã', 'Địa chỉ'], ...rows], (column, row) =>
      column === 1 && row > 0 ? ' t="str"' : '',
    );
    const bytes = await buildWorkbook({ sheets: { Đơn: sheet } });
    return { name: 'x.xlsx', bytes, addresses, said: ['workbook.linkedFormulas'] };
  },
};

/** Draws a file of a kind. */
export function drawProgramFile(kind: string, seed: number): ProgramFile | Promise<ProgramFile> {
  const random = createSeededRandom(seed);
  return (PROGRAM_KINDS[kind] as Kind)((below) => random.below(below));
}
