/**
 * The descriptions of columns in Vietnamese, by their English text.
 *
 * A test compares the keys with the columns of all stages: a description that is changed there is translated again here.
 */
const TEXTS: Readonly<Record<string, string>> = {
  // Every stage.
  'ok, ambiguous, not_found, skipped or error':
    'kết quả của bước: ok (tìm thấy), ambiguous (nhiều kết quả ngang nhau), not_found (không thấy), skipped (bỏ qua), error (lỗi)',
  'why, when the status is not ok': 'lý do, khi trạng thái không phải ok',
  // Matches.
  'latitude of the match': 'vĩ độ của kết quả',
  'longitude of the match': 'kinh độ của kết quả',
  'full address line of the match': 'địa chỉ đầy đủ của kết quả',
  'name of the place, street or unit itself': 'tên riêng của địa điểm, đường hoặc đơn vị hành chính',
  'house number of the match': 'số nhà của kết quả',
  'street of the match': 'tên đường của kết quả',
  'what the position stands for: house, street, poi, ward, district, province ...':
    'vị trí đại diện cho cấp nào: house (nhà), interpolated (nội suy theo số nhà), alley (hẻm, ngõ), street (đường), poi (địa điểm), ward (phường/xã), district (quận/huyện), province (tỉnh/thành phố)',
  '0 to 1, probability that the match is right at its level, and its ward':
    'từ 0 đến 1: xác suất kết quả đúng ở cấp của nó và đúng phường/xã',
  '1 at the position of the match, 0.5 at a distance of 100 m':
    '1 nếu trùng vị trí kết quả, 0,5 nếu cách 100 m',
  '0 to 1, evidence of the local engine for the match; confidence is derived from it; empty from other services':
    'từ 0 đến 1: điểm bằng chứng của bộ tìm kiếm ngoại tuyến, dùng để tính confidence; trống nếu dùng dịch vụ khác',
  'radius around the position that holds the true one for 90 % of the matches of a level; empty when unknown':
    'bán kính chứa vị trí thật của 90 % kết quả cùng cấp; trống nếu không biết',
  'opaque id of the place': 'mã định danh của địa điểm',
  'ward before 1 July 2025': 'phường/xã trước ngày 1/7/2025',
  'official code of ward_old, five digits; codes are used again for other wards since 1 July 2025':
    'mã chính thức của ward_old, năm chữ số; từ 1/7/2025 mã được dùng lại cho phường/xã khác',
  'district before 1 July 2025': 'quận/huyện trước ngày 1/7/2025',
  'official code of district_old, three digits': 'mã chính thức của district_old, ba chữ số',
  'province before 1 July 2025': 'tỉnh/thành phố trước ngày 1/7/2025',
  'official code of province_old, two digits': 'mã chính thức của province_old, hai chữ số',
  'postal code of the ward since 1 July 2025, five digits':
    'mã bưu chính của phường/xã từ 1/7/2025, năm chữ số',
  'ward since 1 July 2025': 'phường/xã từ ngày 1/7/2025',
  'official code of ward_new, five digits': 'mã chính thức của ward_new, năm chữ số',
  'province since 1 July 2025': 'tỉnh/thành phố từ ngày 1/7/2025',
  'official code of province_new, two digits': 'mã chính thức của province_new, hai chữ số',
  'where ward_old became several wards: their codes with the share of its addresses, the likeliest first, as in 09556 0.79|09552 0.21; ward_new is the first, an estimate':
    'khi phường/xã cũ được chia vào nhiều phường/xã mới: mã của chúng kèm tỷ lệ địa chỉ, khả năng cao nhất trước, ví dụ 09556 0.79|09552 0.21; ward_new là mục đầu tiên, chỉ là ước đoán',
  '0 to 1, share of the words of the question that the match explains':
    'từ 0 đến 1: tỷ lệ từ trong địa chỉ đã hỏi khớp với kết quả',
  'house, street, ward, district, province and postal_code of the text, each with its verdict: confirmed, corrected, completed, contradicted, unknown or missing':
    'từng phần của địa chỉ và đánh giá: confirmed (đúng), corrected (đã sửa), completed (bổ sung), contradicted (mâu thuẫn), unknown (không biết), missing (thiếu)',
  'accept, check or reject, by the rules of the option verdict':
    'accept (nhận), check (cần kiểm tra) hoặc reject (loại), theo quy tắc của tùy chọn verdict',
  'distance from the row’s position to the match': 'khoảng cách từ vị trí của dòng đến kết quả',
  // Addresses with the units of another day.
  'the address with the units of the other day': 'địa chỉ theo đơn vị hành chính của ngày đã chọn',
  'the address with the units that it names, in full': 'địa chỉ cũ, đơn vị hành chính viết đầy đủ',
  'unchanged, renamed, retyped, merged, divided or moved (to another province)':
    'unchanged (giữ nguyên), renamed (đổi tên), retyped (đổi loại), merged (sáp nhập), divided (chia), moved (chuyển tỉnh)',
  'decree that changed most': 'nghị quyết làm thay đổi nhiều nhất',
  'item (khoản) of its first article': 'khoản thuộc Điều 1 của nghị quyết',
  'first day of the change, YYYY-MM-DD': 'ngày bắt đầu hiệu lực, dạng YYYY-MM-DD',
  'what decides: only (there is one unit), law (all of the population), position (of the row), address (street, house or place), estimate (nothing does)':
    'căn cứ chọn: only (chỉ có một đơn vị), law (toàn bộ dân số), position (vị trí của dòng), address (số nhà, đường hoặc địa điểm), estimate (chưa có căn cứ, chỉ là ước đoán)',
  'postal code of the new ward': 'mã bưu chính của phường/xã mới',
  '0 to 1, probability that the units are right': 'từ 0 đến 1: xác suất các đơn vị hành chính đúng',
  'all units that the text can mean, the likeliest first, each with code and share, or why it is none; empty if there is one':
    'mọi đơn vị mà địa chỉ có thể chỉ, khả năng cao nhất trước, kèm mã và tỷ lệ, hoặc lý do không phải; trống nếu chỉ có một',
  'ward, district and province of the text, each with its verdict: confirmed, corrected, completed, contradicted, unknown or missing':
    'phường/xã, quận/huyện, tỉnh/thành phố của địa chỉ và đánh giá: confirmed (đúng), corrected (đã sửa), completed (bổ sung), contradicted (mâu thuẫn), unknown (không biết), missing (thiếu)',
  'the change in one sentence': 'sự thay đổi, viết trong một câu',
  // Forcodes.
  'forcode of the position': 'forcode của vị trí',
  'province code at the front of the forcode': 'mã tỉnh/thành phố ở đầu forcode',
  'size of the cell, 0 to 15': 'cỡ ô, từ 0 đến 15',
  'latitude of the cell’s centre': 'vĩ độ tâm ô',
  'longitude of the cell’s centre': 'kinh độ tâm ô',
  // Places.
  'number of places, at most `size`': 'số địa điểm, nhiều nhất bằng size',
  'name of the place': 'tên địa điểm',
  'categories of the place, slugs and words, separated by |': 'loại địa điểm, cách nhau bằng |',
  'latitude of the place': 'vĩ độ của địa điểm',
  'longitude of the place': 'kinh độ của địa điểm',
  'straight-line distance from the row’s position': 'khoảng cách đường chim bay từ vị trí của dòng',
  'full address line of the place': 'địa chỉ đầy đủ của địa điểm',
  'ward, in the units that were requested': 'phường/xã, theo thế hệ đơn vị hành chính đã chọn',
  'district; empty in the units since July 2025': 'quận/huyện; trống theo đơn vị hành chính từ 7/2025',
  'province, in the units that were requested': 'tỉnh/thành phố, theo thế hệ đơn vị hành chính đã chọn',
  'house number of the address': 'số nhà của địa chỉ',
  'street of the address': 'tên đường của địa chỉ',
  'post code': 'mã bưu chính',
  'telephone, in international form': 'số điện thoại, dạng quốc tế',
  'web page': 'trang web',
  'opening hours, in the form of the service': 'giờ mở cửa, theo cách ghi của dịch vụ',
  'whether the place has children': 'địa điểm có các địa điểm con hay không',
  'number of children of the place, also beyond `size`': 'số địa điểm con, kể cả khi nhiều hơn size',
  'name of the child': 'tên địa điểm con',
  'name and address of the child': 'tên và địa chỉ của địa điểm con',
  'opaque id of the child': 'mã định danh của địa điểm con',
  'whether the child has children in turn': 'địa điểm con có các địa điểm con của nó hay không',
  // Street pictures.
  'id of the picture': 'mã ảnh',
  'address of the picture, 500 pixels wide; relative ones as the dataset has them':
    'liên kết ảnh rộng 500 điểm ảnh; liên kết tương đối được giữ như trong bộ dữ liệu',
  'address of the picture, 2048 pixels wide': 'liên kết ảnh rộng 2048 điểm ảnh',
  'address of the picture in full resolution': 'liên kết ảnh độ phân giải gốc',
  'latitude of the picture': 'vĩ độ của ảnh',
  'longitude of the picture': 'kinh độ của ảnh',
  'distance from the picture to the row’s position': 'khoảng cách từ ảnh đến vị trí của dòng',
  'direction from the picture to the row’s position, clockwise from north':
    'hướng từ ảnh đến vị trí của dòng, theo chiều kim đồng hồ từ hướng bắc',
  'turn from the heading of the picture to the row’s position, -180 to 180; positive: right of the middle of the picture':
    'góc quay từ hướng ảnh đến vị trí của dòng, -180 đến 180; dương là bên phải tâm ảnh',
  'capture time, RFC 3339': 'thời điểm chụp, theo RFC 3339',
  'address that opens the picture in the viewer, turned to the row’s position; with viewer_url':
    'liên kết mở ảnh trong trình xem, quay về vị trí của dòng; khi có viewer_url',
  // The file of a review.
  'number of the first row with this text in the results, from 1':
    'số thứ tự của dòng đầu tiên có địa chỉ này trong kết quả, từ 1',
  'number of rows with this text; a decision is for all of them':
    'số dòng có cùng địa chỉ này; quyết định áp dụng cho tất cả',
  'your own id of these rows, of the first five at most':
    'mã riêng của bạn cho các dòng này, nhiều nhất năm dòng đầu',
  'the text that was searched; leave it as it is': 'địa chỉ đã tìm; xin giữ nguyên',
  'why the answer is doubtful': 'vì sao kết quả cần xem lại',
  'a map at the best candidate': 'bản đồ tại ứng viên tốt nhất',
  'to fill in: the number of the right candidate': 'cần điền: số của ứng viên đúng',
  'to fill in where no candidate is right: the latitude, or both as in 10.7769, 106.7009':
    'cần điền nếu không ứng viên nào đúng: vĩ độ, hoặc cả hai như 10.7769, 106.7009',
  'to fill in where no candidate is right: the longitude': 'cần điền nếu không ứng viên nào đúng: kinh độ',
  'ward of the candidate; with the share of the addresses where a former ward was divided':
    'phường/xã của ứng viên; kèm tỷ lệ địa chỉ nếu phường/xã cũ đã bị chia',
  'a map at the candidate': 'bản đồ tại ứng viên',
  // Tours and routes.
  'number of the tour within its batch, from 1': 'số thứ tự chuyến trong lô, từ 1',
  'number of the stop in its tour, from 1; rows at one point are one stop':
    'số thứ tự điểm dừng trong chuyến, từ 1; các dòng cùng một điểm là một điểm dừng',
  'what the position of the stop stands for, where the stage that gave it says so':
    'vị trí của điểm dừng đại diện cho cấp nào, nếu bước tìm ra vị trí cho biết',
  'radius around the position that holds the true one for 90 % of the matches of a level':
    'bán kính chứa vị trí thật của 90 % kết quả cùng cấp',
  'remarks about the stop: reached after it closes, a position that is no door, far from a road':
    'ghi chú về điểm dừng: đến sau giờ đóng cửa, vị trí không phải cửa nhà, xa đường',
  'route length from the stop before': 'chiều dài đường đi từ điểm dừng trước',
  'travel time from the stop before': 'thời gian đi từ điểm dừng trước',
  'arrival at the stop, with waiting and service at earlier stops':
    'lúc đến điểm dừng, gồm chờ và phục vụ ở các điểm trước',
  'the same as a time of day': 'như trên, theo giờ trong ngày',
  'waiting at the stop until it opens, with breaks on the way':
    'thời gian chờ điểm dừng mở cửa, gồm giờ nghỉ trên đường',
  'service at the stop; legs, waiting and service of a tour add up to its duration':
    'thời gian phục vụ tại điểm dừng; các chặng, chờ và phục vụ cộng lại bằng thời gian của chuyến',
  'route length since the start of the tour': 'chiều dài đường đi từ đầu chuyến',
  'remarks about the tour, such as that it is straight lines and follows no road':
    'ghi chú về chuyến, ví dụ chỉ là đường thẳng, không theo đường bộ',
  'length of the route': 'chiều dài tuyến đường',
  'travel time of the route': 'thời gian đi của tuyến đường',
  'the street that the route follows longest': 'tên đường mà tuyến đi dài nhất',
  'the route as an encoded polyline, precision 5': 'tuyến đường dạng polyline mã hóa, độ chính xác 5',
  'address of the origin': 'địa chỉ điểm đi',
  'address of the destination': 'địa chỉ điểm đến',
  'warnings about the route, such as that it is a straight line and follows no road':
    'cảnh báo về tuyến, ví dụ chỉ là đường thẳng, không theo đường bộ',
};

