import { levelName } from './level-name.ts';
import type { Language } from '../../base/text/languages.ts';
import { TEXTS_VI } from './texts-vi.ts';

/** Sentences of runs in English and in Vietnamese. Shape: a name in braces stands for what a run writes there. */
const SENTENCES: readonly (readonly [english: string, vietnamese: string])[] = [
  ['the address is empty', 'địa chỉ trống'],
  ['the text is empty', 'văn bản trống'],
  ['the forcode is empty', 'forcode trống'],
  ['the row has no position', 'dòng không có vị trí'],
  [
    'the row has no position, and is left out of its route',
    'dòng không có vị trí nên không được đưa vào tuyến',
  ],
  ['the row has no place id', 'dòng không có id địa điểm'],
  ['the row has no origin or no destination', 'dòng không có điểm đi hoặc điểm đến'],
  ['the row has no batch key', 'dòng không có khóa của lô'],
  ['no match', 'không có kết quả'],
  ['no match in {unit}', 'không có kết quả trong {unit}'],
  ['no match within {km} km', 'không có kết quả trong vòng {km} km'],
  ['no suggestion', 'không có gợi ý'],
  ['no place has this id', 'không có địa điểm nào mang id này'],
  ['the place has no children', 'địa điểm không có địa điểm con'],
  ['no place of these categories within {km} km', 'không có địa điểm thuộc các loại này trong vòng {km} km'],
  [
    'no picture between {min} and {max} m looks at the position',
    'không có ảnh nào cách {min} đến {max} m nhìn về vị trí này',
  ],
  ['no ward at this position', 'không có phường, xã nào tại vị trí này'],
  ['no route between origin and destination', 'không có tuyến giữa điểm đi và điểm đến'],
  ['the service returned {status}', 'dịch vụ trả về {status}'],
  ['{status}: no cell has this code', '{status}: không có ô nào mang mã này'],
  [
    'divided ward: the former ward became several wards, and the text does not say in which one it is',
    'phường bị chia: phường, xã cũ thành nhiều phường, xã, và văn bản không cho biết là nơi nào',
  ],
  [
    'same name in several provinces: the text does not say which one',
    'trùng tên ở nhiều tỉnh: văn bản không cho biết tỉnh nào',
  ],
  [
    'old or new unit of that name: a former ward and another one of today have it',
    'đơn vị cũ hay mới cùng tên: một phường, xã cũ và một phường, xã khác hiện nay cùng mang tên này',
  ],
  [
    'several records: the text fits more than one place equally',
    'nhiều bản ghi: văn bản khớp như nhau với nhiều địa điểm',
  ],
  [
    'merged unit: it was made of several units, and the text does not say which of them it was in',
    'đơn vị sáp nhập: được lập từ nhiều đơn vị, và văn bản không cho biết thuộc đơn vị nào',
  ],
  [
    'no ward: the text names only a district, which became several wards',
    'không có phường: văn bản chỉ nêu quận, huyện, nay thành nhiều phường, xã',
  ],
  [
    'the text names {unit}, which is no unit of {day}',
    'văn bản nêu {unit}, không phải đơn vị của ngày {day}',
  ],
  [
    'not in any tour: its position stands for a whole {level}, and min_level is {least}',
    'không thuộc chuyến nào: vị trí chỉ đại diện cho cả cấp {level}, còn min_level là {least}',
  ],
  [
    'not in any tour: its match has a confidence below min_confidence, {least}',
    'không thuộc chuyến nào: độ tin cậy của kết quả thấp hơn min_confidence, {least}',
  ],
  ['not in any tour: there is no route there and back', 'không thuộc chuyến nào: không có đường đi và về'],
  [
    'not in any tour: its demand is more than the capacity of a vehicle',
    'không thuộc chuyến nào: lượng hàng vượt sức chở của một xe',
  ],
  [
    'not in any tour: it closes before it can be reached',
    'không thuộc chuyến nào: đóng cửa trước khi có thể đến',
  ],
  ['not in any tour: the tour would take too long', 'không thuộc chuyến nào: chuyến sẽ quá dài'],
  ['not in any tour: there are not enough vehicles', 'không thuộc chuyến nào: không đủ xe'],
  ['the text names no ward, district or province', 'văn bản không nêu phường, xã, quận, huyện hay tỉnh nào'],
  ['the dataset does not know what {unit} was on {day}', 'bộ dữ liệu không biết {unit} là gì vào ngày {day}'],
  ['there is no {level} with the code {code}', 'không có {level} nào mang mã {code}'],
  [
    'not in any tour: outside of the roads of this dataset: it is farther than 1 km from any road',
    'không thuộc chuyến nào: ngoài mạng đường của bộ dữ liệu: cách mọi con đường hơn 1 km',
  ],
  ['no vehicle of its batch is used', 'không xe nào của lô được dùng'],
  ['addresses are read as "{text}"', 'địa chỉ được đọc từ "{text}"'],
  ['texts are read as "{text}"', 'văn bản được đọc từ "{text}"'],
  ['forcodes are read from "{column}"', 'forcode được đọc từ "{column}"'],
  ['place ids are read from "{column}"', 'id địa điểm được đọc từ "{column}"'],
  ['positions are read from "{lat}" and "{lon}"', 'vị trí được đọc từ "{lat}" và "{lon}"'],
  [
    'positions are read from "{lat}" and "{lon}", which an earlier run wrote',
    'vị trí được đọc từ "{lat}" và "{lon}", do một lần chạy trước ghi',
  ],
  [
    'positions are read from "{column}" as <lat>,<lng>',
    'vị trí được đọc từ "{column}" dưới dạng <lat>,<lng>',
  ],
  ['the {end} is read from "{column}" as <lat>,<lng>', '{end} được đọc từ "{column}" dưới dạng <lat>,<lng>'],
  ['what the positions stand for is read from {columns}', 'cấp của vị trí được đọc từ {columns}'],
  ['tours are planned with {list}, by the names of columns', 'các chuyến được lập với {list}, theo tên cột'],
  [
    'tours are planned with {list}, by the names of columns; the demand is listed, and limits nothing without capacity',
    'các chuyến được lập với {list}, theo tên cột; lượng hàng chỉ được liệt kê, không giới hạn gì khi không có sức chở',
  ],
  ['tours are planned without {list}', 'các chuyến được lập mà không dùng {list}'],
  [
    'labels name the units of {day} (as_of), which takes the place of admin_v2: {value}',
    'nhãn ghi các đơn vị của ngày {day} (as_of), thay cho admin_v2: {value}',
  ],
  ['columns without a name are called {list}', 'các cột không tên được gọi là {list}'],
  [
    '{n} columns are called "{name}": here and in the results the later one is {list}',
    '{n} cột cùng tên "{name}": ở đây và trong kết quả, cột sau là {list}',
  ],
  [
    '{n} columns are called "{name}": here and in the results the later ones are {list}',
    '{n} cột cùng tên "{name}": ở đây và trong kết quả, các cột sau là {list}',
  ],
  [
    'the input already has columns of the stage {stage}, which are kept; the new ones are called {list} (another name for the stage, {example}, avoids that)',
    'dữ liệu vào đã có các cột của bước {stage}, được giữ lại; các cột mới mang tên {list} (đặt tên khác cho bước, {example}, để tránh)',
  ],
  [
    'The lines end with a carriage return alone, as on old Macs.',
    'Các dòng kết thúc chỉ bằng ký tự CR, như trên máy Mac cũ.',
  ],
  [
    'The encoding is {encoding}, by its byte order mark.',
    'Bảng mã là {encoding}, theo dấu thứ tự byte (BOM).',
  ],
  [
    'The encoding was stated as {stated}, but the byte order mark says {mark}; that is used.',
    'Bảng mã được khai là {stated}, nhưng dấu thứ tự byte (BOM) cho biết là {mark}; dùng bảng mã này.',
  ],
  [
    'The file name says {name}, but the content is {content}; it is read as {format}.',
    'Tên tệp cho biết là {name}, nhưng nội dung là {content}; được đọc là {format}.',
  ],
  [
    'The delimiter is {delimiter}, detected: {n} columns.',
    'Dấu phân cách là {delimiter}, nhận ra từ dữ liệu: {n} cột.',
  ],
  [
    'The delimiter is {delimiter}, detected: {n} columns, in the header and in {share} % of the {rows} rows in the sample.',
    'Dấu phân cách là {delimiter}, nhận ra từ dữ liệu: {n} cột, ở tiêu đề và ở {share} % trong {rows} dòng mẫu.',
  ],
  [
    'The first line is an address, like those below it: the input is read as a list without a header (state header: true if the first line is one).',
    'Dòng đầu là địa chỉ, như các dòng dưới: dữ liệu được đọc như danh sách không có tiêu đề (khai header: true nếu dòng đầu là tiêu đề).',
  ],
  [
    'The input has no header: its columns are called {columns}.',
    'Dữ liệu không có tiêu đề: các cột mang tên {columns}.',
  ],
  [
    'The header is the lines {first} to {last}, joined: {columns}.',
    'Tiêu đề là các dòng {first} đến {last}, ghép lại: {columns}.',
  ],
  [
    'The header is line {line}; the lines with text above it are not read (state header_row where another line is the header, as in {example}).',
    'Tiêu đề là dòng {line}; các dòng chữ phía trên không được đọc (khai header_row nếu dòng khác là tiêu đề, như {example}).',
  ],
  [
    'The last line ({line}) looks like a row of totals; it is read like the others.',
    'Dòng cuối ({line}) trông như dòng tổng cộng; được đọc như các dòng khác.',
  ],
  [
    'The first line looks like data, not like a header: it has cells that are numbers. If it is a row, state header: false (--set input.header=false).',
    'Dòng đầu trông như dữ liệu, không như tiêu đề: có ô là số. Nếu đó là một dòng, hãy khai header: false (--set input.header=false).',
  ],
  [
    'With the stated delimiter {stated} there is one column; {better} would give {n}.',
    'Với dấu phân cách {stated} đã khai chỉ có một cột; {better} sẽ cho {n}.',
  ],
  [
    'The input has one column; no delimiter splits its header, so delimiters in its rows are read as text.',
    'Dữ liệu có một cột; không dấu phân cách nào chia tiêu đề, nên dấu phân cách trong các dòng được đọc như văn bản.',
  ],
  ['{what} could not be written to {name} ({error})', '{what} không ghi được vào {name} ({error})'],
  [
    'NODE_TLS_REJECT_UNAUTHORIZED=0: the certificate of the service is not checked, so others on the network can read the key and change responses',
    'NODE_TLS_REJECT_UNAUTHORIZED=0: chứng chỉ của dịch vụ không được kiểm tra, nên người khác trong mạng có thể đọc khóa và sửa phản hồi',
  ],
  [
    '{share} of {n} named a house, {houses} were matched at one, {streets} at a street or place, {wards} at a ward, {none} not',
    '{share} trong {n} địa chỉ mẫu nêu số nhà; {houses} dòng được định vị ở số nhà, {streets} ở đường hoặc địa điểm, {wards} ở phường, xã, {none} không có kết quả',
  ],
];

