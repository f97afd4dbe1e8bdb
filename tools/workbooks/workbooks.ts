import type { StatedInput } from '../../src/formats/input-source.ts';
import type { Dialect, DrawnCell, DrawnSheet } from './draw-workbook.ts';

/** What must be read of a workbook: its columns, its rows, and what the run says; or the refusal. */
export type ExpectedWorkbook =
  | {
      columns: readonly string[];
      rows: readonly (readonly (string | number | undefined)[])[];
      says?: readonly RegExp[];
    }
  | { refused: RegExp };

/** A workbook of a kind that people send each other. */
export interface WorkbookCase {
  name: string;
  dialect: Dialect;
  sheets: readonly DrawnSheet[];
  stated?: StatedInput;
  expected: ExpectedWorkbook;
}

const A = '1 Lê Lợi, Phường Bến Nghé, Quận 1, TP. Hồ Chí Minh';
const B = '86 Bát Đàn, Phường Cửa Đông, Quận Hoàn Kiếm, Hà Nội';
const C = '12 Trần Phú, Phường Hải Châu 1, Quận Hải Châu, Đà Nẵng';
const PLAIN = ['Mã KH', 'Địa chỉ', 'Doanh thu'] as const;
const BODY = [
  ['KH01', A, 100],
  ['KH02', B, 200],
  ['KH03', C, 300],
] as const;
const PARTS = [
  'STT',
  'Họ tên',
  'Địa chỉ / Số nhà, đường',
  'Địa chỉ / Phường/Xã',
  'Địa chỉ / Quận/Huyện',
  'Địa chỉ / Tỉnh/TP',
  'Ghi chú',
];
const GROUPED = ['STT', 'Họ tên', 'Địa chỉ', null, null, null, 'Ghi chú'];
const BELOW = [null, null, 'Số nhà, đường', 'Phường/Xã', 'Quận/Huyện', 'Tỉnh/TP', null];
const SPLIT = [
  [1, 'Nguyễn An', '1 Lê Lợi', 'Bến Nghé', 'Quận 1', 'TP. Hồ Chí Minh', 'gấp'],
  [2, 'Trần Bình', '86 Bát Đàn', 'Cửa Đông', 'Hoàn Kiếm', 'Hà Nội', 'không'],
  [3, 'Lê Chi', '12 Trần Phú', 'Hải Châu 1', 'Hải Châu', 'Đà Nẵng', 'gọi trước'],
] as const;

type Rows = readonly (readonly DrawnCell[])[];

/** Puts rows below each other from a row on. */
const from = (first: number, rows: Rows): Record<number, readonly DrawnCell[]> =>
  Object.fromEntries(rows.map((row, at) => [first + at, row]));
const sheet = (rows: DrawnSheet['rows'], more: Partial<DrawnSheet> = {}): DrawnSheet => ({
  name: 'Sheet1',
  rows,
  ...more,
});
const plain = (says: readonly RegExp[] = []): ExpectedWorkbook => ({ columns: PLAIN, rows: BODY, says });
const split = (says: readonly RegExp[]): ExpectedWorkbook => ({ columns: PARTS, rows: SPLIT, says });
const right = (row: readonly DrawnCell[]): DrawnCell[] => [null, ...row];
const MERGED_HEADER = ['A1:A2', 'B1:B2', 'C1:F1', 'G1:G2'];