const UNITS: Readonly<Record<string, string>> = {
  'degrees WGS84': 'độ WGS84',
  metres: 'mét',
  degrees: 'độ',
  seconds: 'giây',
  'seconds from the departure': 'giây từ lúc khởi hành',
};

const LEVELS: Readonly<Record<string, string>> = {
  ward: 'phường/xã',
  district: 'quận/huyện',
  'district, before July 2025': 'quận/huyện (trước 7/2025)',
  province: 'tỉnh/thành phố',
};
const SIDES: Readonly<Record<string, string>> = {
  'in the address as it was': 'trong địa chỉ ban đầu',
  'in the address of the other day': 'trong địa chỉ của ngày đã chọn',
};

/** Descriptions with a part that varies. */
const PATTERNS: readonly (readonly [RegExp, (match: RegExpExecArray) => string | undefined])[] = [
  [
    /^candidate (\d+): (.+)$/s,
    ([, rank, rest = '']) => {
      const text = describeInVietnamese(rest);
      return text === undefined ? undefined : `ứng viên ${rank}: ${text}`;
    },
  ],
  [
    /^all candidates, best first: up to (\d+) objects with the members (.+)$/s,
    ([, size, members]) =>
      `mọi ứng viên, tốt nhất trước: nhiều nhất ${size} đối tượng với các thành phần ${members}`,
  ],
  [
    /^(official code of the )?(.+), (in the address .+)$/s,
    ([, code, level = '', side = '']) =>
      level in LEVELS && side in SIDES
        ? `${code === undefined ? '' : 'mã chính thức của '}${LEVELS[level]}, ${SIDES[side]}`
        : undefined,
  ],
];

/** Returns the description of a column in Vietnamese; undefined where there is none. */
export function describeInVietnamese(description: string): string | undefined {
  if (Object.hasOwn(TEXTS, description)) return TEXTS[description];
  for (const [pattern, translate] of PATTERNS) {
    const match = pattern.exec(description);
    if (match) return translate(match);
  }
  return undefined;
}

/** Returns a unit in Vietnamese; empty where there is none. */
export const unitInVietnamese = (unit: string): string =>
  Object.hasOwn(UNITS, unit) ? (UNITS[unit] ?? '') : '';
