import type { Sentence } from './sentence.ts';

/** Why requests of rows failed: they were refused, or a service, its router or its dataset could not respond. */
export const REQUEST_SENTENCES: readonly Sentence[] = [
  ['{{failure}} Tried {n} time.', '{failure} Đã thử {n} lần.'],
  ['{{failure}} Tried {n} times.', '{failure} Đã thử {n} lần.'],
  // Parameters.
  ['{operation}: {{faults}}', '{operation}: {faults}'],
  [
    '{parameter}: "{text}" is not <lat>,<lng> in degrees; are the two swapped?',
    '{parameter}: "{text}" không có dạng <lat>,<lng> tính bằng độ; hai số có bị đảo chỗ không?',
  ],
  [
    '{parameter}: "{text}" is not <lat>,<lng> in degrees',
    '{parameter}: "{text}" không có dạng <lat>,<lng> tính bằng độ',
  ],
  [
    '{parameter}: "{text}" is not <lng>,<lat> in degrees; are the two swapped?',
    '{parameter}: "{text}" không có dạng <lng>,<lat> tính bằng độ; hai số có bị đảo chỗ không?',
  ],
  [
    '{parameter}: "{text}" is not <lng>,<lat> in degrees',
    '{parameter}: "{text}" không có dạng <lng>,<lat> tính bằng độ',
  ],
  [
    'datetime: {text} {fault}. Give 2024-05-01T00:00:00Z, or two of them with / between, one of which may be ..',
    'datetime: {text} {fault}. Hãy ghi 2024-05-01T00:00:00Z, hoặc hai thời điểm cách nhau bằng /, một trong hai có thể là ..',
  ],
  [
    'place_distance: {text} is no range. Give <min>-<max> in metres: 3-15',
    'place_distance: {text} không phải là khoảng. Hãy ghi <min>-<max> tính bằng mét: 3-15',
  ],
  [
    'intersects: {where} {fault}. Give the text of a GeoJSON geometry, such as {example}',
    'intersects: {where} {fault}. Hãy ghi một hình GeoJSON, như {example}',
  ],
  [
    'intersects has {n} positions, more than {most}. Simplify the geometry, or search by bbox',
    'intersects có {n} vị trí, nhiều hơn {most}. Hãy đơn giản hóa hình, hoặc tìm theo bbox',
  ],
  [
    'the cache has no response to this request, and none is sent',
    'bộ nhớ đệm không có phản hồi cho yêu cầu này, và không gửi yêu cầu nào',
  ],
  [
    'intersects {fault}. Give the text of a GeoJSON geometry, such as {example}',
    'intersects {fault}. Hãy ghi một hình GeoJSON, như {example}',
  ],
  [
    'bbox: {numbers} is no box. Give minLon,minLat,maxLon,maxLat in degrees, or six numbers with heights',
    'bbox: {numbers} không phải là khung. Hãy ghi minLon,minLat,maxLon,maxLat tính bằng độ, hoặc sáu số kèm độ cao',
  ],
  [
    '{parameter} is no day as YYYY-MM-DD, such as 2025-06-30',
    '{parameter} không phải ngày dạng YYYY-MM-DD, như 2025-06-30',
  ],
  ['{operation}: {parameter} is repeated', '{operation}: {parameter} bị lặp lại'],
  [
    '{operation}: {parameter} does not go with the other parameters, which select the {shape} shape. Known parameters: {list}',
    '{operation}: {parameter} không đi cùng các tham số khác, vốn chọn dạng {shape}. Các tham số có thể dùng: {list}',
  ],
  [
    '{operation}: unknown parameter {parameter}. Known parameters: {list}',
    '{operation}: không có tham số {parameter}. Các tham số có thể dùng: {list}',
  ],
  ['ids: entry {n} of {all} is empty', 'ids: mục {n} trong {all} mục bị trống'],
  [
    'ids: format=google has one place in a response, and these are {n}: {ids}. Leave the format out, or send a request for each',
    'ids: format=google trả về một địa điểm, còn đây là {n}: {ids}. Hãy bỏ format, hoặc gửi một yêu cầu cho mỗi id',
  ],
  [
    'parent_id: must be one place id, and "{id}" has a comma. Send a request for each',
    'parent_id: phải là id của một địa điểm, mà "{id}" có dấu phẩy. Hãy gửi một yêu cầu cho mỗi id',
  ],
  [
    'categories: "{word}" is no known category; did you mean {list}?',
    'categories: không có loại địa điểm "{word}"; ý bạn là {list}?',
  ],
  [
    'categories: "{word}" is no known category; use a category such as atm, cafe or hospital',
    'categories: không có loại địa điểm "{word}"; hãy dùng một loại như atm, cafe hoặc hospital',
  ],
  [
    'categories: no category given, such as atm or "ngân hàng"',
    'categories: chưa nêu loại địa điểm nào, như atm hoặc "ngân hàng"',
  ],
  [
    'nearby: point.lat and point.lon are missing; there is nothing to be near to',
    'nearby: thiếu point.lat và point.lon nên không biết tìm gần đâu',
  ],
  [
    'the position is outside all provinces of Vietnam and has no forcode',
    'vị trí nằm ngoài mọi tỉnh, thành phố của Việt Nam nên không có forcode',
  ],
  // What a service or a dataset does not have.
  [
    'This service does not support {operation} yet. Use a remote service instead.',
    'Dịch vụ này chưa hỗ trợ {operation}. Hãy dùng một dịch vụ từ xa.',
  ],
  [
    'This service has no {operation} (HTTP {status}): only Geomill has it. Use --service local, or the address of a geomill serve.',
    'Dịch vụ này không có {operation} (HTTP {status}): chỉ Geomill có. Hãy dùng --service local, hoặc địa chỉ của một geomill serve.',
  ],
  [
    'This dataset has no street pictures: build one with `geomill dataset build --imagery FILE`, or use a remote service.',
    'Bộ dữ liệu này không có ảnh đường phố: hãy tạo bằng `geomill dataset build --imagery FILE`, hoặc dùng một dịch vụ từ xa.',
  ],
  [
    'This dataset has administrative units only, no places: build a dataset with places, or use a remote service.',
    'Bộ dữ liệu này chỉ có đơn vị hành chính, không có địa điểm: hãy tạo một bộ có địa điểm, hoặc dùng một dịch vụ từ xa.',
  ],
  ['{name} needs the address of the {root} service.', '{name} cần địa chỉ của dịch vụ {root}.'],
  [
    'this service plans no vehicles, capacities or times: use the local service, or leave those options out',
    'dịch vụ này không lập kế hoạch theo xe, sức chở hay giờ giấc: hãy dùng dịch vụ cục bộ, hoặc bỏ các tùy chọn đó',
  ],
  // Routers.
  ['json.locations: {n} are too many; at most {most}', 'json.locations: {n} là quá nhiều; tối đa {most}'],
  ['json.locations: {n} are too few; at least {least}', 'json.locations: {n} là quá ít; tối thiểu {least}'],
  ['destination: {n} are too many; at most {most}', 'destination: {n} là quá nhiều; tối đa {most}'],
  [
    'json.geomill.{name}: {n} values for {count} locations; give one for each',
    'json.geomill.{name}: {n} giá trị cho {count} vị trí; mỗi vị trí cần một giá trị',
  ],
  [
    '{places}: farther than 1 km from any road for {costing}',
    '{places}: cách mọi con đường cho {costing} hơn 1 km',
  ],
  ['{places}: no route to or from the others', '{places}: không có đường đến hoặc đi từ các điểm khác'],
  [
    'a place is farther than 1 km from any road that this vehicle can travel',
    'có điểm cách mọi con đường mà phương tiện này đi được hơn 1 km',
  ],
  [
    'there is no route between the places for this vehicle',
    'không có đường giữa các điểm cho phương tiện này',
  ],
  [
    'there is no route between the places: their roads are not connected',
    'không có đường giữa các điểm: các con đường ở đó không nối với nhau',
  ],
  ['the places are too far apart', 'các điểm cách nhau quá xa'],
  ['there are too many places', 'có quá nhiều điểm'],
  ['there are too few places: at least two are needed', 'có quá ít điểm: cần ít nhất hai điểm'],
  ['the router does not know this vehicle', 'bộ tìm đường không biết phương tiện này'],
  [
    '{n} places are too many: the router takes at most {most} in one request',
    '{n} điểm là quá nhiều: bộ tìm đường nhận tối đa {most} điểm trong một yêu cầu',
  ],
  ['{lat},{lon} is no latitude and longitude', '{lat},{lon} không phải là vĩ độ và kinh độ'],
  ['there is no costing {costing}: use {list}', 'không có loại phương tiện {costing}: hãy dùng {list}'],
  [
    'routes over roads need the package {name}: run {command}',
    'tìm đường trên mạng đường bộ cần gói {name}: hãy chạy {command}',
  ],
  [
    'routes over roads need the system library {name}: run {command}',
    'tìm đường trên mạng đường bộ cần thư viện hệ thống {name}: hãy chạy {command}',
  ],
  [
    'routes over roads need {name}, which has binaries for Linux (glibc 2.28 or newer, x64 and arm64) and macOS (arm64) only; on {platform} it cannot be loaded: {error}',
    'tìm đường trên mạng đường bộ cần {name}, chỉ có bản cho Linux (glibc 2.28 trở lên, x64 và arm64) và macOS (arm64); trên {platform} không nạp được: {error}',
  ],
  ['the response of the router has {fault}', 'phản hồi của bộ tìm đường có {fault}'],
  ['the response of the router is larger than {n} bytes', 'phản hồi của bộ tìm đường lớn hơn {n} byte'],
  ['the response of the router is not JSON', 'phản hồi của bộ tìm đường không phải JSON'],
  [
    'the response of the router is not a {action} response: {fault}',
    'phản hồi của bộ tìm đường không đúng dạng của {action}: {fault}',
  ],
  ['the router took longer than {n} s', 'bộ tìm đường mất hơn {n} giây'],
  ['the router closed the connection ({reason})', 'bộ tìm đường đã đóng kết nối ({reason})'],
  ['the router responds with status {status}', 'bộ tìm đường trả về trạng thái {status}'],
  ['the router failed: {error}', 'bộ tìm đường gặp lỗi: {error}'],
  ['the router crashed {n} times on this request', 'bộ tìm đường đã hỏng {n} lần vì yêu cầu này'],
  // Remote services.
  ['{operation}: the service failed with HTTP {status}.', '{operation}: dịch vụ gặp lỗi HTTP {status}.'],
  ['{operation}: the service failed (UNKNOWN_ERROR).', '{operation}: dịch vụ gặp lỗi (UNKNOWN_ERROR).'],
  [
    '{operation}: the service responded with a redirect{where}, which is not followed. Check the address of the service.',
    '{operation}: dịch vụ chuyển hướng{where}, không được đi theo. Hãy kiểm tra địa chỉ của dịch vụ.',
  ],
  ['{operation}: the response has {size}.', '{operation}: phản hồi có {size}.'],
  [
    '{operation}: the service did not respond in time ({detail}).',
    '{operation}: dịch vụ không phản hồi kịp ({detail}).',
  ],
  [
    '{operation}: the connection to the service failed ({detail}).',
    '{operation}: kết nối đến dịch vụ bị lỗi ({detail}).',
  ],
  [
    '{operation}: the service refused this request (HTTP 403); the key may not cover this operation.',
    '{operation}: dịch vụ từ chối yêu cầu này (HTTP 403); có thể khóa không gồm thao tác này.',
  ],
  [
    '{operation}: the service denied this request (REQUEST_DENIED); the key may not cover this operation.',
    '{operation}: dịch vụ từ chối yêu cầu này (REQUEST_DENIED); có thể khóa không gồm thao tác này.',
  ],
  [
    '{operation}: the service refused this request (HTTP {status}).',
    '{operation}: dịch vụ từ chối yêu cầu này (HTTP {status}).',
  ],
  [
    '{operation}: the service refused the request (HTTP {status}).',
    '{operation}: dịch vụ từ chối yêu cầu này (HTTP {status}).',
  ],
  ['{operation}: the service did not resolve {place}.', '{operation}: dịch vụ không định vị được {place}.'],
  [
    '{operation}: the response of the service does not have the documented form ({fault}).',
    '{operation}: phản hồi của dịch vụ không có dạng như tài liệu ({fault}).',
  ],
  [
    '{operation}: the response of the service does not have the documented form.',
    '{operation}: phản hồi của dịch vụ không có dạng như tài liệu.',
  ],
  ['{operation}: the response of the service {fault}.', '{operation}: phản hồi của dịch vụ {fault}.'],
  ['no complete response within {n} ms', 'chưa có phản hồi đầy đủ sau {n} ms'],
  ['more than {n} bytes', 'hơn {n} byte'],
];