/** The workbooks of `fixtures/workbooks`. */
export const WORKBOOKS: readonly WorkbookCase[] = [
  {
    name: 'plain',
    dialect: 'excel',
    sheets: [sheet(from(1, [PLAIN, ...BODY]))],
    expected: plain([/"Sheet1" is read: the header is row 1, the cells are A1:C4/]),
  },
  {
    name: 'plain-libreoffice',
    dialect: 'libreoffice',
    sheets: [sheet(from(1, [PLAIN, ...BODY]))],
    expected: plain(),
  },
  {
    name: 'plain-openpyxl',
    dialect: 'openpyxl',
    sheets: [sheet(from(1, [PLAIN, ...BODY]))],
    expected: plain(),
  },
  {
    name: 'title-merged',
    dialect: 'excel',
    sheets: [
      sheet({ 1: ['DANH SÁCH KHÁCH HÀNG NĂM 2024'], ...from(3, [PLAIN, ...BODY]) }, { merges: ['A1:C1'] }),
    ],
    expected: plain([/header is row 3/, /1 row with text above/]),
  },
  {
    name: 'title-of-an-authority',
    dialect: 'excel',
    sheets: [
      sheet(
        {
          1: ['CÔNG TY TNHH ABC', null, 'CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM'],
          2: [null, null, 'Độc lập - Tự do - Hạnh phúc'],
          4: ['BÁO CÁO DOANH THU'],
          ...from(6, [PLAIN, ...BODY]),
        },
        { merges: ['A1:B1', 'A4:C4'] },
      ),
    ],
    expected: plain([/header is row 6/]),
  },
  {
    name: 'title-with-two-cells',
    dialect: 'libreoffice',
    sheets: [
      sheet({ 1: ['Người lập:', 'Nguyễn An'], 2: ['Phòng:', 'Kinh doanh'], ...from(4, [PLAIN, ...BODY]) }),
    ],
    expected: plain([/header is row 4/]),
  },
  {
    name: 'header-merged',
    dialect: 'excel',
    sheets: [sheet(from(1, [GROUPED, BELOW, ...SPLIT]), { merges: MERGED_HEADER })],
    expected: split([/the header is rows 1 to 2, joined/]),
  },
  {
    name: 'header-merged-libreoffice',
    dialect: 'libreoffice',
    sheets: [sheet(from(1, [GROUPED, BELOW, ...SPLIT]), { merges: MERGED_HEADER })],
    expected: split([/rows 1 to 2/]),
  },
  {
    name: 'header-merged-openpyxl',
    dialect: 'openpyxl',
    sheets: [sheet(from(1, [GROUPED, BELOW, ...SPLIT]), { merges: MERGED_HEADER })],
    expected: split([/rows 1 to 2/]),
  },
  {
    name: 'header-merged-across-only',
    dialect: 'excel',
    sheets: [sheet(from(1, [GROUPED, BELOW, ...SPLIT]), { merges: ['C1:F1'] })],
    expected: split([/rows 1 to 2/]),
  },
  {
    name: 'header-two-rows-not-merged',
    dialect: 'openpyxl',
    sheets: [sheet(from(1, [GROUPED, BELOW, ...SPLIT]))],
    expected: split([/rows 1 to 2/]),
  },
  {
    name: 'title-header-merged-numbered',
    dialect: 'excel',
    sheets: [
      sheet(
        {
          1: ['DANH SÁCH GIAO HÀNG'],
          2: ['Tháng 3 năm 2024'],
          ...from(4, [GROUPED, BELOW, ['(1)', '(2)', '(3)', '(4)', '(5)', '(6)', '(7)'], ...SPLIT]),
        },
        {
          merges: ['A1:G1', 'A2:G2', 'A4:A5', 'B4:B5', 'C4:F4', 'G4:G5'],
        },
      ),
    ],
    expected: split([/rows 4 to 5/, /row 6 only numbers the columns/]),
  },
  {
    name: 'header-three-rows',
    dialect: 'excel',
    sheets: [
      sheet(
        from(1, [
          ['STT', 'Thông tin', null, null],
          [null, 'Người nhận', 'Địa chỉ', null],
          [null, null, 'Đường', 'Tỉnh'],
          [1, 'An', '1 Lê Lợi', 'Huế'],
          [2, 'Bình', '2 Lê Lợi', 'Huế'],
        ]),
        {
          merges: ['A1:A3', 'B1:D1', 'B2:B3', 'C2:D2'],
        },
      ),
    ],
    expected: {
      columns: ['STT', 'Thông tin / Người nhận', 'Thông tin / Địa chỉ / Đường', 'Thông tin / Địa chỉ / Tỉnh'],
      rows: [
        [1, 'An', '1 Lê Lợi', 'Huế'],
        [2, 'Bình', '2 Lê Lợi', 'Huế'],
      ],
      says: [/rows 1 to 3/],
    },
  },
  {
    name: 'blank-rows-and-columns',
    dialect: 'excel',
    sheets: [sheet({ 3: right(PLAIN), 5: right(BODY[0]), 6: right(BODY[1]), 9: right(BODY[2]) })],
    expected: plain([/cells are B3:D9/]),
  },
  {
    name: 'totals-row',
    dialect: 'excel',
    sheets: [sheet(from(1, [PLAIN, ...BODY, ['Tổng cộng', null, 600]]))],
    expected: plain([/The row 5 is not read: totals/]),
  },
  {
    name: 'subtotals',
    dialect: 'libreoffice',
    sheets: [
      sheet(from(1, [PLAIN, BODY[0], ['Cộng:', null, 100], BODY[1], BODY[2], ['TỔNG SỐ', null, 600]])),
    ],
    expected: plain([/The rows 3, 6 are not read: totals/]),
  },
  {
    name: 'several-sheets',
    dialect: 'excel',
    sheets: [sheet(from(1, [PLAIN, ...BODY])), sheet({ 1: ['khác'], 2: ['x'] }, { name: 'Tham số' })],
    expected: plain([/"Sheet1" is read.*also has "Tham số"/]),
  },
  {
    name: 'hidden-first-sheet',
    dialect: 'excel',
    sheets: [
      sheet({ 1: ['a'], 2: ['b'] }, { name: 'Ẩn', isHidden: true }),
      sheet(from(1, [PLAIN, ...BODY]), { name: 'Khách' }),
    ],
    expected: plain([/"Khách" is read.*"Ẩn" \(hidden: "Ẩn"\)/]),
  },
  {
    name: 'cover-sheet',
    dialect: 'libreoffice',
    sheets: [
      sheet({ 2: ['Hướng dẫn sử dụng mẫu nhập liệu'], 4: ['Nhập vào trang thứ hai'] }, { name: 'Bìa' }),
      sheet(from(1, [PLAIN, ...BODY]), { name: 'Dữ liệu' }),
    ],
    expected: plain([/"Dữ liệu" is read.*"Bìa"/]),
  },
  {
    name: 'stated-sheet-and-header',
    dialect: 'openpyxl',
    sheets: [
      sheet({ 1: ['a'], 2: ['b'] }),
      sheet(from(1, [['x', 'y', 'z'], PLAIN, ...BODY]), { name: 'Hai' }),
    ],
    stated: { sheet: 'Hai', header_row: 2 },
    expected: plain([/"Hai" is read: the header is row 2/]),
  },
  {
    name: 'stated-range',
    dialect: 'excel',
    sheets: [
      sheet({
        ...from(2, [right([...PLAIN, null, 'bên cạnh']), ...BODY.map((row) => right([...row, null, 'x']))]),
        9: right(['Người lập biểu']),
      }),
    ],
    stated: { range: 'B2:D5' },
    expected: plain([/cells are B2:D5/]),
  },
  {
    name: 'no-header-stated',
    dialect: 'excel',
    sheets: [sheet(from(1, BODY))],
    stated: { header: false },
    expected: { columns: ['column_1', 'column_2', 'column_3'], rows: BODY, says: [/no header/] },
  },
  {
    name: 'list-without-header',
    dialect: 'openpyxl',
    sheets: [sheet(from(1, [[A], [B], [C]]))],
    expected: { columns: ['column_1'], rows: [[A], [B], [C]], says: [/no header/] },
  },
  {
    name: 'merged-data-cells',
    dialect: 'excel',
    sheets: [
      sheet(
        from(1, [
          ['Tỉnh', 'Đường'],
          ['Hà Nội', '1 Bát Đàn'],
          [null, '2 Bát Đàn'],
          [null, '3 Bát Đàn'],
          ['Huế', '4 Lê Lợi'],
        ]),
        { merges: ['A2:A4'] },
      ),
    ],
    expected: {
      columns: ['Tỉnh', 'Đường'],
      rows: [
        ['Hà Nội', '1 Bát Đàn'],
        ['Hà Nội', '2 Bát Đàn'],
        ['Hà Nội', '3 Bát Đàn'],
        ['Huế', '4 Lê Lợi'],
      ],
      says: [/2 cells that are covered by a merged cell/],
    },
  },
  {
    name: 'section-rows',
    dialect: 'excel',
    sheets: [
      sheet(from(1, [PLAIN, ['I. Miền Nam'], BODY[0], ['II. Miền Bắc'], BODY[1]]), {
        merges: ['A2:C2', 'A4:C4'],
      }),
    ],
    expected: {
      columns: PLAIN,
      rows: [['I. Miền Nam', undefined, undefined], BODY[0], ['II. Miền Bắc', undefined, undefined], BODY[1]],
      says: [/rows 2, 4 are merged over several columns/],
    },
  },
  {
    name: 'dates-and-codes',
    dialect: 'libreoffice',
    sheets: [
      sheet(
        from(1, [
          ['Mã', 'Ngày', 'Số ĐT', 'Địa chỉ'],
          [{ code: 7 }, { date: 45356 }, '0912345678', A],
          [{ code: 123 }, { date: 45357 }, '0987654321', B],
        ]),
      ),
    ],
    expected: {
      columns: ['Mã', 'Ngày', 'Số ĐT', 'Địa chỉ'],
      rows: [
        ['00007', '2024-03-05', '0912345678', A],
        ['00123', '2024-03-06', '0987654321', B],
      ],
    },
  },
  {
    name: 'dates-in-own-formats',
    dialect: 'excel',
    sheets: [
      sheet(
        from(1, [
          ['Mã', 'Địa chỉ', 'Ngày đặt', 'Giờ giao', 'Lúc nhập', 'Tháng'],
          [
            'KH01',
            A,
            { number: 45356, format: 'dd/mm/yyyy' },
            { number: 0.354_166_666_666_666_7, format: 'hh:mm' },
            { number: 45356.604_166_666_664, format: 'dd/mm/yyyy hh:mm' },
            { number: 45352, format: '[$-42A]mmmm yyyy' },
          ],
          [
            'KH02',
            B,
            { number: 45357, format: 'dd/mm/yyyy' },
            { number: 0.75, format: 'hh:mm' },
            { number: 45357.25, format: 'dd/mm/yyyy hh:mm' },
            { number: 45383, format: '[$-42A]mmmm yyyy' },
          ],
        ]),
      ),
    ],
    expected: {
      columns: ['Mã', 'Địa chỉ', 'Ngày đặt', 'Giờ giao', 'Lúc nhập', 'Tháng'],
      rows: [
        ['KH01', A, '2024-03-05', '08:30:00', '2024-03-05T14:30:00', '2024-03-01'],
        ['KH02', B, '2024-03-06', '18:00:00', '2024-03-06T06:00:00', '2024-04-01'],
      ],
    },
  },
  {
    name: 'percents-and-money',
    dialect: 'libreoffice',
    sheets: [
      sheet(
        from(1, [
          ['Mã', 'Địa chỉ', 'Chiết khấu', 'Thành tiền'],
          ['KH01', A, { number: 0.125, format: '0.0%' }, { number: 1500000, format: '#,##0\\ "₫"' }],
          ['KH02', B, { number: 1, format: '0%' }, { number: -250.5, format: '#,##0.00;[Red]-#,##0.00' }],
        ]),
      ),
    ],
    expected: {
      columns: ['Mã', 'Địa chỉ', 'Chiết khấu', 'Thành tiền'],
      rows: [
        ['KH01', A, 0.125, 1500000],
        ['KH02', B, 1, -250.5],
      ],
    },
  },
  {
    name: 'formulas',
    dialect: 'excel',
    sheets: [
      sheet(
        from(1, [
          ['Mã', 'Số nhà', 'Địa chỉ', 'Doanh thu'],
          [
            'KH01',
            '1',
            { formula: 'B2&" Lê Lợi, Bến Nghé"', value: '1 Lê Lợi, Bến Nghé' },
            { formula: 'SUM(1,2)', value: 3 },
          ],
          [
            'KH02',
            '2',
            { formula: 'B3&" Lê Lợi, Bến Nghé"', value: '2 Lê Lợi, Bến Nghé' },
            { formula: 'D2*2', value: 6 },
          ],
        ]),
      ),
    ],
    expected: {
      columns: ['Mã', 'Số nhà', 'Địa chỉ', 'Doanh thu'],
      rows: [
        ['KH01', '1', '1 Lê Lợi, Bến Nghé', 3],
        ['KH02', '2', '2 Lê Lợi, Bến Nghé', 6],
      ],
    },
  },
  {
    name: 'error-cells',
    dialect: 'excel',
    sheets: [
      sheet(
        from(1, [
          PLAIN,
          ['KH01', A, { error: '#N/A' }],
          ['KH02', { error: '#REF!' }, 200],
          ['KH03', C, { error: '#DIV/0!' }],
        ]),
      ),
    ],
    expected: {
      columns: PLAIN,
      rows: [
        ['KH01', A, '#N/A'],
        ['KH02', '#REF!', 200],
        ['KH03', C, '#DIV/0!'],
      ],
    },
  },
  {
    name: 'two-tables',
    dialect: 'excel',
    sheets: [
      sheet({
        ...from(1, [PLAIN, ...BODY]),
        ...from(7, [
          ['Mã nhóm', 'Tên nhóm', 'Số lượng'],
          ['N1', 'Đại lý', 12],
          ['N2', 'Khách lẻ', 30],
        ]),
      }),
    ],
    expected: {
      columns: PLAIN,
      rows: [...BODY, ['Mã nhóm', 'Tên nhóm', 'Số lượng'], ['N1', 'Đại lý', 12], ['N2', 'Khách lẻ', 30]],
      says: [/row 7 looks like the header of another table.*--set input\.range=A1:C4/],
    },
  },
  {
    name: 'very-wide',
    dialect: 'openpyxl',
    sheets: [
      sheet(
        from(1, [
          [...PLAIN, ...Array.from({ length: 297 }, (_, at) => `Thuộc tính ${at + 1}`)],
          ...BODY.map((row) => [...row, ...Array.from({ length: 297 }, (_, at) => at)]),
        ]),
      ),
    ],
    expected: {
      columns: [...PLAIN, ...Array.from({ length: 297 }, (_, at) => `Thuộc tính ${at + 1}`)],
      rows: BODY.map((row) => [...row, ...Array.from({ length: 297 }, (_, at) => at)]),
      says: [/cells are A1:KN4/],
    },
  },
  {
    name: 'hidden-rows',
    dialect: 'excel',
    sheets: [sheet(from(1, [PLAIN, ...BODY]), { hiddenRows: [3] })],
    expected: plain([/1 hidden rows are read/]),
  },
  {
    name: 'signatures',
    dialect: 'excel',
    sheets: [
      sheet({
        ...from(1, [[...PLAIN, 'Ngày'], ...BODY.map((row) => [...row, { date: 45356 }])]),
        8: [null, 'Người lập biểu'],
      }),
    ],
    expected: {
      columns: [...PLAIN, 'Ngày'],
      rows: [
        ...BODY.map((row) => [...row, '2024-03-05']),
        [undefined, 'Người lập biểu', undefined, undefined],
      ],
      says: [/1 rows at the end \(8\) have few cells.*input\.range=A1:D7/],
    },
  },
  {
    name: 'table-beside',
    dialect: 'openpyxl',
    sheets: [
      sheet(
        from(1, [
          [...PLAIN, null, 'Mã tỉnh', 'Tên tỉnh'],
          [...BODY[0], null, 79, 'TP. Hồ Chí Minh'],
          BODY[1],
          BODY[2],
        ]),
      ),
    ],
    expected: {
      columns: [...PLAIN, 'Mã tỉnh', 'Tên tỉnh'],
      rows: [
        [...BODY[0], 79, 'TP. Hồ Chí Minh'],
        [...BODY[1], undefined, undefined],
        [...BODY[2], undefined, undefined],
      ],
      says: [/columns E to F stand apart.*--set input\.range=A1:C4/],
    },
  },
  {
    name: 'summary-first',
    dialect: 'openpyxl',
    sheets: [
      sheet(
        from(1, [
          ['Tỉnh', 'Số khách'],
          ['Hà Nội', 1],
          ['Đà Nẵng', 1],
        ]),
        { name: 'Tổng hợp' },
      ),
      sheet(from(1, [PLAIN, ...BODY]), { name: 'Chi tiết' }),
    ],
    expected: plain([/"Chi tiết" is read.*also has "Tổng hợp"/]),
  },
  {
    name: 'total-below-the-addresses',
    dialect: 'libreoffice',
    sheets: [sheet(from(1, [PLAIN, ...BODY, [null, 'TỔNG CỘNG:']]))],
    expected: plain([/The row 5 is not read: totals/]),
  },
  {
    name: 'line-breaks-in-header',
    dialect: 'excel',
    sheets: [sheet(from(1, [['Mã KH', 'Địa  chỉ\ngiao hàng', 'Mã KH'], ...BODY]))],
    expected: { columns: ['Mã KH', 'Địa chỉ giao hàng', 'Mã KH_2'], rows: BODY },
  },
  {
    name: 'empty-sheet',
    dialect: 'libreoffice',
    sheets: [sheet({})],
    expected: { refused: /sheet "Sheet1" of the workbook is empty/ },
  },
  {
    name: 'unknown-sheet',
    dialect: 'excel',
    sheets: [sheet(from(1, [PLAIN, ...BODY]))],
    stated: { sheet: 'Khach' },
    expected: { refused: /no sheet "Khach".*1: "Sheet1"/ },
  },
  {
    name: 'empty-header-row-stated',
    dialect: 'excel',
    sheets: [sheet(from(3, [PLAIN, ...BODY]))],
    stated: { header_row: 2 },
    expected: { refused: /row 2 of the sheet "Sheet1", which was stated as its header, is empty/ },
  },
];
