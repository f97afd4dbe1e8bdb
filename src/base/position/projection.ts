import { fold, foldKey } from '../text/fold.ts';
import { PROVINCE_ALIASES } from '../text/unit-aliases.ts';
import type { Position } from '../geo/position.ts';
import { message, type Message } from '../messages/message.ts';
import { isInVietnam, isProjected } from './read-position.ts';

/** A transverse Mercator projection of Vietnam. Units: degrees. */
export interface Projection {
  /** As a person states it. */
  name: string;
  centralMeridian: number;
  scale: number;
  /** VN-2000, else WGS84. */
  isVn2000: boolean;
}

/**
 * Central meridians of provinces before July 2025, those that ended then too. Source: lists that name Circular 25/2014/TT-BTNMT; all 58 agree with a list made from
 * Circulars 973/2001/TT-TCĐC and 24/2025/TT-BNNMT, though some others have Bến Tre, Bình Dương, Bình Thuận or Phú Thọ elsewhere. Left out is who has another meridian
 * since the mergers: Bắc Ninh, Gia Lai, Lai Châu, Quảng Trị, Tây Ninh; a wrong one is 25 to 160 km off.
 */
const MERIDIANS: Readonly<Record<string, string>> = {
  "103°00'": 'Điện Biên',
  "104°00'": 'Sơn La',
  "104°30'": 'Kiên Giang|Cà Mau',
  "104°45'": 'Lào Cai|Yên Bái|Nghệ An|Phú Thọ|An Giang',
  "105°00'": 'Thanh Hóa|Vĩnh Phúc|Đồng Tháp|Cần Thơ|Bạc Liêu|Hậu Giang|Hà Nội|Ninh Bình|Hà Nam',
  "105°30'": 'Hà Giang|Hải Dương|Hà Tĩnh|Hưng Yên|Thái Bình|Nam Định|Vĩnh Long|Sóc Trăng|Trà Vinh',
  "105°45'": 'Cao Bằng|Long An|Tiền Giang|Bến Tre|Hải Phòng|Hồ Chí Minh|Bình Dương',
  "106°00'": 'Tuyên Quang|Hòa Bình|Quảng Bình',
  "106°15'": 'Bình Phước',
  "106°30'": 'Bắc Kạn|Thái Nguyên',
  "107°00'": 'Bắc Giang|Huế|Thừa Thiên Huế',
  "107°15'": 'Lạng Sơn',
  "107°30'": 'Kon Tum',
  "107°45'": 'Quảng Ninh|Đồng Nai|Bà Rịa - Vũng Tàu|Quảng Nam|Lâm Đồng|Đà Nẵng',
  "108°00'": 'Quảng Ngãi',
  "108°15'": 'Ninh Thuận|Khánh Hòa|Bình Định',
  "108°30'": 'Đắk Lắk|Đắk Nông|Phú Yên|Bình Thuận',
};

const MERIDIAN_OF_PROVINCE: ReadonlyMap<string, string> = new Map(
  Object.entries(MERIDIANS).flatMap(([meridian, names]) =>
    names.split('|').map((name) => [foldKey(name), meridian] as const),
  ),
);