/** Parts of these sentences. */
export const REQUEST_PARTS: readonly Sentence[] = [
  // Values that do not fit a schema.
  [
    'text is missing: give text, or ward, district, province',
    'thiếu text: hãy cho text, hoặc ward, district, province',
  ],
  [
    '{parameter} is missing: give latitude and longitude, or neither',
    'thiếu {parameter}: hãy cho cả vĩ độ và kinh độ, hoặc không cho số nào',
  ],
  ['must have required properties {list}', 'phải có {list}'],
  ['must not have additional properties', 'không được có thành phần khác'],
  ['{member} must be equal to one of the allowed values', '{member} phải là một trong các giá trị cho phép'],
  ['{member} must be equal to constant', '{member} phải đúng giá trị quy định'],
  ['{member} must match a schema in anyOf', '{member} không đúng dạng nào được phép'],
  ['{member} must match pattern {pattern}', '{member} phải theo mẫu {pattern}'],
  ['{member} must match format {format}', '{member} phải theo định dạng {format}'],
  ['{member} must not have more than {n} characters', '{member} không được quá {n} ký tự'],
  ['{member} must not have fewer than {n} characters', '{member} phải có ít nhất {n} ký tự'],
  ['{member} must not have more than {n} items', '{member} không được quá {n} mục'],
  ['{member} must not have fewer than {n} items', '{member} phải có ít nhất {n} mục'],
  ['{member} must have required properties {list}', '{member} phải có {list}'],
  ['{member} must not have additional properties', '{member} không được có thành phần khác'],
  ['{member} must be either {types}', '{member} phải thuộc kiểu {types}'],
  ['{member} must be {type}', '{member} phải là {type}'],
  // Intervals and shapes.
  ['has more than one /', 'có nhiều dấu /'],
  ['is open at both ends', 'để ngỏ cả hai đầu'],
  ['ends before it begins', 'kết thúc trước khi bắt đầu'],
  ['has {text}, which is no RFC 3339 timestamp', 'có {text}, không phải thời điểm theo RFC 3339'],
  ['the geometry', 'hình'],
  ['geometry {n} of the collection', 'hình thứ {n} của tập hợp'],
  ['is not JSON', 'không phải JSON'],
  ['has no positions', 'không có vị trí nào'],
  ['is nested more than {n} deep', 'lồng nhau sâu hơn {n} cấp'],
  ['is not an object', 'không phải đối tượng'],
  ['has the type {type}, which is no GeoJSON geometry', 'có kiểu {type}, không phải hình GeoJSON'],
  ['has a polygon without a ring', 'có đa giác không có vòng biên'],
  [
    'has a ring that is not closed or has fewer than 4 positions',
    'có vòng biên không khép kín hoặc có ít hơn 4 vị trí',
  ],
  ['has a line of fewer than 2 positions', 'có đường gấp khúc ít hơn 2 vị trí'],
  [
    'has {text} in the place of a position [longitude, latitude]',
    'có {text} ở chỗ của một vị trí [kinh độ, vĩ độ]',
  ],
  ['has coordinates that do not fit its type', 'có tọa độ không hợp với kiểu'],
  // Places of routes.
  ['the start', 'điểm đầu'],
  ['the end', 'điểm cuối'],
  ['the start ({rows})', 'điểm đầu ({rows})'],
  ['the end ({rows})', 'điểm cuối ({rows})'],
  ['stop {n} ({rows})', 'điểm dừng {n} ({rows})'],
  ['destination {n}', 'điểm đến {n}'],
  ['the origin (geocoder_status {status})', 'điểm đi (geocoder_status {status})'],
  ['destination {n} (geocoder_status {status})', 'điểm đến {n} (geocoder_status {status})'],
  // Responses.
  [' to {address}', ' đến {address}'],
  ['connection failed', 'lỗi kết nối'],
  ['is compressed, though that was not asked for', 'bị nén dù không được yêu cầu'],
  ['is not UTF-8', 'không phải UTF-8'],
  ['is nested deeper than {n}', 'lồng nhau sâu hơn {n} cấp'],
  ['is not JSON, or only the beginning of it', 'không phải JSON, hoặc chỉ là phần đầu'],
  ['has the unknown status {status} and no result', 'có trạng thái lạ {status} và không có kết quả'],
  ['has a "{name}" that cannot be read: {error}', 'có "{name}" không đọc được: {error}'],
  [
    'has the position latitude {lat}, longitude {lon}, which is not on the earth',
    'có vị trí vĩ độ {lat}, kinh độ {lon} không có trên trái đất',
  ],
  ['has a route without legs', 'có tuyến không có chặng nào'],
  [
    'has a route of {n} legs, which should be one, to the only destination',
    'có tuyến gồm {n} chặng, lẽ ra chỉ một, đến điểm đến duy nhất',
  ],
  ['has {n} legs between {stops} stops', 'có {n} chặng giữa {stops} điểm dừng'],
  ['has {n} stops; {sent} were sent', 'có {n} điểm dừng; đã gửi {sent}'],
  [
    'begins at stop {n}, which is not the first that was sent',
    'bắt đầu ở điểm dừng {n}, không phải điểm đầu đã gửi',
  ],
  [
    'ends at stop {n}, which is not the last that was sent',
    'kết thúc ở điểm dừng {n}, không phải điểm cuối đã gửi',
  ],
  ['does not visit stop {n}', 'không ghé điểm dừng {n}'],
  ['{n} places, not {sent}', '{n} điểm, không phải {sent}'],
  ['the language {language}', 'ngôn ngữ {language}'],
  ['a trip that does not visit {n} stops', 'một chuyến không ghé {n} điểm dừng'],
  ['a matrix in {unit}', 'một ma trận tính bằng {unit}'],
  ['a matrix that is not {rows} by {columns}', 'một ma trận không phải {rows} × {columns}'],
  ['no trip', 'không có chuyến nào'],
];
