import type { PoiFeature } from '../../src/dataset/features.ts';
import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import { STREET_NAMES } from './generate-addresses-names.ts';
import { createRandom, pick } from './random.ts';

const KINDS = (
  'ATM|Ngân hàng|Cà phê|Quán ăn|Nhà hàng|Phở|Bún chả|Cơm tấm|Bánh mì|Trà sữa|Khách sạn|Nhà nghỉ|Homestay|Nhà thuốc|Phòng khám|Bệnh viện|' +
  'Trạm y tế|Trường Tiểu học|Trường THCS|Trường THPT|Trường Mầm non|Đại học|Chợ|Siêu thị|Tạp hóa|Cửa hàng|Công ty TNHH|Công ty Cổ phần|Chùa|' +
  'Nhà thờ|Công viên|Cây xăng|Trạm xăng|Bến xe|Bưu điện|UBND|Công an|Chung cư|Spa|Salon tóc|Sửa xe|Rửa xe|Quán nhậu|Karaoke|Phòng gym'
).split('|');

const SYLLABLES = (
  'An Anh Bách Bảo Bình Cẩm Châu Chi Cường Dung Duy Duyên Đại Đăng Đạt Đức Gia Giang Hà Hải Hạnh Hào Hiền Hiếu Hoa Hòa Hoàng Hồng Huệ Hùng Huy Hương ' +
  'Khang Khánh Khoa Kiên Kim Lâm Lan Liên Linh Loan Long Lộc Ly Mai Mạnh Minh Mỹ Nam Nga Ngân Ngọc Nguyên Nhân Nhật Nhung Oanh Phát Phong Phú Phúc Phương ' +
  'Quang Quân Quốc Quyên Quỳnh Sơn Tâm Tân Thái Thành Thảo Thắng Thiên Thịnh Thoa Thu Thủy Tiến Tín Toàn Trang Trí Trung Trường Tú Tuấn Tùng Tuyết Uyên ' +
  'Vân Việt Vinh Vũ Xuân Yến'
).split(' ');

/** Says how many places to generate in which map. */
export interface GeneratePlacesOptions {
  admin: AdminDataset;
  count: number;
  seed: number;
}

/**
 * Generates points of interest with Vietnamese names, most of them different: a kind, a name of one to three syllables, at times a street or number.
 *
 * Guarantee: the same map, seed and count give the same places. Half of them lie in the towns of the country.
 */
export function* generatePlaces({ admin, count, seed }: GeneratePlacesOptions): Generator<PoiFeature> {
  const random = createRandom(seed);
  const towns = admin.wards.filter(({ type }) => type === 'Phường');
  for (let i = 0; i < count; i += 1) {
    const { position, radiusMeters } = pick(random, random() < 0.5 ? towns : admin.wards);
    const spread = (radiusMeters / 111_195) * 0.7;
    const words = [pick(random, KINDS)];
    for (let syllables = 1 + Math.floor(random() * 3); syllables > 0; syllables -= 1) {
      words.push(pick(random, SYLLABLES));
    }
    if (random() < 0.2) words.push(pick(random, STREET_NAMES));
    if (random() < 0.2) words.push(String(1 + Math.floor(random() * 99)));
    yield {
      kind: 'poi',
      key: `place:${i}`,
      name: words.join(' '),
      otherNames: [],
      categories: [],
      units: {},
      position: {
        lat: position.lat + (random() - 0.5) * spread,
        lon: position.lon + (random() - 0.5) * spread,
      },
      // Few places are important.
      importance: Math.floor(20 + 230 * random() ** 6),
    };
  }
}
