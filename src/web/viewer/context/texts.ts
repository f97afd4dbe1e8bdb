import type { Language } from '../../../base/messages/languages.ts';
import type { ViewerTexts } from '../public-texts.ts';

/** Texts of the parts that the interface document does not name. Shape: `{n}` and the like are replaced. */
export interface OwnTexts {
  viewer: string;
  picture: string;
  facing: string;
  directions: readonly [string, string, string, string, string, string, string, string];
  panel: string;
  links: string;
  noLinks: string;
  toNext: string;
  toPrevious: string;
  toPicture: string;
  otherDates: string;
  noOtherDates: string;
  dates: string;
  from: string;
  to: string;
  apply: string;
  noPicture: string;
  noPictureAdvice: string;
  noPictureAhead: string;
  noPictureNear: string;
  nearestPicture: string;
  dateSlider: string;
  tryAgain: string;
  closeProblem: string;
  keyMissing: string;
  keyMissingAdvice: string;
  keyRefused: string;
  keyRefusedAdvice: string;
  limited: string;
  limitedAdvice: string;
  unreachable: string;
  unreachableAdvice: string;
  otherOriginAdvice: string;
  serviceFailed: string;
  serviceFailedAdvice: string;
  unknownPicture: string;
  unknownPictureAdvice: string;
  loadErrorAdvice: string;
  tilesMissing: string;
  tilesMissingAdvice: string;
  street: string;
  fly: string;
  locate: string;
  notLocated: string;
  map: string;
  mapMaximize: string;
  mapMinimize: string;
  mapReset: string;
  mapLayers: string;
}

/** The texts of a language. */
export interface LanguageTexts {
  viewer: ViewerTexts;
  own: OwnTexts;
}

