import type { Sentence } from './sentence.ts';

/** What a run remarks about its input, and why records of it could not be read. */
export const INPUT_SENTENCES: readonly Sentence[] = [
  [
    '{n} more names are those of several columns: the later ones get a suffix',
    '{n} tên khác là tên của nhiều cột: các cột sau có hậu tố',
  ],
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
    'With the stated delimiter {delimiter} there is one column; {delimiter2} would give {n}.',
    'Với dấu phân cách đã khai, {delimiter}, chỉ có một cột; {delimiter2} sẽ cho {n}.',
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
    'of {n} addresses {share} have a house number; found: {houses} at the house, {streets} at a street or place, {wards} at the ward, {none} not at all',
    'trong {n} địa chỉ mẫu, {share} có số nhà; kết quả: {houses} đúng số nhà, {streets} ở đường hoặc địa điểm, {wards} ở phường, xã, {none} không tìm thấy',
  ],
  // Sheets of workbooks.
  [
    '{first} The workbook also has {sheets} (hidden: {hidden}): choose one with sheet, as in --set input.sheet=2.',
    '{first} Sổ tính còn có {sheets} (bị ẩn: {hidden}): chọn một trang bằng sheet, như --set input.sheet=2.',
  ],
  [
    '{first} The workbook also has {sheets}: choose one with sheet, as in --set input.sheet=2.',
    '{first} Sổ tính còn có {sheets}: chọn một trang bằng sheet, như --set input.sheet=2.',
  ],
  [
    'The sheet {sheet} is read: the header is row {first}, the cells are {cells}.',
    'Trang tính {sheet} được đọc: tiêu đề là dòng {first}, vùng ô là {cells}.',
  ],
  [
    'The sheet {sheet} is read: the header is rows {first} to {last}, joined, the cells are {cells}.',
    'Trang tính {sheet} được đọc: tiêu đề là các dòng {first} đến {last}, ghép lại, vùng ô là {cells}.',
  ],
  [
    'The sheet {sheet} is read: it has no header, and its columns are called {column} and so on, the cells are {cells}.',
    'Trang tính {sheet} được đọc: không có tiêu đề, các cột mang tên {column}, v.v., vùng ô là {cells}.',
  ],
  [
    '{n} row with text above the header are not read (state header_row where another row is the header, as in {example}).',
    '{n} dòng chữ phía trên tiêu đề không được đọc (khai header_row nếu dòng khác là tiêu đề, như {example}).',
  ],
  [
    '{n} rows with text above the header are not read (state header_row where another row is the header, as in {example}).',
    '{n} dòng chữ phía trên tiêu đề không được đọc (khai header_row nếu dòng khác là tiêu đề, như {example}).',
  ],
  [
    'The row {row} only numbers the columns, and is not read.',
    'Dòng {row} chỉ đánh số các cột nên không được đọc.',
  ],
  [
    'The row {row} looks like the header of another table below the first one: it and the rows below it are read as rows of the first. Leave them out with input.range, as in {example}.',
    'Dòng {row} trông như tiêu đề của một bảng khác bên dưới bảng đầu: dòng này và các dòng dưới được đọc như dòng của bảng đầu. Bỏ chúng bằng input.range, như {example}.',
  ],
  [
    'The columns {first} to {last} stand apart and have cells in few rows: another table beside the first one? They are read with it; leave them out with input.range, as in {example}.',
    'Các cột {first} đến {last} đứng riêng và chỉ có ô ở ít dòng: một bảng khác bên cạnh bảng đầu? Chúng được đọc cùng bảng đó; bỏ chúng bằng input.range, như {example}.',
  ],
  ['The row {row} is not read: totals.', 'Dòng {row} không được đọc: dòng tổng cộng.'],
  ['The rows {rows} are not read: totals.', 'Các dòng {rows} không được đọc: dòng tổng cộng.'],
  [
    '{n} cells that are covered by a merged cell above them have its value.',
    '{n} ô bị một ô gộp phía trên che nhận giá trị của ô đó.',
  ],
  [
    'The row {row} is merged over several columns: the text is in the first of them.',
    'Dòng {row} được gộp qua nhiều cột: nội dung nằm ở cột đầu.',
  ],
  [
    'The rows {rows} are merged over several columns: the text is in the first of them.',
    'Các dòng {rows} được gộp qua nhiều cột: nội dung nằm ở cột đầu.',
  ],
  ['{n} hidden rows are read like the others.', '{n} dòng bị ẩn được đọc như các dòng khác.'],
  [
    '{n} rows at the end ({rows}) have few cells: notes or signatures? They are read; leave them out with input.range, as in {example}.',
    '{n} dòng cuối ({rows}) có ít ô: ghi chú hay chữ ký? Chúng được đọc; bỏ chúng bằng input.range, như {example}.',
  ],
  // What a job expects of its run.
  [
    'share of the rows with the status ok, in the stage where it is lowest',
    'tỷ lệ dòng có trạng thái đạt, ở bước có tỷ lệ thấp nhất',
  ],
  [
    'share of the rows with the status error, in the stage where it is highest',
    'tỷ lệ dòng có trạng thái lỗi, ở bước có tỷ lệ cao nhất',
  ],
  [
    'share of the rows with the status ambiguous, in the stage where it is highest',
    'tỷ lệ dòng có trạng thái chưa rõ, ở bước có tỷ lệ cao nhất',
  ],
  [
    'share of all rows whose match is at the level {level} or finer, in the stage where it is lowest',
    'tỷ lệ trên mọi dòng có kết quả ở cấp {level} hoặc chi tiết hơn, ở bước có tỷ lệ thấp nhất',
  ],
  ['number of rows of the input', 'số dòng của dữ liệu vào'],
  ['number of rows that could not be read', 'số dòng không đọc được'],
  // Records that could not be read.
  [
    'The row contains bytes that are not UTF-8. If the whole file is in another encoding, state it (encoding: windows-1258, utf-16le or utf-16be).',
    'Dòng có byte không phải UTF-8. Nếu cả tệp dùng bảng mã khác, hãy khai (encoding: windows-1258, utf-16le hoặc utf-16be).',
  ],
  [
    'The row contains a NUL byte, which never occurs in text: the file is damaged or in another encoding.',
    'Dòng có byte NUL, không bao giờ có trong văn bản: tệp bị hỏng hoặc dùng bảng mã khác.',
  ],
  [
    'The row has {n} bytes, at most {most} are read. Check for a quote that is not closed, or a file in another format.',
    'Dòng có {n} byte, chỉ đọc tối đa {most}. Hãy kiểm tra dấu nháy kép chưa đóng, hoặc tệp ở định dạng khác.',
  ],
  [
    'The row has {n} cell, the header {columns}. Add the missing cells, or quote the cell that contains a line break.',
    'Dòng có {n} ô, tiêu đề có {columns}. Hãy thêm các ô thiếu, hoặc đặt ô có ngắt dòng trong dấu nháy kép.',
  ],
  [
    'The row has {n} cells, the header {columns}. Add the missing cells, or quote the cell that contains a line break.',
    'Dòng có {n} ô, tiêu đề có {columns}. Hãy thêm các ô thiếu, hoặc đặt ô có ngắt dòng trong dấu nháy kép.',
  ],
  [
    'The row has {n} cell, the header {columns}. Quote the cells that contain the delimiter.',
    'Dòng có {n} ô, tiêu đề có {columns}. Hãy đặt các ô có dấu phân cách trong dấu nháy kép.',
  ],
  [
    'The row has {n} cells, the header {columns}. Quote the cells that contain the delimiter.',
    'Dòng có {n} ô, tiêu đề có {columns}. Hãy đặt các ô có dấu phân cách trong dấu nháy kép.',
  ],
  [
    'A quoted cell is not closed properly: its closing quote is missing, something other than the delimiter follows it, or the cell would include the rows that follow. Double each quote that is part of the text.',
    'Một ô trong dấu nháy kép không được đóng đúng: thiếu dấu nháy đóng, sau nó không phải là dấu phân cách, hoặc ô sẽ nuốt các dòng tiếp theo. Hãy viết đôi mỗi dấu nháy thuộc nội dung.',
  ],
  ['The row is not valid JSON: {fault}', 'Dòng không phải JSON hợp lệ: {fault}'],
  [
    'The row is {kind}, not an object with named members.',
    'Dòng là {kind}, không phải đối tượng có các thành phần mang tên.',
  ],
  [
    "The row's arrays and objects are nested more than {n} deep.",
    'Mảng và đối tượng trong dòng lồng nhau sâu hơn {n} cấp.',
  ],
  [
    'The row has a member that was not there when the columns were read: the input has changed. Run again with the input unchanged.',
    'Dòng có một thành phần không có lúc đọc các cột: dữ liệu vào đã thay đổi. Hãy chạy lại với dữ liệu vào không đổi.',
  ],
];

