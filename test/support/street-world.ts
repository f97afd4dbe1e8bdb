import { isPlaceMatch, type Match, type PlaceMatch } from '../../src/engine/geocoder/places/place-match.ts';
import type { Feature, UnitNames } from '../../src/dataset/features.ts';
import { nameOf, featureOf } from '../../src/engine/gazetteer/store/access.ts';
import { houseAt, openWorld, poiAt, streetAlong } from './place-world.ts';

export const HCMC = 'Thành phố Hồ Chí Minh';
export const HANOI = 'Thành phố Hà Nội';
const features: Feature[] = [];

/** Adds houses of one street: number, latitude, longitude by turns. */
function houses(
  street: string,
  units: UnitNames,
  ...rows: [number: string, lat: number, lon: number][]
): void {
  for (const [number, lat, lon] of rows) features.push(houseAt(number, street, lat, lon, units));
}

function street(name: string, rank: number, ...line: number[]): void {
  features.push(streetAlong(name, rank, ...line));
}

function poi(name: string, lat: number, lon: number, categories: string[], otherNames: string[] = []): void {
  features.push(poiAt(name, lat, lon, categories, { otherNames }));
}

const BEN_NGHE = { ward: 'Phường Bến Nghé', district: 'Quận 1', province: HCMC };
const BEN_THANH = { ward: 'Phường Bến Thành', district: 'Quận 1', province: HCMC };
const Q10 = { ward: 'Phường 12', district: 'Quận 10', province: HCMC };
const CAT_LINH = { ward: 'Phường Cát Linh', district: 'Quận Đống Đa', province: HANOI };
const LE_DAI_HANH = { ward: 'Phường Lê Đại Hành', district: 'Quận Hai Bà Trưng', province: HANOI };
const HANG_BONG = { ward: 'Phường Hàng Bông', district: 'Quận Hoàn Kiếm', province: HANOI };

