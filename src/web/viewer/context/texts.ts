import type { Language } from '../../../base/text/languages.ts';
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
