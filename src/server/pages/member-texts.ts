/** Vietnamese of the parts of texts about members of bodies and answers, which semicolons separate, as the document of the interface has them in English. */
export const MEMBER_TEXTS: Readonly<Record<string, string>> = {
  'name followed by the address parts': 'tên, rồi đến các phần của địa chỉ',
  'the place has children, see the operation `children`': 'địa điểm có địa điểm con, xem phép `children`',
  'composed characters': 'số ký tự ở dạng dựng sẵn',
  'composed characters from the start': 'số ký tự dựng sẵn tính từ đầu',
  'city or province': 'tỉnh, thành phố',
  district: 'quận, huyện',
  ward: 'phường, xã',
  'day from which the names of `new` are in force': 'ngày các tên trong `new` bắt đầu có hiệu lực',
  'what the units of `new` were called since 1 July 2025 until their newest names, oldest first':
    'tên của các đơn vị trong `new` từ 1/7/2025 đến trước tên mới nhất, cũ nhất đứng trước',
  'absent if they have always been called the same': 'không có nếu tên không hề thay đổi',
  'first day on which it is called otherwise, `YYYY-MM-DD`': 'ngày đầu tiên mang tên khác, `YYYY-MM-DD`',
  'as the source has them': 'như trong nguồn',
  'all wards that a divided former ward became, the likeliest first, with its share of the addresses':
    'mọi phường, xã hình thành từ một phường, xã cũ bị chia, khả năng cao nhất đứng trước, kèm tỷ lệ địa chỉ',
  '`area only`: by law it got area without population':
    '`area only`: theo luật chỉ nhận diện tích, không nhận dân cư',
  'why several matches fit the text and nothing in it prefers one':
    'vì sao nhiều kết quả cùng khớp và văn bản không cho biết nên chọn kết quả nào',
  'absent if one is preferred': 'không có nếu một kết quả được ưu tiên',
  'OK or ZERO_RESULTS': 'OK hoặc ZERO_RESULTS',
  'what is in front of the units, as it was written': 'phần đứng trước các đơn vị, như đã viết',
  'a day on which the units are in force, YYYY-MM-DD': 'một ngày các đơn vị có hiệu lực, YYYY-MM-DD',
  'the address with these units': 'địa chỉ với các đơn vị này',
  'the units alone': 'chỉ các đơn vị',
  'the unit before, with type word': 'đơn vị trước đó, có từ chỉ loại',
  'the unit after': 'đơn vị sau đó',
  'item (khoản) of the first article': 'khoản của điều thứ nhất',
  'empty if it could not be read': 'để trống nếu không đọc được',
  'first day, YYYY-MM-DD': 'ngày đầu tiên, YYYY-MM-DD',
  'note of the official table': 'ghi chú trong bảng chính thức',
  '0 to 1, estimated': 'từ 0 đến 1, ước tính',
  '0 and 1 are by law': '0 và 1 là theo luật',
  '`area only`: by law it has area without population':
    '`area only`: theo luật chỉ có diện tích, không có dân cư',
  'metres of a distance, seconds of a duration': 'khoảng cách tính bằng mét, thời gian tính bằng giây',
  'may be empty': 'có thể để trống',
  'encoded polyline, precision 5': 'polyline mã hóa, độ chính xác 5',
  'the stops': 'các điểm dừng',
  'the first and the last stay where they are': 'điểm đầu và điểm cuối giữ nguyên vị trí',
  'unit of lengths': 'đơn vị chiều dài',
  'capacity of one vehicle': 'sức chở của một xe',
  'demand of each stop, in the unit of the capacity': 'lượng hàng của mỗi điểm dừng, theo đơn vị của sức chở',
  'service time of each stop': 'thời gian phục vụ tại mỗi điểm dừng',
  'opening time of each stop': 'giờ mở cửa của mỗi điểm dừng',
  'a vehicle that is early waits': 'xe đến sớm thì chờ',
  'closing time of each stop, before which service must begin':
    'giờ đóng cửa của mỗi điểm dừng, phải bắt đầu phục vụ trước giờ đó',
  'null for none': 'null nếu không có',
  'latest end of a tour, waiting included': 'giờ kết thúc muộn nhất của chuyến, kể cả thời gian chờ',
  '0 for the first stops of a tour, 2 for its last ones, 1 for all others':
    '0 cho các điểm dừng đầu chuyến, 2 cho các điểm cuối, 1 cho những điểm còn lại',
  'a means of travel that the interface has not, in place of its `costing`':
    'phương tiện đi lại mà giao diện không có, thay cho `costing` của nó',
  'factor of the speed of legs over roads, by their mean speed on free roads':
    'hệ số tốc độ của các chặng trên đường, theo tốc độ trung bình khi đường thông',
  'between two, in proportion': 'giữa hai giá trị thì theo tỷ lệ',
  'factor of all speeds from a time on, ascending': 'hệ số của mọi tốc độ kể từ một giờ, tăng dần',
  '1 before the first': 'trước giờ đầu tiên là 1',
  'times in which no vehicle travels and nobody is served':
    'những khoảng giờ không xe nào chạy và không ai được phục vụ',
  'cost of a second of waiting, in seconds of travel': 'chi phí của một giây chờ, tính bằng giây di chuyển',
  'cost of a second of a tour beyond `regular_seconds`, in seconds of travel':
    'chi phí của một giây vượt `regular_seconds` của chuyến, tính bằng giây di chuyển',
  'cost of a second that a vehicle works less than the one that works longest, in seconds of travel':
    'chi phí của mỗi giây một xe làm ít hơn xe làm lâu nhất, tính bằng giây di chuyển',
  'a vehicle leaves as late as it can without returning later':
    'xe xuất phát muộn nhất có thể mà không về muộn hơn',
  "Valhalla's maneuver number": 'số thao tác của Valhalla',
  'newer ones are above 38': 'các số mới hơn lớn hơn 38',
  seconds: 'giây',
  'in the requested units': 'theo đơn vị được yêu cầu',
  'RFC 3339': 'RFC 3339',
  'The parameters of the GET request as a JSON object. STAC API 1.0.0.':
    'Các tham số của yêu cầu GET dưới dạng một đối tượng JSON. STAC API 1.0.0.',
  'STAC API 1.0.0.': 'STAC API 1.0.0.',
  'With ETag and Range. A picture never changes under its id.':
    'Có ETag và Range. Ảnh có cùng id không bao giờ thay đổi.',
  'The rows of a file in, the same rows with the columns of the stage out, in order, while the body is still sent. A row that fails has the status error.':
    'Gửi các dòng của một tệp, nhận lại các dòng đó kèm cột của bước xử lý, đúng thứ tự, ngay khi nội dung còn đang được gửi. Dòng bị lỗi có trạng thái error.',
  'the address, with {column} placeholders': 'địa chỉ, có chỗ điền {cột}',
  'detected from the column names when left out. Of a longer text, as an order or a listing, the part that is an address is geocoded':
    'nếu bỏ trống thì nhận ra từ tên cột. Với văn bản dài hơn, như đơn hàng hoặc tin rao, phần là địa chỉ được mã hóa',
  'CSV with a header, UTF-8': 'CSV có dòng tiêu đề, UTF-8',
  'one JSON object a line, UTF-8': 'mỗi dòng một đối tượng JSON, UTF-8',
  'ward: only ward, province and postal code, many times as fast':
    'ward: chỉ phường/xã, tỉnh/thành và mã bưu chính, nhanh hơn nhiều lần',
  'jsonv2 and json': 'jsonv2 và json',
  'origin of the data': 'nguồn dữ liệu',
  'value of the main tag in OpenStreetMap': 'giá trị của thẻ chính trong OpenStreetMap',
  'south, north, west, east': 'nam, bắc, tây, đông',
  'geojson and geocodejson': 'geojson và geocodejson',
  'longitude, latitude': 'kinh độ, vĩ độ',
  'where there is no place': 'nơi không có địa điểm nào',
  'Photon API.': 'API của Photon.',
  "Google's Geocoding, Places and Directions API, in their older form.":
    'API Geocoding, Places và Directions của Google, ở dạng cũ.',
  'Pelias API, version 1.': 'API của Pelias, phiên bản 1.',
  'Of the key of the request': 'Của khóa trong yêu cầu',
  'without keys, of all requests together. It is not counted itself.':
    'khi không dùng khóa thì của mọi yêu cầu. Chính yêu cầu này không được tính.',
  'id of the key': 'id của khóa',
  'calendar day of UTC+7': 'ngày theo UTC+7',
  'admitted requests': 'số yêu cầu được chấp nhận',
  'null without a daily quota': 'null nếu không có hạn mức ngày',
  'billed sessions': 'số phiên được tính',
  'sessions, and successful requests that are part of none':
    'số phiên, và số yêu cầu thành công không thuộc phiên nào',
  'successful requests by operation': 'số yêu cầu thành công theo từng phép',
  'ISO 8601': 'ISO 8601',
  'Nominatim API. Also at /nominatim/search.php.': 'API của Nominatim. Cũng có tại /nominatim/search.php.',
  'Nominatim API. Also at /nominatim/reverse.php.': 'API của Nominatim. Cũng có tại /nominatim/reverse.php.',
  'Nominatim API. Also at /nominatim/lookup.php.': 'API của Nominatim. Cũng có tại /nominatim/lookup.php.',
  'Nominatim API. Also at /nominatim/status.php.': 'API của Nominatim. Cũng có tại /nominatim/status.php.',
  'Photon API. Also at /photon/api/.': 'API của Photon. Cũng có tại /photon/api/.',
  'Photon API. Also at /photon/reverse/.': 'API của Photon. Cũng có tại /photon/reverse/.',
  'Pelias API, version 1. Also at /pelias/v1/search/.':
    'API của Pelias, phiên bản 1. Cũng có tại /pelias/v1/search/.',
};
