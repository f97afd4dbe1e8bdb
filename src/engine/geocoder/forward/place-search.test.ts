import { beforeAll, describe, expect, it } from 'vitest';
import { HANOI, HCMC, openStreetWorld } from '../../../../test/support/street-world.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';

type StreetWorld = Awaited<ReturnType<typeof openStreetWorld>>;
let adminSearch: StreetWorld['adminSearch'];
let line: StreetWorld['line'];
let place: StreetWorld['place'];
beforeAll(async () => {
  ({ adminSearch, line, place } = await openStreetWorld());
});

describe('house numbers', () => {
  it.each([
    ['2 Hải Triều, Phường Bến Nghé, Quận 1, TP.HCM', 'house 2 Hải Triều'],
    ['số 2 đường Hải Triều, Quận 1', 'house 2 Hải Triều'],
    ['Hải Triều, số 2, Q1, HCM', 'house 2 Hải Triều'],
    ['nhà số 02 Hai Trieu, Q.1', 'house 2 Hải Triều'],
    ['TP.HCM, Quận 1, Phường Bến Nghé, Hải Triều 2', 'house 2 Hải Triều'],
    ['47-49 Lê Lợi, Bến Thành, Quận 1', 'house 47-49 Lê Lợi'],
    ['47 - 49 Lê Lợi, Quận 1', 'house 47-49 Lê Lợi'],
    ['47 Lê Lợi, Quận 1', 'house 47-49 Lê Lợi'],
    ['48 Lê Lợi, Quận 1', 'house 47-49 Lê Lợi'],
    ['49 Lê Lợi, Quận 1', 'house 47-49 Lê Lợi'],
    ['120 A Lê Thánh Tôn, Quận 1', 'house 120A Lê Thánh Tôn'],
    ['120 Lê Thánh Tôn, Quận 1', 'house 120A Lê Thánh Tôn'],
    ['118-120A-122 Lê Thánh Tôn, Quận 1', 'house 120A Lê Thánh Tôn'],
    ['45 ấp Tân Lập, xã Tân Phú, huyện Thanh Bình, Đồng Tháp', 'house 45 Ấp Tân Lập'],
  ])('%s', (text, answer) => {
    expect(line(text)).toBe(answer);
    expect(line(text.normalize('NFD'))).toBe(answer);
  });

  it('places a number between its neighbours of the same side, and says how sure it is', () => {
    const match = place('111 Phố Huế, Hai Bà Trưng, Hà Nội');
    expect(match.level).toBe('interpolated');
    expect(match.houseNumber).toBe('111');
    const lat = 21.01413 + ((21.0133 - 21.01413) * 4) / 14;
    expect(distanceMeters(match.position, { lat, lon: 105.85147 })).toBeLessThan(5);
    expect(match.accuracyRadiusMeters).toBeGreaterThan(20);
    expect(match.score).toBeLessThan(place('107 Phố Huế, Hai Bà Trưng, Hà Nội').score);
  });

  it('knows the street alone where no number is near', () => {
    expect(line('999 Phố Huế, Hai Bà Trưng, Hà Nội')).toBe('street Phố Huế');
    expect(line('12 Quốc lộ 1A, Thường Tín, Hà Nội')).toBe('street Quốc lộ 1A');
  });
});

describe('alleys', () => {
  it.each([
    ['345/12/3 Xô Viết Nghệ Tĩnh, P.26, Bình Thạnh', 'house 345/12/3 Xô Viết Nghệ Tĩnh'],
    ['3 hẻm 345/12 Xô Viết Nghệ Tĩnh, P.26, Bình Thạnh', 'house 345/12/3 Xô Viết Nghệ Tĩnh'],
    ['Số 14, hẻm 345, Xô Viết Nghệ Tĩnh, Bình Thạnh, HCM', 'house 345/14 Xô Viết Nghệ Tĩnh'],
    ['80 Ngõ 82 Yên Lãng, Đống Đa, Hà Nội', 'house 80 Ngõ 82 Yên Lãng'],
    ['82/80 Yên Lãng, Đống Đa, Hà Nội', 'house 80 Ngõ 82 Yên Lãng'],
    ['số 80, ngõ 82, phố Yên Lãng, Đống Đa', 'house 80 Ngõ 82 Yên Lãng'],
    ['Số 5 ngõ 107A Yên Lãng, Hà Nội', 'house 107A/5 Yên Lãng'],
    ['K12/5 Ông Ích Khiêm, Hải Châu, Đà Nẵng', 'house 12/5 Ông Ích Khiêm'],
    ['5 kiệt 12 Ông Ích Khiêm, Đà Nẵng', 'house 12/5 Ông Ích Khiêm'],
    ['ngõ 82 Yên Lãng, Hà Nội', 'alley Ngõ 82 Yên Lãng'],
    ['345/16 Xô Viết Nghệ Tĩnh, Bình Thạnh', 'alley 345/16 Xô Viết Nghệ Tĩnh'],
    ['345/20/1 Xô Viết Nghệ Tĩnh, Bình Thạnh', 'alley 345/20/1 Xô Viết Nghệ Tĩnh'],
  ])('%s', (text, answer) => {
    expect(line(text)).toBe(answer);
  });

  it('never places a house of an alley between the houses of the street', () => {
    expect(line('111/3 Phố Huế, Hai Bà Trưng, Hà Nội')).toBe('street Phố Huế');
  });
});

