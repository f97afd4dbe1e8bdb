import type { Language } from '../../base/messages/languages.ts';

const EN = {
  title: 'Street pictures',
  lead: '{n} collections of street pictures. A collection is a drive: its pictures are in the order in which they were taken.',
  collection: 'Collection of {n} pictures',
  conformance: 'Conformance classes',
  taken: 'Taken',
  license: 'Licence',
  producer: 'From',
  position: 'Position',
  heading: 'Looks',
  size: 'Size',
  kind: 'Kind',
  panorama: '360 degree panorama',
  flat: 'flat picture, {n}° wide',
  pictures: 'Pictures',
  picture: 'Street picture of {day}',
  alt: 'Street picture, taken {time}, looking {heading}',
  noFile: 'The files of this picture are on another server: {href}',
  all: 'All pictures',
  previous: 'Previous',
  next: 'Next',
  openViewer: 'Open in the viewer',
  asJson: 'As JSON',
  back: 'All collections',
  toCollection: 'The collection',
  map: 'Map',
  headings: ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'],
};

/** The texts of the pages of street pictures. */
export type ImageryTexts = typeof EN;

const VI: ImageryTexts = {
  title: 'Ảnh đường phố',
  lead: '{n} bộ sưu tập ảnh đường phố. Mỗi bộ là một chuyến đi: ảnh theo thứ tự chụp.',
  collection: 'Bộ sưu tập {n} ảnh',
  conformance: 'Các lớp tuân thủ',
  taken: 'Chụp lúc',
  license: 'Giấy phép',
  producer: 'Nguồn',
  position: 'Tọa độ',
  heading: 'Nhìn về',
  size: 'Kích thước',
  kind: 'Loại',
  panorama: 'ảnh toàn cảnh 360 độ',
  flat: 'ảnh phẳng, rộng {n}°',
  pictures: 'Ảnh',
  picture: 'Ảnh đường phố ngày {day}',
  alt: 'Ảnh đường phố, chụp {time}, nhìn về {heading}',
  noFile: 'Tệp của ảnh này ở máy chủ khác: {href}',
  all: 'Mọi ảnh',
  previous: 'Trước',
  next: 'Sau',
  openViewer: 'Mở trong trình xem',
  asJson: 'Dạng JSON',
  back: 'Mọi bộ sưu tập',
  toCollection: 'Bộ sưu tập',
  map: 'Bản đồ',
  headings: [
    'hướng bắc',
    'đông bắc',
    'hướng đông',
    'đông nam',
    'hướng nam',
    'tây nam',
    'hướng tây',
    'tây bắc',
  ],
};

/** The texts of the pages of street pictures, by language. */
export const IMAGERY_TEXTS: Readonly<Record<Language, ImageryTexts>> = { en: EN, vi: VI };