/** The texts of the viewer, by language. */
export const TEXTS: Readonly<Record<Language, LanguageTexts>> = {
  en: {
    viewer: {
      zoom: 'Zoom',
      zoomOut: 'Zoom out',
      zoomIn: 'Zoom in',
      moveUp: 'Move up',
      moveDown: 'Move down',
      moveLeft: 'Move left',
      moveRight: 'Move right',
      description: 'Description',
      download: 'Download',
      fullscreen: 'Fullscreen',
      loading: 'Loading …',
      menu: 'Menu',
      close: 'Close',
      twoFingers: 'Use two fingers to navigate',
      ctrlZoom: 'Use Ctrl and the mouse wheel to zoom',
      loadError: 'The picture cannot be loaded',
      hintWheel: 'Zoom with the mouse wheel',
      webglError: 'This browser cannot show panoramas (WebGL 2 is missing). A flat picture is shown.',
    },
    own: {
      viewer: 'Street picture',
      picture: 'Street picture: {name}',
      facing: 'facing {direction}, {n}°',
      directions: ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'],
      panel: 'Links and dates',
      links: 'Links',
      noLinks: 'No links.',
      toNext: 'Next: {direction}',
      toPrevious: 'Previous: {direction}',
      toPicture: '{name}: {direction}',
      otherDates: 'Other dates here',
      noOtherDates: 'No other dates.',
      dates: 'Taken',
      from: 'from',
      to: 'to',
      apply: 'Apply',
      noPicture: 'There is no picture.',
      noPictureAdvice:
        'The service has no pictures, or none of the chosen days. Choose other days, or add pictures to its dataset.',
      noPictureAhead: 'There is no picture ahead. Turn to an arrow.',
      noPictureNear: 'There is no picture within {n} m of the place. The newest one is shown.',
      nearestPicture: 'This picture is the nearest to the place: {n} m away.',
      dateSlider: 'Day of the picture',
      tryAgain: 'Try again',
      closeProblem: 'Close',
      keyMissing: 'The picture service needs a key.',
      keyMissingAdvice:
        'Give it as the option apiKey of the viewer. On the demo page, add ?key=KEY to the address.',
      keyRefused: 'The picture service refused the key.',
      keyRefusedAdvice: 'Check that the key is complete and valid, and that it allows street pictures.',
      limited: 'The picture service received too many requests.',
      limitedAdvice: 'Wait a moment, then try again.',
      unreachable: 'The picture service does not answer.',
      unreachableAdvice: 'Check the connection, then try again.',
      otherOriginAdvice:
        'It is at {root}. Check the connection, and that it allows this page: geomill serve --cors {origin}',
      serviceFailed: 'The picture service failed with status {status}.',
      serviceFailedAdvice: 'Try again. If it fails again, its log has the reason.',
      unknownPicture: 'This picture does not exist.',
      unknownPictureAdvice:
        'It may have been removed. Choose another one on the plan, or open the page without it.',
      loadErrorAdvice: 'Check the connection, then try again.',
      tilesMissing: 'Parts of this picture could not be loaded.',
      tilesMissingAdvice: 'They are less sharp here, with thin stripes.',
      street: 'Street view',
      fly: 'View from above',
      locate: 'Show my position',
      notLocated: 'The position is not available.',
      map: 'Plan',
      mapMaximize: 'Enlarge the plan',
      mapMinimize: 'Make the plan smaller',
      mapReset: 'Back to the picture',
      mapLayers: 'Map layer',
    },
  },
  vi: {
    viewer: {
      zoom: 'Thu phóng',
      zoomOut: 'Thu nhỏ',
      zoomIn: 'Phóng to',
      moveUp: 'Nhìn lên',
      moveDown: 'Nhìn xuống',
      moveLeft: 'Nhìn sang trái',
      moveRight: 'Nhìn sang phải',
      description: 'Mô tả',
      download: 'Tải xuống',
      fullscreen: 'Toàn màn hình',
      loading: 'Đang tải …',
      menu: 'Trình đơn',
      close: 'Đóng',
      twoFingers: 'Dùng hai ngón tay để di chuyển',
      ctrlZoom: 'Dùng Ctrl và con lăn chuột để thu phóng',
      loadError: 'Không tải được ảnh',
      hintWheel: 'Thu phóng bằng con lăn chuột',
      webglError:
        'Trình duyệt này không hiển thị được ảnh toàn cảnh (thiếu WebGL 2). Ảnh phẳng được hiển thị.',
    },
    own: {
      viewer: 'Ảnh đường phố',
      picture: 'Ảnh đường phố: {name}',
      facing: 'nhìn về hướng {direction}, {n}°',
      directions: ['bắc', 'đông bắc', 'đông', 'đông nam', 'nam', 'tây nam', 'tây', 'tây bắc'],
      panel: 'Liên kết và ngày chụp',
      links: 'Liên kết',
      noLinks: 'Không có liên kết.',
      toNext: 'Tiếp theo: {direction}',
      toPrevious: 'Trước đó: {direction}',
      toPicture: '{name}: {direction}',
      otherDates: 'Ngày chụp khác tại đây',
      noOtherDates: 'Không có ngày khác.',
      dates: 'Ngày chụp',
      from: 'từ',
      to: 'đến',
      apply: 'Áp dụng',
      noPicture: 'Không có ảnh.',
      noPictureAdvice:
        'Dịch vụ không có ảnh, hoặc không có ảnh của những ngày đã chọn. Hãy chọn ngày khác, hoặc thêm ảnh vào bộ dữ liệu.',
      noPictureAhead: 'Phía trước không có ảnh. Hãy quay về phía một mũi tên.',
      noPictureNear: 'Không có ảnh trong vòng {n} m quanh vị trí này. Ảnh mới nhất được hiển thị.',
      nearestPicture: 'Đây là ảnh gần vị trí nhất: cách {n} m.',
      dateSlider: 'Ngày chụp của ảnh',
      tryAgain: 'Thử lại',
      closeProblem: 'Đóng',
      keyMissing: 'Dịch vụ ảnh cần khóa truy cập.',
      keyMissingAdvice:
        'Hãy đặt khóa vào tùy chọn apiKey của trình xem. Ở trang demo, thêm ?key=KHÓA vào địa chỉ.',
      keyRefused: 'Dịch vụ ảnh từ chối khóa này.',
      keyRefusedAdvice: 'Hãy kiểm tra khóa có đầy đủ, còn hiệu lực và được phép xem ảnh đường phố.',
      limited: 'Dịch vụ ảnh nhận quá nhiều yêu cầu.',
      limitedAdvice: 'Hãy đợi một lát rồi thử lại.',
      unreachable: 'Dịch vụ ảnh không trả lời.',
      unreachableAdvice: 'Hãy kiểm tra kết nối rồi thử lại.',
      otherOriginAdvice:
        'Dịch vụ ở {root}. Hãy kiểm tra kết nối, và xem dịch vụ có cho phép trang này không: geomill serve --cors {origin}',
      serviceFailed: 'Dịch vụ ảnh gặp lỗi với mã {status}.',
      serviceFailedAdvice: 'Hãy thử lại. Nếu vẫn lỗi, nhật ký của dịch vụ ghi nguyên nhân.',
      unknownPicture: 'Ảnh này không tồn tại.',
      unknownPictureAdvice:
        'Có thể ảnh đã bị xóa. Hãy chọn ảnh khác trên bản đồ, hoặc mở trang không kèm ảnh này.',
      loadErrorAdvice: 'Hãy kiểm tra kết nối rồi thử lại.',
      tilesMissing: 'Một số phần của ảnh không tải được.',
      tilesMissingAdvice: 'Các phần đó kém nét hơn và có vạch chéo mảnh.',
      street: 'Nhìn từ đường phố',
      fly: 'Nhìn từ trên cao',
      locate: 'Vị trí của tôi',
      notLocated: 'Không xác định được vị trí.',
      map: 'Bản đồ',
      mapMaximize: 'Mở rộng bản đồ',
      mapMinimize: 'Thu nhỏ bản đồ',
      mapReset: 'Trở về ảnh',
      mapLayers: 'Lớp bản đồ',
    },
  },
};

/** Returns the word for a direction. Units: degrees clockwise from north. */
export function directionWord(texts: OwnTexts, headingDegrees: number): string {
  return texts.directions[Math.round((((headingDegrees % 360) + 360) % 360) / 45) % 8]!;
}
