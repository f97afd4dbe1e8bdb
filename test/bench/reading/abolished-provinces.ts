/**
 * Provinces that were abolished between 1975 and 2008, and the provinces of June 2025 that lie on their ground.
 *
 * Source: resolutions of the National Assembly of 27 December 1975, 29 December 1978, 30 June 1989, 26 December 1990, 12 August 1991, 6 November 1996, 26 November 2003 and 29 May 2008.
 */
export const ABOLISHED_PROVINCES: Readonly<Record<string, readonly string[]>> = {
  'Hà Tây': ['Hà Nội'],
  'Hải Hưng': ['Hải Dương', 'Hưng Yên'],
  'Hoàng Liên Sơn': ['Yên Bái', 'Lào Cai'],
  'Sông Bé': ['Bình Dương', 'Bình Phước'],
  'Minh Hải': ['Bạc Liêu', 'Cà Mau'],
  'Hà Nam Ninh': ['Hà Nam', 'Nam Định', 'Ninh Bình'],
  'Nam Hà': ['Hà Nam', 'Nam Định'],
  'Nghệ Tĩnh': ['Nghệ An', 'Hà Tĩnh'],
  'Bình Trị Thiên': ['Quảng Bình', 'Quảng Trị', 'Huế'],
  'Nghĩa Bình': ['Quảng Ngãi', 'Bình Định'],
  'Phú Khánh': ['Phú Yên', 'Khánh Hòa'],
  'Thuận Hải': ['Ninh Thuận', 'Bình Thuận'],
  'Cửu Long': ['Vĩnh Long', 'Trà Vinh'],
  'Vĩnh Phú': ['Vĩnh Phúc', 'Phú Thọ'],
  'Hà Bắc': ['Bắc Giang', 'Bắc Ninh'],
  'Hà Sơn Bình': ['Hoà Bình', 'Hòa Bình'],
  'Hà Tuyên': ['Hà Giang', 'Tuyên Quang'],
  'Bắc Thái': ['Bắc Kạn', 'Thái Nguyên'],
  'Quảng Nam - Đà Nẵng': ['Quảng Nam'],
  'Gia Lai - Kon Tum': ['Gia Lai', 'Kon Tum'],
};
