import type { Language } from '../../base/text/languages.ts';

/** The texts of the pages. Shape: those of `script` are shown by the script of the landing page; `{n}` and the like are replaced. */
export interface PageTexts {
  title: string;
  lead: string;
  skip: string;
  address: string;
  examples: string;
  search: string;
  options: string;
  shape: string;
  adminV2: string;
  key: string;
  mapTitle: string;
  mapHint: string;
  province: string;
  showProvince: string;
  answer: string;
  request: string;
  copy: string;
  json: string;
  docs: string;
  home: string;
  otherLanguage: string;
  noScript: string;
  notFoundDocs: string;
  operations: string;
  parameters: string;
  body: string;
  responses: string;
  name: string;
  type: string;
  meaning: string;
  required: string;
  defaultValue: string;
  docsTitle: string;
  docsLead: string;
  script: {
    ready: string;
    waiting: string;
    matches: string;
    noMatch: string;
    failed: string;
    unreachable: string;
    meters: string;
    copied: string;
    /** Those of the map; see the page script. */
    map: Readonly<Record<'mapLabel' | 'zoomIn' | 'zoomOut' | 'fit' | 'wheelHint' | 'outside', string>>;
  };
}

/** The texts of the pages, by language. */
export const TEXTS: Readonly<Record<Language, PageTexts>> = {
  en: {
    title: 'Geomill',
    lead: 'Addresses and places of Vietnam, answered by this machine.',
    skip: 'Skip to the content',
    address: 'Address or place',
    examples: 'Examples:',
    search: 'Search',
    options: 'Options',
    shape: 'Response shape',
    adminV2: 'Administrative units since July 2025',
    key: 'API key',
    mapTitle: 'What is here?',
    mapHint: 'Click a point of the map, or choose a province.',
    province: 'Province',
    showProvince: 'Search at its centre',
    answer: 'Answer',
    request: 'Request',
    copy: 'Copy',
    json: 'Response',
    docs: 'Interface',
    home: 'Search',
    otherLanguage: 'Tiếng Việt',
    noScript: 'Without JavaScript the search shows the response as JSON; the map does not work.',
    notFoundDocs: 'This server does not publish its interface as /openapi.json.',
    operations: 'Operations',
    parameters: 'Parameters',
    body: 'Request body',
    responses: 'Responses',
    name: 'Name',
    type: 'Type',
    meaning: 'Meaning',
    required: 'required',
    defaultValue: 'default',
    docsTitle: 'Interface',
    docsLead: 'Every request that this server answers. Programs read the same from',
    script: {
      ready: 'Type an address or click the map.',
      waiting: 'Waiting for the answer …',
      matches: 'Matches: {n}.',
      noMatch: 'No match.',
      failed: 'The server refused the request ({status}): {message}',
      unreachable: 'The server cannot be reached. Is it still running?',
      meters: '{n} m from the point',
      copied: 'Copied.',
      map: {
        mapLabel:
          'Map of Vietnam. Arrow keys move it, plus and minus zoom, 0 shows all of it, Enter asks for the middle. The list of provinces does the same.',
        zoomIn: 'Zoom in',
        zoomOut: 'Zoom out',
        fit: 'Show the whole country',
        wheelHint: 'Hold {key} and turn the wheel to zoom',
        outside: '{n} outside',
      },
    },
  },
  vi: {
    title: 'Geomill',
    lead: 'Địa chỉ và địa điểm ở Việt Nam, do chính máy này trả lời.',
    skip: 'Đến nội dung chính',
    address: 'Địa chỉ hoặc địa điểm',
    examples: 'Ví dụ:',
    search: 'Tìm kiếm',
    options: 'Tùy chọn',
    shape: 'Dạng dữ liệu trả về',
    adminV2: 'Đơn vị hành chính từ tháng 7 năm 2025',
    key: 'Khóa API',
    mapTitle: 'Ở đây có gì?',
    mapHint: 'Nhấp vào một điểm trên bản đồ, hoặc chọn một tỉnh, thành phố.',
    province: 'Tỉnh, thành phố',
    showProvince: 'Tìm tại điểm trung tâm',
    answer: 'Kết quả',
    request: 'Yêu cầu',
    copy: 'Sao chép',
    json: 'Phản hồi',
    docs: 'Giao diện lập trình',
    home: 'Tìm kiếm',
    otherLanguage: 'English',
    noScript: 'Khi không có JavaScript, trang tìm kiếm hiển thị phản hồi dạng JSON; bản đồ không hoạt động.',
    notFoundDocs: 'Máy chủ này không công bố giao diện tại /openapi.json.',
    operations: 'Các thao tác',
    parameters: 'Tham số',
    body: 'Nội dung yêu cầu',
    responses: 'Phản hồi',
    name: 'Tên',
    type: 'Kiểu',
    meaning: 'Ý nghĩa',
    required: 'bắt buộc',
    defaultValue: 'mặc định',
    docsTitle: 'Giao diện lập trình',
    docsLead: 'Mọi yêu cầu mà máy chủ này trả lời. Chương trình đọc cùng nội dung tại',
    script: {
      ready: 'Nhập địa chỉ hoặc nhấp vào bản đồ.',
      waiting: 'Đang chờ kết quả …',
      matches: 'Số kết quả: {n}.',
      noMatch: 'Không tìm thấy.',
      failed: 'Máy chủ từ chối yêu cầu ({status}): {message}',
      unreachable: 'Không kết nối được với máy chủ. Máy chủ còn chạy không?',
      meters: 'cách điểm {n} m',
      copied: 'Đã sao chép.',
      map: {
        mapLabel:
          'Bản đồ Việt Nam. Phím mũi tên để di chuyển, cộng và trừ để phóng to, thu nhỏ, 0 để hiện cả nước, Enter để hỏi điểm ở giữa. Danh sách tỉnh, thành phố làm được như vậy.',
        zoomIn: 'Phóng to',
        zoomOut: 'Thu nhỏ',
        fit: 'Hiện cả nước',
        wheelHint: 'Giữ {key} và lăn chuột để phóng to, thu nhỏ',
        outside: '{n} điểm ở ngoài',
      },
    },
  },
};
