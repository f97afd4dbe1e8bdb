import { fold } from '../text/fold.ts';

/**
 * Finds the column that a person would mean, by its name.
 *
 * Shape: `names` in order of preference, folded and without separators; the first column that has the first name wins.
 */
export function findColumn(columns: readonly string[], names: readonly string[]): string | undefined {
  const keys = columns.map((column) => fold(column).replace(/[^a-z0-9]/g, ''));
  for (const name of names) {
    const at = keys.indexOf(name);
    if (at >= 0) return columns[at];
  }
  return undefined;
}

const WHOLE_ADDRESS = [
  'address',
  'diachi',
  'fulladdress',
  'diachidaydu',
  'addr',
  'diachigiaohang',
  'shippingaddress',
  'addresstext',
  'query',
  'text',
  'q',
];
const HOUSE_NUMBER = ['sonha', 'housenumber', 'streetnumber', 'addrhousenumber'];
const STREET = ['duong', 'street', 'streetname', 'tenduong', 'pho', 'addrstreet'];
const WARD = [
  'phuong',
  'ward',
  'xa',
  'phuongxa',
  'xaphuong',
  'phuongxathitran',
  'commune',
  'addrsubdistrict',
];
const DISTRICT = ['quan', 'district', 'huyen', 'quanhuyen', 'quanhuyenthixa', 'addrdistrict'];
const PROVINCE = [
  'tinh',
  'province',
  'city',
  'thanhpho',
  'tinhthanh',
  'tinhthanhpho',
  'thanhphotinh',
  'tinhtp',
  'addrcity',
];

/**
 * Writes the template of the address from the names of the columns: one whole address, its parts, or both.
 *
 * Shape: undefined when no column looks like one.
 */
export function addressTemplate(columns: readonly string[]): string | undefined {
  const of = (names: readonly string[]) => findColumn(columns, names);
  const street = [of(HOUSE_NUMBER), of(STREET)].filter((column) => column !== undefined);
  const first = of(WHOLE_ADDRESS) ?? (street.length > 0 ? street.join('} {') : undefined);
  const parts = [first, of(WARD), of(DISTRICT), of(PROVINCE)].filter((column) => column !== undefined);
  return parts.length === 0 ? undefined : parts.map((column) => `{${column}}`).join(', ');
}

/** Lists the names of a latitude column. */
export const LATITUDE_NAMES: readonly string[] = [
  'lat',
  'latitude',
  'vido',
  'y',
  'pointlat',
  'gpslat',
  'toadoy',
];

/** Lists the names of a longitude column. */
export const LONGITUDE_NAMES: readonly string[] = [
  'lon',
  'lng',
  'longitude',
  'long',
  'kinhdo',
  'x',
  'pointlon',
  'gpslon',
  'gpslng',
  'toadox',
];

/** Lists the names of a column that holds `<lat>,<lng>`. */
export const POINT_NAMES: readonly string[] = [
  'latlng',
  'latlon',
  'latlong',
  'toado',
  'coordinates',
  'coordinate',
  'location',
  'point',
  'gps',
];
