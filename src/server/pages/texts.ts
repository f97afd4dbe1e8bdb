import type { Language } from '../../base/messages/languages.ts';

const EN = {
  title: 'Geomill',
  home: 'Search',
  docs: 'API',
  imagery: 'Pictures',
  skip: 'Skip to the content',
  otherLanguage: 'Tiếng Việt',
  pages: 'Pages',
  notFound: 'There is no such page',
  notFoundLead: 'This server has nothing at this address.',
  failed: 'The server cannot show this page',
  startPage: 'Search for a place',
  readDocs: 'See what this server answers',
  key: 'API key',
  keyLead: 'This page needs an API key of this server.',
  open: 'Open',
};

/** The texts of every page. */
export type FrameTexts = typeof EN;

const VI: FrameTexts = {
  title: 'Geomill',
  home: 'Tìm kiếm',
  docs: 'API',
  imagery: 'Ảnh',
  skip: 'Đến nội dung chính',
  otherLanguage: 'English',
  pages: 'Các trang',
  notFound: 'Không có trang này',
  notFoundLead: 'Máy chủ này không có gì ở địa chỉ này.',
  failed: 'Máy chủ không hiện được trang này',
  startPage: 'Tìm một địa điểm',
  readDocs: 'Xem máy chủ này trả lời những gì',
  key: 'Khóa API',
  keyLead: 'Trang này cần khóa API của máy chủ.',
  open: 'Mở',
};

/** The texts of every page, by language. */
export const TEXTS: Readonly<Record<Language, FrameTexts>> = { en: EN, vi: VI };