/** Parts of these sentences: names of what is lost, of JSON values, and the faults of JSON texts as V8 writes them. */
export const INPUT_PARTS: readonly Sentence[] = [
  ['the summary', 'bản tóm tắt'],
  ['messages', 'thông báo'],
  ['standard output', 'đầu ra chuẩn'],
  ['standard error', 'đầu ra lỗi chuẩn'],
  ['an array', 'một mảng'],
  ['a string', 'một chuỗi'],
  ['a number', 'một số'],
  ['a boolean', 'một giá trị logic'],
  ['{fault} (line {line} column {column})', '{fault} (hàng {line}, cột {column})'],
  ['{fault} in JSON at position {n}', '{fault}, tại vị trí {n}'],
  ['{fault} after JSON at position {n}', '{fault} sau JSON, tại vị trí {n}'],
  ['Unexpected end of JSON input', 'JSON kết thúc sớm'],
  ['Unexpected token {token}, {text} is not valid JSON', 'ký tự {token} không hợp lệ trong {text}'],
  ['Unexpected token {token}', 'ký tự {token} không hợp lệ'],
  ['Unexpected number', 'có số ở chỗ không hợp lệ'],
  ['Unexpected string', 'có chuỗi ở chỗ không hợp lệ'],
  ['Unexpected non-whitespace character', 'có ký tự thừa'],
  ['Unterminated string', 'chuỗi không được đóng'],
  ["Expected property name or '}'", "thiếu tên thành phần hoặc '}'"],
  ['Expected double-quoted property name', 'thiếu tên thành phần trong dấu nháy kép'],
  ["Expected ':' after property name", "thiếu ':' sau tên thành phần"],
  ["Expected ',' or '}' after property value", "thiếu ',' hoặc '}' sau giá trị"],
  ["Expected ',' or ']' after array element", "thiếu ',' hoặc ']' sau phần tử của mảng"],
  ['Bad control character in string literal', 'chuỗi có ký tự điều khiển'],
  ['Bad escaped character', 'ký tự thoát không hợp lệ'],
  ['Bad Unicode escape', 'mã Unicode không hợp lệ'],
  ['No number after minus sign', 'thiếu số sau dấu trừ'],
  ['Unterminated fractional number', 'phần thập phân bị thiếu'],
  ['Exponent part is missing a number', 'số mũ bị thiếu'],
  ['{list} and {n} more', '{list} và {n} mục khác'],
];
