import type { Language } from '../../base/text/languages.ts';
import { MEMBER_TEXTS } from './member-texts.ts';

/** Vietnamese of the parts of parameter texts, which semicolons separate, as the document of the interface has them in English. */
const VI: Readonly<Record<string, string>> = {
  ...MEMBER_TEXTS,
  'search text': 'văn bản cần tìm',
  'the address': 'địa chỉ',
  'address or name': 'địa chỉ hoặc tên',
  'address or name, may be incomplete': 'địa chỉ hoặc tên, có thể chưa đầy đủ',
  'address or name of a place': 'địa chỉ hoặc tên địa điểm',
  'the address, or the name of a place': 'địa chỉ, hoặc tên địa điểm',
  'selects or belongs to the google shape': 'chọn dạng google hoặc thuộc dạng đó',
  'selects or belongs to the osm shape': 'chọn dạng osm hoặc thuộc dạng đó',
  'google: the google shape': 'google: dạng google',
  'any other: the osm shape': 'giá trị khác: dạng osm',
  'point as text, <lat>,<lng>': 'điểm dạng văn bản, <lat>,<lng>',
  'point as text, <lng>,<lat>': 'điểm dạng văn bản, <lng>,<lat>',
  'degrees WGS84': 'độ WGS84',
  'degrees WGS84, -90 to 90': 'độ WGS84, -90 đến 90',
  'degrees WGS84, -180 to 180': 'độ WGS84, -180 đến 180',
  latitude: 'vĩ độ',
  longitude: 'kinh độ',
  degrees: 'độ',
  kilometres: 'ki-lô-mét',
  'kilometres, 50 when left out': 'ki-lô-mét, mặc định 50',
  'kilometres, 1 when left out': 'ki-lô-mét, mặc định 1',
  metres: 'mét',
  'metres, <min>-<max>': 'mét, <ít nhất>-<nhiều nhất>',
  'metres, 50,000 when left out': 'mét, mặc định 50.000',
  'whole kilometres': 'số nguyên ki-lô-mét',
  'number of suggestions at most': 'số gợi ý tối đa',
  'number of matches at most': 'số kết quả tối đa',
  'number of places at most': 'số địa điểm tối đa',
  'number of places, at most 40': 'số địa điểm, tối đa 40',
  'number of places, 1 to 40': 'số địa điểm, 1 đến 40',
  'number of places, 1 to 50': 'số địa điểm, 1 đến 50',
  'a number beyond counts as the nearest': 'số ở ngoài được tính là số gần nhất',
  'number of pictures at most': 'số ảnh tối đa',
  'UUID v4 made by the client': 'UUID v4 do máy khách tạo',
  'valid 5 minutes': 'có hiệu lực 5 phút',
  'true: labels name the administrative units after the consolidation of 2025':
    'true: nhãn ghi đơn vị hành chính sau khi sắp xếp năm 2025',
  'true: labels name the units since July 2025': 'true: nhãn ghi đơn vị từ tháng 7/2025',
  'false: those before': 'false: đơn vị trước đó',
  'both: a remote service is queried twice, so that old and new columns are filled':
    'both: hỏi dịch vụ ở xa hai lần, để có cả cột cũ và mới',
  'place id': 'id của địa điểm',
  'several are comma separated and answered in that order, each once':
    'nhiều id cách nhau bằng dấu phẩy và được trả lời theo thứ tự đó, mỗi id một lần',
  'google: one': 'google: một id',
  'id of a place': 'id của địa điểm',
  'id of a place with has_child true': 'id của địa điểm có has_child là true',
  'slugs or Vietnamese words': 'mã loại hoặc từ tiếng Việt',
  'slugs or Vietnamese words, as in [atm, "bệnh viện"]': 'mã loại hoặc từ tiếng Việt, như [atm, "bệnh viện"]',
  'several are comma separated': 'nhiều giá trị cách nhau bằng dấu phẩy',
  '<lat>,<lng>': '<lat>,<lng>',
  'several are separated by ;': 'nhiều điểm cách nhau bằng ;',
  'whether other routes are added where there are any': 'có thêm các tuyến khác hay không, nếu có',
  'means of travel': 'phương tiện đi lại',
  'language of the instructions': 'ngôn ngữ của chỉ dẫn',
  'size of the cell: H3 resolution, 13 for about 4 m': 'cỡ ô: độ phân giải H3, 13 là khoảng 4 m',
  'the forcode, in capitals and without blanks': 'forcode, viết hoa và không có dấu cách',
  'minLon,minLat,maxLon,maxLat': 'minLon,minLat,maxLon,maxLat',
  'six values with height, which is ignored': 'sáu giá trị nếu có độ cao, độ cao bị bỏ qua',
  'minLon above maxLon: across the antimeridian': 'minLon lớn hơn maxLon: qua kinh tuyến đổi ngày',
  'GeoJSON geometry as text': 'hình học GeoJSON dạng văn bản',
  'RFC 3339 instant, or interval with / and .. for an open end':
    'thời điểm RFC 3339, hoặc khoảng có dấu / và .. cho đầu để mở',
  'ids of pictures': 'id của các ảnh',
  'ids of collections': 'id của các bộ sưu tập',
  'id of the collection': 'id của bộ sưu tập',
  'id of the picture': 'id của ảnh',
  'id of the item': 'id của ảnh',
  'full angle of the cone around the heading': 'góc đầy đủ của hình quạt quanh hướng nhìn',
  'not for 360-degree pictures': 'không dùng cho ảnh 360 độ',
  'page of `limit` items, as the `next` link gives it': 'trang gồm `limit` ảnh, như liên kết `next` đưa ra',
  'an extension of the interface by Geomill': 'phần mở rộng của Geomill',
  'ward by name or by official code': 'phường/xã theo tên hoặc mã chính thức',
  'district, before July 2025 by name or by official code':
    'quận/huyện trước tháng 7/2025, theo tên hoặc mã chính thức',
  'province by name or by official code': 'tỉnh/thành theo tên hoặc mã chính thức',
  'a day of the units in the text': 'một ngày của các đơn vị trong văn bản',
  'default: any day, YYYY-MM-DD': 'mặc định: ngày bất kỳ, YYYY-MM-DD',
  'the day whose units are wanted': 'ngày có các đơn vị cần lấy',
  'default: the newest of the dataset, YYYY-MM-DD': 'mặc định: ngày mới nhất của bộ dữ liệu, YYYY-MM-DD',
  'false: units are written without diacritics': 'false: viết đơn vị không dấu',
  'english: `Bến Thành Ward` in place of `Phường Bến Thành`':
    'english: `Bến Thành Ward` thay cho `Phường Bến Thành`',
  'language of the explanation': 'ngôn ngữ của lời giải thích',
  'size and format, as the item has it': 'cỡ và định dạng, như trong mục ảnh',
  'column and row, from the top left': 'cột và hàng, từ góc trên bên trái',
  'identifier of the tile matrix, as the item has it': 'mã của ma trận ô, như trong mục ảnh',
  'filters as country:VN|administrative_area:Hà Nội': 'bộ lọc như country:VN|administrative_area:Hà Nội',
  'names of units are added to the address': 'tên đơn vị được thêm vào địa chỉ',
  'position whose places are asked for: latitude,longitude': 'vị trí cần hỏi địa điểm: vĩ độ,kinh độ',
  'position whose places are asked for': 'vị trí cần hỏi địa điểm',
  'without effect': 'không có tác dụng',
  'without effect: all places are in Vietnam': 'không có tác dụng: mọi địa điểm đều ở Việt Nam',
  'without effect on names, which are Vietnamese': 'không có tác dụng với tên, vốn là tiếng Việt',
  'without effect: names are Vietnamese': 'không có tác dụng: tên là tiếng Việt',
  'without effect: places outside of the radius are never suggested':
    'không có tác dụng: không bao giờ gợi ý địa điểm ngoài bán kính',
  'without effect: all known members are returned':
    'không có tác dụng: mọi thành phần đã biết đều được trả về',
  'without effect: texts are in kilometres': 'không có tác dụng: văn bản dùng ki-lô-mét',
  'without effect: there is no traffic': 'không có tác dụng: không có dữ liệu giao thông',
  'without effect: no place is twice in a response': 'không có tác dụng: không địa điểm nào có hai lần',
  'without effect: the nearest is always first': 'không có tác dụng: gần nhất luôn đứng đầu',
  'types of the results, separated by |': 'loại kết quả, cách nhau bằng |',
  'whether places are labelled by the units since July 2025': 'nhãn có ghi đơn vị từ tháng 7/2025 hay không',
  'whether addresses name the units since July 2025': 'địa chỉ có ghi đơn vị từ tháng 7/2025 hay không',
  'an addition of Geomill': 'phần thêm của Geomill',
  'the first letters of an address or name': 'các chữ đầu của địa chỉ hoặc tên',
  'position near which places are preferred: latitude,longitude':
    'vị trí mà địa điểm gần đó được ưu tiên: vĩ độ,kinh độ',
  'places near this position are preferred': 'ưu tiên địa điểm gần vị trí này',
  'radius around location': 'bán kính quanh location',
  'position from which distances are measured: latitude,longitude': 'vị trí để đo khoảng cách: vĩ độ,kinh độ',
  'country:vn': 'country:vn',
  'another country has no suggestion': 'nước khác không có gợi ý',
  'groups the requests of one search into one billed session':
    'gộp các yêu cầu của một lần tìm thành một phiên tính phí',
  'latitude,longitude, place_id:ID or an address': 'vĩ độ,kinh độ, place_id:ID hoặc địa chỉ',
  'as origin': 'như origin',
  'stops on the way, separated by |, each as origin':
    'các điểm dừng trên đường, cách nhau bằng |, mỗi điểm như origin',
  '`optimize:true` is not supported': 'không hỗ trợ `optimize:true`',
  'kind of travel': 'cách đi',
  'whether other routes may be returned': 'có thể trả về tuyến khác hay không',
  'name of a place': 'tên địa điểm',
  'not with q': 'không dùng cùng q',
  'house number and street': 'số nhà và đường',
  'a part of the address': 'một phần của địa chỉ',
  'postcode, without effect beside other parts': 'mã bưu chính, không có tác dụng khi có phần khác',
  country: 'nước',
  'country codes': 'mã nước',
  'country codes separated by commas': 'mã nước, cách nhau bằng dấu phẩy',
  'country codes of two or three letters, separated by commas':
    'mã nước hai hoặc ba chữ, cách nhau bằng dấu phẩy',
  'two corners of a box whose places come first: lon,lat,lon,lat in degrees':
    'hai góc của khung có địa điểm được xếp trước: lon,lat,lon,lat tính bằng độ',
  'two corners of the box of the places: lon,lat,lon,lat in degrees':
    'hai góc của khung chứa các địa điểm: lon,lat,lon,lat tính bằng độ',
  'whether places outside of the viewbox are left out': 'có bỏ địa điểm ngoài viewbox hay không',
  'numbers of places to leave out, separated by commas':
    'số của các địa điểm cần bỏ, cách nhau bằng dấu phẩy',
  'type of the places': 'loại địa điểm',
  'type of the places: house, street, locality, district, city, county, state, country, other':
    'loại địa điểm: house, street, locality, district, city, county, state, country, other',
  'as featureType': 'như featureType',
  'layers separated by commas: address, poi': 'các lớp cách nhau bằng dấu phẩy: address, poi',
  'layers, separated by commas: address, venue, street, locality, county, region, coarse':
    'các lớp, cách nhau bằng dấu phẩy: address, venue, street, locality, county, region, coarse',
  'sources, separated by commas: all places are of all sources':
    'các nguồn, cách nhau bằng dấu phẩy: mọi địa điểm thuộc mọi nguồn',
  'format of the response': 'định dạng phản hồi',
  'jsonv2 when left out': 'mặc định jsonv2',
  'text when left out': 'mặc định text',
  'whether places have their address in parts': 'địa điểm có địa chỉ theo từng phần hay không',
  'whether places have their id of the interface, phone, website and opening hours':
    'địa điểm có id của giao diện, điện thoại, trang web và giờ mở cửa hay không',
  'whether places have their name apart': 'địa điểm có tên riêng hay không',
  'whether places have their position as GeoJSON': 'địa điểm có vị trí dạng GeoJSON hay không',
  'whether places have their position as KML': 'địa điểm có vị trí dạng KML hay không',
  'whether places have their position as SVG': 'địa điểm có vị trí dạng SVG hay không',
  'whether places have their position as WKT': 'địa điểm có vị trí dạng WKT hay không',
  'not supported: refused': 'không hỗ trợ: bị từ chối',
  'detail: 3 province, 8 district, 13 ward, 16 street, 18 house':
    'mức chi tiết: 3 tỉnh/thành, 8 quận/huyện, 13 phường/xã, 16 đường, 18 số nhà',
  'up to 50 ids separated by commas: N, W or R and the number of an object of OpenStreetMap, or ids of the interface':
    'tối đa 50 id cách nhau bằng dấu phẩy: N, W hoặc R và số của đối tượng OpenStreetMap, hoặc id của giao diện',
  'centre of the circle of the places': 'tâm của vòng tròn chứa các địa điểm',
  'the box of the places': 'khung chứa các địa điểm',
  'global ids, separated by commas, as `gid` has them':
    'id toàn cục, cách nhau bằng dấu phẩy, như trong `gid`',
  'main tag: key:value, key or :value': 'thẻ chính: key:value, key hoặc :value',
  'with ! in front what is left out': 'có ! ở đầu là bỏ đi',
  'distance of the places': 'khoảng cách của các địa điểm',
  'columns of NDJSON, separated by commas': 'các cột của NDJSON, cách nhau bằng dấu phẩy',
  'detected from the first records when left out': 'nếu bỏ trống, nhận ra từ các bản ghi đầu',
  'delimiter of CSV': 'dấu phân cách của CSV',
  'detected from the header when left out': 'nếu bỏ trống, nhận ra từ dòng tiêu đề',
  'the address, with {column} placeholders': 'địa chỉ, có chỗ điền {cột}',
  'the text, with {column} placeholders': 'văn bản, có chỗ điền {cột}',
  'detected from the column names when left out': 'nếu bỏ trống, nhận ra từ tên cột',
  'province of the addresses that name none, as in Hà Nội':
    'tỉnh/thành của địa chỉ không ghi tỉnh, như Hà Nội',
  'units that the addresses are written in. new: those since July 2025, so that a name which a former district and a ward share, as in Thuận Châu, Sơn La, is that ward':
    'đơn vị hành chính mà địa chỉ được viết theo. new: từ tháng 7/2025, nên một tên chung của huyện cũ và xã mới, như Thuận Châu, Sơn La, là xã',
  'position near the addresses: the nearest of several places of one name is the match':
    'vị trí gần các địa chỉ: trong nhiều địa điểm cùng tên, lấy nơi gần nhất',
  'ward that the match must be in, old or new, with {column} placeholders, as in {phường}':
    'phường/xã phải chứa kết quả, cũ hoặc mới, có chỗ điền {cột}, như {phường}',
  'district that the match must be in, old or new, with {column} placeholders, as in {quận}':
    'quận/huyện phải chứa kết quả, cũ hoặc mới, có chỗ điền {cột}, như {quận}',
  'province that the match must be in, old or new, with {column} placeholders, as in {tỉnh}':
    'tỉnh/thành phải chứa kết quả, cũ hoặc mới, có chỗ điền {cột}, như {tỉnh}',
  'a match outside is not given, but the unit itself': 'không đưa kết quả ở ngoài, mà đưa chính đơn vị đó',
  'day whose units labels name, as in 2025-06-30': 'ngày có các đơn vị được ghi trong nhãn, như 2025-06-30',
  'it takes the place of admin_v2. The newest day of the dataset when left out':
    'thay cho admin_v2. Nếu bỏ trống: ngày mới nhất của bộ dữ liệu',
  'adds the columns `parts` (the verdict of each part of the address) and `verdict` (accept, check or reject)':
    'thêm cột `parts` (đánh giá từng phần của địa chỉ) và `verdict` (accept, check hoặc reject)',
  'an object sets the rules of the latter': 'một đối tượng đặt quy tắc cho cột sau',
  'maximum number of candidates for each row, best first':
    'số kết quả tối đa cho mỗi dòng, tốt nhất đứng đầu',
  'how several candidates are written: `columns` adds 2_..., 3_... beside those of the first':
    'cách ghi nhiều kết quả: `columns` thêm 2_..., 3_... bên cạnh kết quả đầu',
  '`array` adds one column with a list of all': '`array` thêm một cột có danh sách tất cả',
  'column of the latitude, as in "{lat}"': 'cột vĩ độ, như "{lat}"',
  'column of the longitude, as in "{lon}"': 'cột kinh độ, như "{lon}"',
  'column with both, <lat>,<lng>, as in "{location}"': 'cột có cả hai, <lat>,<lng>, như "{location}"',
  'search radius': 'bán kính tìm',
  'search radius around the row’s position, where the job names its columns':
    'bán kính tìm quanh vị trí của dòng, nếu công việc nêu các cột đó',
  'encode or decode': 'encode (mã hóa) hoặc decode (giải mã)',
  'encode: size of the cell, 0 (1,107 km) to 15 (0.5 m)': 'encode: cỡ ô, 0 (1.107 km) đến 15 (0,5 m)',
  'decode: column of the forcode, as in "{forcode}"': 'decode: cột forcode, như "{forcode}"',
  'least distance of a picture': 'khoảng cách nhỏ nhất của ảnh',
  'greatest distance of a picture': 'khoảng cách lớn nhất của ảnh',
  'full angle around the heading of a picture in which the position has to be':
    'góc đầy đủ quanh hướng nhìn của ảnh mà vị trí phải nằm trong đó',
  'earliest capture time: a day in Vietnam as 2024-05-01, or an RFC 3339 timestamp':
    'thời điểm chụp sớm nhất: một ngày ở Việt Nam như 2024-05-01, hoặc thời điểm RFC 3339',
  'latest capture time': 'thời điểm chụp muộn nhất',
  'a day is included to its end': 'ngày được tính đến hết ngày',
  'which one of several pictures: the nearest, or the one with the latest capture time':
    'chọn ảnh nào trong nhiều ảnh: gần nhất, hoặc chụp gần đây nhất',
  'address of a page with the viewer, such as that of geomill serve':
    'địa chỉ của trang có trình xem, như trang của geomill serve',
  'adds the column of links to it': 'thêm cột liên kết đến trang đó',
  'column of the place id, as in "{place_id}"': 'cột id của địa điểm, như "{place_id}"',
  'origin of the route, <lat>,<lng> with {column} placeholders, as in "{lat},{lon}"':
    'điểm đi của tuyến, <lat>,<lng> có chỗ điền {cột}, như "{lat},{lon}"',
  'destination of the route, in the same form': 'điểm đến của tuyến, cùng dạng',
  'may be the same for all rows': 'có thể giống nhau cho mọi dòng',
  'vehicle of the route': 'phương tiện của tuyến',
  'true: adds the column `alternatives`, a list of the other routes of the service':
    'true: thêm cột `alternatives`, danh sách các tuyến khác của dịch vụ',
  'language of warnings and instructions': 'ngôn ngữ của cảnh báo và chỉ dẫn',
  'if given, the column `instructions` is added: English or Vietnamese':
    'nếu có, thêm cột `instructions`: tiếng Anh hoặc tiếng Việt',
  'ward by name or official code, with {column} placeholders, as in {ward_code}':
    'phường/xã theo tên hoặc mã chính thức, có chỗ điền {cột}, như {ward_code}',
  'district, before July 2025, by name or official code, with {column} placeholders, as in {district_code}':
    'quận/huyện trước tháng 7/2025, theo tên hoặc mã chính thức, có chỗ điền {cột}, như {district_code}',
  'province by name or official code, with {column} placeholders, as in {province_code}':
    'tỉnh/thành theo tên hoặc mã chính thức, có chỗ điền {cột}, như {province_code}',
  'a day of the units in the input': 'một ngày của các đơn vị trong dữ liệu vào',
  'any day when left out, YYYY-MM-DD': 'nếu bỏ trống: ngày bất kỳ, YYYY-MM-DD',
  'the day whose units are written': 'ngày có các đơn vị được ghi ra',
  'the newest of the dataset when left out, YYYY-MM-DD':
    'nếu bỏ trống: ngày mới nhất của bộ dữ liệu, YYYY-MM-DD',
  'order of the words of a unit: Phường Bến Thành, or Bến Thành Ward':
    'thứ tự từ của một đơn vị: Phường Bến Thành, hoặc Bến Thành Ward',
  'language of the explanation: English or Vietnamese':
    'ngôn ngữ của lời giải thích: tiếng Anh hoặc tiếng Việt',
};

/** Returns a text of the document of the interface in a language; undefined where it has none there. */
export function interfaceText(description: string, language: Language): string | undefined {
  if (language === 'en') return description;
  const parts = (VI[description] !== undefined ? [description] : description.split('; ')).map(
    (part) => VI[part],
  );
  return parts.every((part) => part !== undefined) ? parts.join('; ') : undefined;
}
