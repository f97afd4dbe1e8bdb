import { describe, expect, it } from 'vitest';
import { parseProjection, unproject } from './projection.ts';

describe('unproject', () => {
  // Computed with PROJ 9 and the seven parameters of the ministry.
  it.each([
    ['VN-2000 48', 685985.74, 1191786.74, 10.775511444, 106.702766245],
    ['VN-2000 48', 674809.05, 2307720.4, 20.860394175, 106.682158334],
    ['VN-2000 49N', 300000, 1350000, 12.204863228, 109.163431351],
    ["VN-2000 105°45'", 603000.5, 1192000.25, 10.777446106, 106.693616823],
    ['VN-2000 Hà Nội', 588000, 2325000, 21.016377705, 105.848436814],
    ['VN-2000 Đà Nẵng', 550000, 1777000, 16.066553535, 108.219160669],
    ['VN-2000 Cà Mau', 650000, 1000000, 9.040295592, 105.866104583],
    ['UTM 48N', 686013, 1191704, 10.775780606, 106.701225058],
    ['UTM 49P', 250000, 1350000, 12.202447408, 108.702288668],
  ])('%s: %d, %d', (name, easting, northing, lat, lon) => {
    const projection = parseProjection(name);
    if (projection === undefined) throw new Error(name);
    const position = unproject(projection, easting, northing);
    expect(Math.abs(position.lat - lat)).toBeLessThan(1e-8);
    expect(Math.abs(position.lon - lon)).toBeLessThan(1e-8);
  });
});

describe('parseProjection', () => {
  it.each([
    ['VN2000 TP. Hồ Chí Minh', 105.75, 0.9999],
    ['vn-2000, tỉnh Thừa Thiên Huế', 107, 0.9999],
    ['TPHCM', 105.75, 0.9999],
    ['VN-2000 Bình Dương', 105.75, 0.9999],
    ['VN-2000 tỉnh Bến Tre', 105.75, 0.9999],
    ['VN-2000 Bà Rịa - Vũng Tàu', 107.75, 0.9999],
    ['VN-2000 Kon Tum', 107.5, 0.9999],
    ['VN-2000 Bình Thuận', 108.5, 0.9999],
    ['108.25', 108.25, 0.9999],
    ["VN-2000, kinh tuyến trục 107°45', múi 3°", 107.75, 0.9999],
    ['VN-2000 KTT 105', 105, 0.9999],
    ['VN-2000 múi 48', 105, 0.9996],
    ['VN-2000/UTM 49N', 111, 0.9996],
  ])('reads %s', (text, centralMeridian, scale) => {
    expect(parseProjection(text)).toMatchObject({ centralMeridian, scale, isVn2000: true });
  });

  it.each(['Bắc Ninh', 'Gia Lai', 'Lai Châu', 'Quảng Trị', 'Tây Ninh'])(
    'does not choose between the two meridians of %s',
    (province) => {
      expect(parseProjection(`VN-2000 ${province}`)).toBeUndefined();
      expect(parseProjection(`VN-2000 ${province} 107°00'`)).toBeUndefined();
    },
  );

  it.each(['', 'VN-2000', '48', 'UTM', 'UTM 105', 'UTM 47N', 'Atlantis', "101°45'", 'WGS84'])(
    'does not read %j',
    (text) => {
      expect(parseProjection(text)).toBeUndefined();
    },
  );
});