/** A sentence as the page shows it. */
export interface ShownSentence {
  text: string;
  language: Language;
}

let patterns: readonly { pattern: RegExp; vietnamese: string }[] | undefined;

/** Returns a sentence that a run wrote (a reason, a finding, the words about its sample) in the language of the page; in English where it has no other. */
export function runSentence(english: string, language: Language): ShownSentence {
  if (language === 'en') return { text: english, language };
  patterns ??= SENTENCES.map(([text, vietnamese]) => ({ pattern: patternOf(text), vietnamese }));
  for (const { pattern, vietnamese } of patterns) {
    const found = pattern.exec(english);
    if (!found) continue;
    const text = vietnamese.replace(/\{(\w+)\}/g, (_, name: string) => wordOf(found.groups?.[name] ?? ''));
    return { text, language };
  }
  return { text: english, language: 'en' };
}

const ENDS: Readonly<Record<string, string>> = { origin: 'điểm đi', destination: 'điểm đến' };

/** Returns a word that a run writes into a sentence: levels and ends of a route have names on the page. */
const wordOf = (word: string) => ENDS[word] ?? levelName(word, TEXTS_VI);

function patternOf(text: string): RegExp {
  const parts = text.split(/\{(\w+)\}/);
  const source = parts.map((part, at) =>
    at % 2 === 1 ? `(?<${part}>.+?)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  return new RegExp(`^${source.join('')}$`, 'su');
}