describe('names', () => {
  it.each([
    ['16 đường 3/2, P.12, Q.10, HCM', 'house 16 Ba Tháng Hai'],
    ['16 3 Tháng 2, Quận 10', 'house 16 Ba Tháng Hai'],
    ['16 ba thang hai, q10', 'house 16 Ba Tháng Hai'],
    ['3/2 quận 10', 'street Ba Tháng Hai'],
    ['15 đường số 7, Phường 11, Quận 6', 'house 15 Đường số 7'],
    ['15 Đ.7, P.11, Q.6', 'house 15 Đường số 7'],
    ['285 CMT8, P5, Q3, HCM', 'house 285 Cách Mạng Tháng Tám'],
    ['285 Cách mạng tháng 8, Quận 3', 'house 285 Cách Mạng Tháng Tám'],
    ['161 NTMK, Bến Thành, Q1', 'house 161 Nguyễn Thị Minh Khai'],
    ['161 Ng. Thị M. Khai, Quận 1, HCM', 'house 161 Nguyễn Thị Minh Khai'],
    ['161 Nguyễn Minh Khai, Bến Thành, Quận 1', 'house 161 Nguyễn Thị Minh Khai'],
    ['161 nguyeenx thij minh khai, quaanj 1, tphcm', 'house 161 Nguyễn Thị Minh Khai'],
    ['161nguyenthiminhkhai, phuongbenthanh, quan1', 'house 161 Nguyễn Thị Minh Khai'],
    ['152 Phố Xã Đàn, Đống Đa, Hà Nội', 'house 152 Phố Xã Đàn'],
    ['152 Xã Đàn Đống Đa Hà Nội', 'house 152 Phố Xã Đàn'],
    ['1 P. Huế, Hai Bà Trưng, Hà Nội', 'house 1 Phố Huế'],
    ['đường Láng, Đống Đa, Hà Nội', 'street Đường Láng'],
    ['QL1A, Thường Tín, Hà Nội', 'street Quốc lộ 1A'],
    ['2 Hai Trieu Street, District 1, Ho Chi Minh City, Vietnam', 'house 2 Hải Triều'],
  ])('%s', (text, answer) => {
    expect(line(text)).toBe(answer);
  });
});

describe('points of interest and buildings', () => {
  it.each([
    ['VM+ 83 An Trạch, Cát Linh, Đống Đa, Hà Nội', 'poi VM+ 83 An Trạch'],
    ['83 An Trạch, Đống Đa, Hà Nội', 'house 83 An Trạch'],
    ['Phở Quang Quý 10, Đống Đa', 'poi Phở Quang Quý 10'],
    ['Bến xe Miền Đông, Bình Thạnh', 'poi Bến xe Miền Đông'],
    ['BV Bạch Mai, Hà Nội', 'poi Bệnh viện Bạch Mai'],
    ['Tầng 5, Tòa nhà Bitexco, 2 Hải Triều, Quận 1', 'house 2 Hải Triều'],
    ['P501, tầng 5, 2 Hải Triều, Bến Nghé, Quận 1', 'house 2 Hải Triều'],
    ['Bitexco Financial Tower', 'poi Tòa nhà Bitexco'],
    ['Công ty TNHH Hoa Mai, 72 Lê Thánh Tôn, Quận 1', 'house 72 Lê Thánh Tôn'],
  ])('%s', (text, answer) => {
    expect(line(text)).toBe(answer);
  });

  it.each([
    ['Trường Cán bộ quản lý Văn hóa, Thể thao và Du lịch'],
    ['Cơ sở đăng ký xe số 1 - Đội quản lý xe ô tô và xe máy'],
    ['TTGDTX Quận 5'],
    ['F Fashion Shop'],
    ['Phòng PC64 Bến Nghé'],
    ['Bảo tàng Mỹ thuật Việt Nam'],
  ])('finds %s by its whole name, alone and in front of its province', (name) => {
    const at = place(name);
    expect(line(name)).toBe(`poi ${name}`);
    expect(at.score).toBeGreaterThan(0.9);
    expect(line(`${name}, ${at.position.lat > 16 ? HANOI : HCMC}`)).toBe(`poi ${name}`);
  });

  it('takes no house number for the whole name of a shop', () => {
    expect(line('53, 65 Lê Lợi, Quận 1')).toBe('house 65 Lê Lợi');
  });

  it('prefers the ward to a place with the name of an unknown street or of a unit', () => {
    expect(line('89 Đường Nguyễn Bỉnh Khiêm, Phường Bến Nghé, Quận 1')).toBe('ward former-ward:26740');
    expect(line('Trường Nguyễn Bỉnh Khiêm, Phường Bến Nghé, Quận 1')).toMatch(/^poi/);
    expect(line('89 Sen Ngoại, Phường Cát Linh, Đống Đa, Hà Nội')).toMatch(/^ward former-ward/);
  });

  it('prefers the ward to a street with its name, unless a number or a street word is in front', () => {
    expect(line('89 Sen Ngoại, Cát Linh, Đống Đa, Hà Nội')).toMatch(/^ward former-ward/);
    expect(line('89 Cát Linh, Đống Đa, Hà Nội')).toBe('street Phố Cát Linh');
    expect(line('89 P. Cát Linh, Cát Linh, Đống Đa, Hà Nội')).toBe('street Phố Cát Linh');
    expect(line('Phố Cát Linh, Cát Linh, Đống Đa, Hà Nội')).toBe('street Phố Cát Linh');
  });

  it('prefers a place that is spelled right to a unit that is not', () => {
    expect(adminSearch.understand('Vàng Anh').readings).not.toEqual([]);
    expect(line('Vàng Anh')).toBe('poi Vàng Anh');
  });

  it('explains floors away, and the tower at the house number', () => {
    expect(place('Tầng 5, Tòa nhà Bitexco, 2 Hải Triều, Quận 1').score).toBeGreaterThan(0.95);
  });
});
