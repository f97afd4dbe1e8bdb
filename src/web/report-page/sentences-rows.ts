import type { Sentence } from './sentence.ts';

/** Why rows have no result: the reasons of the stages. */
export const ROW_SENTENCES: readonly Sentence[] = [
  ['{{one}}; {{more}}', '{one}; {more}'],
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
    'its position stands for a whole {level}, and min_level is {level2}',
    'vị trí chỉ đại diện cho cả cấp {level}, còn min_level là {level2}',
  ],
  [
    'its match has a confidence below min_confidence, {n}',
    'độ tin cậy của kết quả thấp hơn min_confidence, {n}',
  ],
  ['there is no route there and back', 'không có đường đi và về'],
  ['its demand is more than the capacity of a vehicle', 'lượng hàng vượt sức chở của một xe'],
  ['it closes before it can be reached', 'đóng cửa trước khi có thể đến'],
  ['the tour would take too long', 'chuyến sẽ quá dài'],
  ['there are not enough vehicles', 'không đủ xe'],
  ['the text names no ward, district or province', 'văn bản không nêu phường, xã, quận, huyện hay tỉnh nào'],
  ['the dataset does not know what {unit} was on {day}', 'bộ dữ liệu không biết {unit} là gì vào ngày {day}'],
  ['there is no {level} with the code {code}', 'không có {level} nào mang mã {code}'],
  ['there is no {{unit}} in {{parent}} on {day}', 'không có {unit} ở {parent} vào ngày {day}'],
  ['there is no {{unit}} in {{parent}}', 'không có {unit} ở {parent}'],
  ['there is no {{unit}} on {day}', 'không có {unit} vào ngày {day}'],
  ['there is no {{unit}}', 'không có {unit}'],
  [
    'a batch with vehicles, a capacity or max_hours can have {most} stops; this one has {n}',
    'lô có số xe, sức chở hoặc max_hours chỉ được có {most} điểm dừng; lô này có {n}',
  ],
  [
    'outside of the roads of this dataset: it is farther than 1 km from any road',
    'ngoài mạng đường của bộ dữ liệu: cách mọi con đường hơn 1 km',
  ],
  ['no vehicle of its batch is used', 'không xe nào của lô được dùng'],
  ['not in any tour: {why}', 'không thuộc chuyến nào: {why}'],
  ['there is no route to or from the other stops', 'không có đường đến hoặc đi từ các điểm dừng khác'],
  [
    'the address has {n} characters; at most {most} can be geocoded',
    'địa chỉ có {n} ký tự; chỉ định vị được tối đa {most} ký tự',
  ],
  [
    'the address has {n} characters; at most {most} can be converted',
    'địa chỉ có {n} ký tự; chỉ chuyển đổi được tối đa {most} ký tự',
  ],
  [
    'the text has {n} characters; at most {most} can be completed',
    'văn bản có {n} ký tự; chỉ gợi ý được cho tối đa {most} ký tự',
  ],
  // Positions.
  ['the latitude "{text}" {fault}', 'vĩ độ "{text}" {fault}'],
  ['the longitude "{text}" {fault}', 'kinh độ "{text}" {fault}'],
  ['"{lat}" and "{lon}" are both a latitude', '"{lat}" và "{lon}" đều là vĩ độ'],
  ['"{lat}" and "{lon}" are both a longitude', '"{lat}" và "{lon}" đều là kinh độ'],
  ['"{text}" is not <lat>,<lng>', '"{text}" không có dạng <lat>,<lng>'],
  ['{{fault}}; swapped?', '{fault}; có bị đảo chỗ không?'],
  ['the latitude {n} is outside -90 to 90', 'vĩ độ {n} nằm ngoài khoảng -90 đến 90'],
  ['the longitude {n} is outside -180 to 180', 'kinh độ {n} nằm ngoài khoảng -180 đến 180'],
  [
    '{lat} and {lon} are metres of a projected system (VN-2000 or UTM), not degrees: {advice}',
    '{lat} và {lon} là mét của hệ tọa độ phẳng (VN-2000 hoặc UTM), không phải độ: {advice}',
  ],
  [
    '{n} is no degree: its decimal point was lost, probably in a spreadsheet that took it for a thousands separator',
    '{n} không phải số độ: dấu thập phân đã mất, có lẽ vì bảng tính coi đó là dấu phân cách hàng nghìn',
  ],
  // Limits of stops.
  ['the {option} "{text}" in {columns} is no number', '{option} "{text}" ở {columns} không phải là số'],
  [
    '{option} "{text}" in {columns} is no time of day, such as 08:30',
    '{option} "{text}" ở {columns} không phải giờ trong ngày, như 08:30',
  ],
  ['it is a first and a last stop', 'vừa là điểm dừng đầu vừa là điểm dừng cuối'],
  ['it closes ({until}) before it opens ({from})', 'đóng cửa ({until}) trước khi mở cửa ({from})'],
  ['it closes before the departure', 'đóng cửa trước giờ khởi hành'],
  [
    'its demand, {demand}, is more than the capacity of a vehicle, {capacity}',
    'lượng hàng {demand} vượt sức chở của một xe, {capacity}',
  ],
  // Remarks about tours.
  [
    'straight lines, not roads: {why}; lengths are 1.3 times the straight line, times follow from a speed per vehicle',
    'đường thẳng, không phải đường bộ: {why}; chiều dài bằng 1,3 lần đường chim bay, thời gian tính theo tốc độ của phương tiện',
  ],
  [
    'this service plans no opening times: a stop may be reached after it closes',
    'dịch vụ này không tính giờ mở cửa: có thể đến điểm dừng sau khi đóng cửa',
  ],
  ['this service plans with its own speeds', 'dịch vụ này tính theo tốc độ riêng'],
  ['{place} is {n} m from the nearest road', '{place} cách con đường gần nhất {n} m'],
  ['start: {fault}', 'điểm đầu: {fault}'],
  ['end: {fault}', 'điểm cuối: {fault}'],
  ['origin: {fault}', 'điểm đi: {fault}'],
  ['destination: {fault}', 'điểm đến: {fault}'],
];

/** Parts of these sentences. */
export const ROW_PARTS: readonly Sentence[] = [
  ['the dataset has no road network', 'dữ liệu không có mạng lưới đường'],
  [
    'the stops are farther than 1 km from the roads of the dataset',
    'các điểm dừng cách đường bộ trong dữ liệu hơn 1 km',
  ],
  ['is not a number', 'không phải là số'],
  [
    'is not a number of degrees: it has thousands separators. If it is metres of a projected system (VN-2000 or UTM), {advice}',
    'không phải số độ: có dấu phân cách hàng nghìn. Nếu là mét của hệ tọa độ phẳng (VN-2000 hoặc UTM), {advice}',
  ],
  [
    'convert them to degrees WGS84 first, for example with QGIS or ogr2ogr',
    'trước hết hãy đổi sang độ WGS84, chẳng hạn bằng QGIS hoặc ogr2ogr',
  ],
  ['ward {code}', 'phường/xã {code}'],
  ['{{unit}}, province {code}', '{unit}, tỉnh/thành {code}'],
  ['district {code}', 'quận/huyện {code}'],
  ['province {code}', 'tỉnh/thành {code}'],
  ['origin', 'điểm đi'],
  ['destination', 'điểm đến'],
];