houses('Hải Triều', BEN_NGHE, ['2', 10.77172, 106.70443], ['36', 10.77201, 106.70551]);
houses(
  'Lê Lợi',
  BEN_THANH,
  ['47-49', 10.77311, 106.69962],
  ['65', 10.77345, 106.70018],
  ['12', 10.7728, 106.699],
);
houses(
  'Lê Thánh Tôn',
  BEN_NGHE,
  ['72', 10.7781, 106.7016],
  ['120A', 10.7745, 106.6975],
  ['130', 10.7741, 106.6971],
);
houses('Ba Tháng Hai', Q10, ['16', 10.7726, 106.6788], ['3C', 10.7755, 106.6813]);
houses('Đường số 7', { ward: 'Phường 11', district: 'Quận 6', province: HCMC }, ['15', 10.7461, 106.6289]);
houses('Cách Mạng Tháng Tám', { ward: 'Phường 5', district: 'Quận 3', province: HCMC }, [
  '285',
  10.7793,
  106.6823,
]);
houses('Nguyễn Thị Minh Khai', BEN_THANH, ['161', 10.7712, 106.6895], ['171', 10.7708, 106.6889]);
houses(
  'Xô Viết Nghệ Tĩnh',
  { ward: 'Phường 26', district: 'Quận Bình Thạnh', province: HCMC },
  ['292', 10.8148, 106.7117],
  ['345/12/3', 10.8121, 106.7125],
  ['345/14', 10.8123, 106.7128],
  ['345', 10.8117, 106.7119],
);
houses('An Trạch', CAT_LINH, ['83', 21.02771, 105.82875]);
houses(
  'Phố Huế',
  LE_DAI_HANH,
  ['1', 21.01852, 105.85122],
  ['107', 21.01413, 105.85146],
  ['121', 21.0133, 105.85149],
  ['114', 21.0139, 105.8512],
);
houses('Ngõ 82 Yên Lãng', { ward: 'Phường Thịnh Quang', district: 'Quận Đống Đa', province: HANOI }, [
  '80',
  21.01239,
  105.81501,
]);
houses(
  'Yên Lãng',
  { ward: 'Phường Thịnh Quang', district: 'Quận Đống Đa', province: HANOI },
  ['82', 21.01144, 105.81632],
  ['107A', 21.0113, 105.8167],
  ['107A/5', 21.0117, 105.8172],
);
houses('Hàng Bông', HANG_BONG, ['12', 21.03017, 105.84738], ['20', 21.03005, 105.8471]);
houses('Quang Trung', { ward: 'Phường Trần Hưng Đạo', district: 'Quận Hoàn Kiếm', province: HANOI }, [
  '10',
  21.0228,
  105.8491,
]);
houses('Quang Trung', { ward: 'Phường Quang Trung', district: 'Quận Hà Đông', province: HANOI }, [
  '10',
  20.9722,
  105.7766,
]);
houses('Trần Phú', { ward: 'Phường Hải Châu I', district: 'Quận Hải Châu', province: 'Thành phố Đà Nẵng' }, [
  '12',
  16.0753,
  108.2234,
]);
houses('Trần Phú', { ward: 'Phường 1', district: 'Thành phố Vũng Tàu', province: 'Tỉnh Bà Rịa - Vũng Tàu' }, [
  '12',
  10.3487,
  107.0693,
]);
houses(
  'Ông Ích Khiêm',
  { ward: 'Phường Hải Châu II', district: 'Quận Hải Châu', province: 'Thành phố Đà Nẵng' },
  ['12/5', 16.0668, 108.2135],
  ['12', 16.0665, 108.2139],
);
houses('Ấp Tân Lập', { ward: 'Xã Tân Phú', district: 'Huyện Thanh Bình', province: 'Tỉnh Đồng Tháp' }, [
  '45',
  10.6012,
  105.4411,
]);
street('Phố Xã Đàn', 3, 21.0075, 105.8409, 21.0105, 105.8376, 21.0153, 105.8325);
houses('Phố Xã Đàn', { ward: 'Phường Nam Đồng', district: 'Quận Đống Đa', province: HANOI }, [
  '152',
  21.01013,
  105.83827,
]);
street('Quốc lộ 1A', 5, 20.8701, 105.8601, 20.8501, 105.8652);
street('Đường Láng', 4, 21.0048, 105.8172, 21.0116, 105.8105, 21.0201, 105.8021);
poi('VM+ 83 An Trạch', 21.0278, 105.8288, ['convenience_store']);
poi('Phở Quang Quý 10', 21.0151, 105.8203, ['restaurant']);
poi('Tòa nhà Bitexco', 10.7716, 106.7044, ['office'], ['Bitexco Financial Tower']);
poi('Bến xe Miền Đông', 10.8145, 106.7113, ['bus_station']);
poi('Bệnh viện Bạch Mai', 21.0018, 105.8394, ['hospital']);
poi('Trường Cán bộ quản lý Văn hóa, Thể thao và Du lịch', 21.0389, 105.7727, ['school']);
poi('Cơ sở đăng ký xe số 1 - Đội quản lý xe ô tô và xe máy', 21.0128, 105.8213, ['police']);
poi('TTGDTX Quận 5', 10.7548, 106.6635, ['school']);
poi('F Fashion Shop', 10.7731, 106.7042, ['supermarket']);
poi('Phòng PC64 Bến Nghé', 10.7702, 106.7005, ['police']);
poi('Bảo tàng Mỹ thuật Việt Nam', 21.0307, 105.8371, ['museum']);
poi('53', 10.7733, 106.7006, ['supermarket']);
poi('Vàng Anh', 10.8001, 106.6855, ['supermarket']);
poi('Trường Tiểu học Nguyễn Bỉnh Khiêm', 10.7801, 106.7031, ['school'], ['Nguyễn Bỉnh Khiêm']);
poi('Đống Đa', 21.0175, 105.8266, ['town']);
street('Phố Cát Linh', 3, 21.0281, 105.8272, 21.0302, 105.8321);

/** Opens the search over the streets, houses and places above, with short forms of its questions. */
export async function openStreetWorld() {
  const { tables, adminSearch, search } = await openWorld(features);
  const ask = (text: string): Match | undefined => search.search(text, { size: 1 })[0];
  const place = (text: string): PlaceMatch => {
    const match = ask(text);
    if (match === undefined || !isPlaceMatch(match))
      throw new Error(`no place for ${text}: ${JSON.stringify(match)}`);
    return match;
  };
  /** Writes an answer in one line: level, house number, name. */
  const line = (text: string): string => {
    const match = ask(text);
    if (match === undefined) return 'nothing';
    if (!isPlaceMatch(match)) return `${match.level} ${match.unitId}`;
    const name = nameOf(tables, featureOf(tables, match.place));
    return [match.level, match.houseNumber, name].filter((part) => part !== '').join(' ');
  };
  return { adminSearch, search, ask, place, line };
}