/** Scale at the central meridian, by the width of the zone in degrees. */
const SCALE = { 3: 0.9999, 6: 0.9996 } as const;
const SYSTEM = /^(?:(vn-? ?2000)(?: ?\/ ?utm(?: zone)?)?|(utm))(?![a-z0-9])[ /,:;-]*/;
const ZONE = /^(?:zone |mui )?(48|49) ?[npq]?$/;
const MERIDIAN =
  /^(?:(?:ktt|kinh tuyen(?: truc)?)[ :=]*)?(10[2-9])(?:[.,](\d{1,4})|(?: ?[°º˚] ?| )(?:(\d{1,2}) ?'?)?)?$/;
const WIDTH = /[ ,(]{0,3}(?:mui|zone) 3 ?[°º˚]?\)?$/;

/**
 * Parses the name of a projection: `VN-2000` with a province, with the central meridian (105°45', 105.75) of a zone of 3 degrees, or with the number of a zone of
 * 6 degrees (48, 49); `UTM 48N`. Undefined for any other text.
 *
 * Shape: the province is one of the 63 before July 2025; the name of a new one means the former one of its name.
 */
export function parseProjection(text: string): Projection | undefined {
  const folded = fold(text);
  const [, vn2000, utm] = SYSTEM.exec(folded) ?? [];
  const body = folded.replace(SYSTEM, '').replace(WIDTH, '');
  const isVn2000 = utm === undefined;
  const zone = ZONE.exec(body)?.[1];
  if (zone !== undefined && (vn2000 ?? utm) !== undefined) {
    const name = `${isVn2000 ? 'VN-2000' : 'UTM'} ${zone}N`;
    return { name, centralMeridian: Number(zone) * 6 - 183, scale: SCALE[6], isVn2000 };
  }
  const [, degrees, decimals, minutes = 0] = MERIDIAN.exec(meridianOf(body) ?? body) ?? [];
  if (!isVn2000 || degrees === undefined) return undefined;
  const centralMeridian =
    decimals === undefined ? Number(degrees) + Number(minutes) / 60 : Number(`${degrees}.${decimals}`);
  return { name: `VN-2000 ${centralMeridian}°`, centralMeridian, scale: SCALE[3], isVn2000 };
}

function meridianOf(name: string): string | undefined {
  const key = foldKey(name).replace(/^(?:tinh|tp|thanhpho)(?=.{4})/, '');
  const alias = PROVINCE_ALIASES.find((one) => one.key === key);
  return MERIDIAN_OF_PROVINCE.get(key) ?? MERIDIAN_OF_PROVINCE.get(alias?.nameKey ?? '');
}

const FALSE_EASTING = 500_000;
/** WGS84, which VN-2000 has too: semi-major axis in metres, flattening, the third flattening, the square of the eccentricity. */
const A = 6_378_137;
const F = 1 / 298.257223563;
const N = F / (2 - F);
const E2 = F * (2 - F);
const RECTIFYING = (A / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64);
/** Coefficients of the inverse series. Source: Krüger 1912, as in Karney, "Transverse Mercator with an accuracy of a few nanometers", 2011. */
const BETA = [N / 2 - (2 / 3) * N ** 2 + (37 / 96) * N ** 3, N ** 2 / 48 + N ** 3 / 15, (17 / 480) * N ** 3];
const DELTA = [
  2 * N - (2 / 3) * N ** 2 - 2 * N ** 3,
  (7 / 3) * N ** 2 - (8 / 5) * N ** 3,
  (56 / 15) * N ** 3,
];
const RADIANS = Math.PI / 180;

/**
 * Converts metres of a projection to WGS84. Units: metres, degrees.
 *
 * Guarantee: within a millimetre of the seven parameters of the ministry, which are those of PROJ.
 */
export function unproject(
  { centralMeridian, scale, isVn2000 }: Projection,
  easting: number,
  northing: number,
): Position {
  const xi = northing / (scale * RECTIFYING);
  const eta = (easting - FALSE_EASTING) / (scale * RECTIFYING);
  let [xi1, eta1] = [xi, eta];
  for (const [at, beta] of BETA.entries()) {
    const angle = 2 * (at + 1);
    xi1 -= beta * Math.sin(angle * xi) * Math.cosh(angle * eta);
    eta1 -= beta * Math.cos(angle * xi) * Math.sinh(angle * eta);
  }
  const conformal = Math.asin(Math.sin(xi1) / Math.cosh(eta1));
  const lat = DELTA.reduce((sum, delta, at) => sum + delta * Math.sin(2 * (at + 1) * conformal), conformal);
  const lon = centralMeridian * RADIANS + Math.atan2(Math.sinh(eta1), Math.cos(xi1));
  const [latitude, longitude] = isVn2000 ? toWgs84(lat, lon) : [lat, lon];
  // Nine decimals are a tenth of a millimetre.
  return { lat: Number((latitude / RADIANS).toFixed(9)), lon: Number((longitude / RADIANS).toFixed(9)) };
}

/** From VN-2000 to WGS84, rotations of the position vector. Units: metres, seconds of arc, parts per million. Source: decision of the ministry of 1 August 2007; EPSG 6960. */
const SHIFT = [-191.90441429, -39.30318279, -111.45032835] as const;
const [RX, RY, RZ] = [0.00928836, -0.01975479, 0.00427372].map((seconds) => (seconds / 3600) * RADIANS) as [
  number,
  number,
  number,
];
const MORE = 1 + 0.252906278e-6;

/** Moves a position on the ellipsoid from one datum to the other. Units: radians. */
function toWgs84(lat: number, lon: number): [number, number] {
  const normal = A / Math.sqrt(1 - E2 * Math.sin(lat) ** 2);
  const x0 = normal * Math.cos(lat) * Math.cos(lon);
  const y0 = normal * Math.cos(lat) * Math.sin(lon);
  const z0 = normal * (1 - E2) * Math.sin(lat);
  const x = SHIFT[0] + MORE * (x0 - RZ * y0 + RY * z0);
  const y = SHIFT[1] + MORE * (RZ * x0 + y0 - RX * z0);
  const z = SHIFT[2] + MORE * (RX * y0 - RY * x0 + z0);
  // Bowring's formula, exact to a micrometre near the ground.
  const distance = Math.hypot(x, y);
  const reduced = Math.atan2(z, distance * (1 - F));
  const second = (E2 / (1 - E2)) * A * (1 - F);
  const latitude = Math.atan2(
    z + second * Math.sin(reduced) ** 3,
    distance - E2 * A * Math.cos(reduced) ** 3,
  );
  return [latitude, Math.atan2(y, x)];
}

const METERS = /^(\d{6,7}(?:[.,]\d+)?|\d{1,3}(?:([., ])\d{3})(?:\2\d{3})?(?:(?!\2)[.,]\d+)?) ?m?$/;

/** Returns the metres of a cell, with separators of thousands too; undefined for what is no easting or northing in Vietnam. */
function metersOf(cell: unknown): number | undefined {
  if (typeof cell === 'number') return isProjected(cell) ? cell : undefined;
  const [, text = '', separator] = typeof cell === 'string' ? (METERS.exec(cell.trim()) ?? []) : [];
  const number = Number((separator === undefined ? text : text.replaceAll(separator, '')).replace(',', '.'));
  return isProjected(number) ? number : undefined;
}

/**
 * Reads an easting and a northing, in either order: the greater is the northing, since Vietnam is far from the equator; undefined for cells that are no metres.
 */
export function readGridPosition(
  first: unknown,
  second: unknown,
  projection: Projection,
): Position | { fault: Message } | undefined {
  const [one, other] = [metersOf(first), metersOf(second)];
  if (one === undefined || other === undefined) return undefined;
  const position = unproject(projection, Math.min(one, other), Math.max(one, other));
  if (isInVietnam(position)) return position;
  const values = { first: one, second: other, projection: projection.name };
  return { fault: message('position.outsideProjection', values) };
}
