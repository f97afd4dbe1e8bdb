import { fold } from '../../base/text/fold.ts';
import { HEADER_SEPARATOR } from '../../base/text/header-names.ts';

/**
 * Returns the first column with one of some names.
 *
 * Shape: `names` in order of preference, folded and without separators; column names are compared in the same form.
 */
export function findColumn(columns: readonly string[], names: readonly string[]): string | undefined {
  const keys = columns.map(columnKey);
  // Of a header of two rows, as in "Địa chỉ / Tỉnh/TP", the lower name says what the column has.
  const lower = columns.map((column) =>
    column.includes(HEADER_SEPARATOR) ? columnKey(column.slice(column.lastIndexOf(HEADER_SEPARATOR))) : '',
  );
  for (const name of names) {
    const at = keys.includes(name) ? keys.indexOf(name) : lower.indexOf(name);
    if (at >= 0) return columns[at];
  }
  return undefined;
}

function columnKey(column: string): string {
  return fold(column).replace(/[^a-z0-9]/g, '');
}

/** Returns the message that no column name is known for something, with what to state in the job. */
export function noColumnLike(what: string, columns: readonly string[], advice: string): string {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const header = columns.includes('column_1')
    ? ''
    : '; if the first line is a row, state input.header: false';
  return `no column looks like ${what} among ${list}: ${advice}${header}`;
}

const WHOLE_ADDRESS = [
  'address',
  'diachi',
  'fulladdress',
  'diachidaydu',
  'addr',
  'diachigiaohang',
  'diachikhachhang',
  'diachikh',
  'diachinhanhang',
  'diachinguoinhan',
  'diachilienhe',
  'diachithuongtru',
  'diachitamtru',
  'diachinha',
  'diachicongty',
  'diachicuahang',
  'diachichinhanh',
  'noigiao',
  'noigiaohang',
  'noio',
  'dc',
  'dchi',
  'dcgiaohang',
  'dckhachhang',
  'addressline',
  'addressline1',
  'address1',
  'addressfull',
  'homeaddress',
  'shipto',
  'shiptoaddress',
  'noicutru',
  'noiohientai',
  'shippingaddress',
  'deliveryaddress',
  'customeraddress',
  'streetaddress',
  'addresstext',
  'query',
  'text',
  'q',
];
/** What an address is of that is no place, behind or in front of the word. */
const NO_PLACE = /^(?:ip|ipv4|mac|web|website|url|email|mail|wallet|vi|code|ma)$/;

/** Reports whether a column is called an address in words that no list has, as in "Địa chỉ lắp đặt". */
function isCalledAddress(column: string): boolean {
  const key = columnKey(column);
  if (column.includes(HEADER_SEPARATOR) || !/^(?:diachi|dchi)|address$/.test(key)) return false;
  return !NO_PLACE.test(key.replace(/^(?:diachi|dchi)|address$/, ''));
}

const HOUSE_NUMBER = ['sonha', 'housenumber', 'streetnumber', 'addrhousenumber'];
const STREET = [
  'duong',
  'street',
  'streetname',
  'tenduong',
  'pho',
  'sonhaduong',
  'sonhatenduong',
  'sonhavaduong',
  'sonhaduongpho',
  'duongpho',
  'addrstreet',
];
const WARD = [
  'phuong',
  'ward',
  'xa',
  'phuongxa',
  'xaphuong',
  'phuongxathitran',
  'phuongxatt',
  'xaphuongthitran',
  'tenphuongxa',
  'tenxa',
  'commune',
  'addrsubdistrict',
];
const DISTRICT = [
  'quan',
  'district',
  'huyen',
  'quanhuyen',
  'quanhuyenthixa',
  'quanhuyentxtp',
  'quanhuyentx',
  'huyenquan',
  'tenhuyen',
  'tenquanhuyen',
  'addrdistrict',
];
const PROVINCE = [
  'tinh',
  'province',
  'city',
  'thanhpho',
  'tinhthanh',
  'tinhthanhpho',
  'thanhphotinh',
  'tinhtp',
  'tptinh',
  'tinhthanhphotp',
  'tentinh',
  'tentinhtp',
  'tentinhthanh',
  'addrcity',
];

/** Reports whether an input without a header has one column: it is a list. */
export function isList(columns: readonly string[]): boolean {
  return columns.length === 1 && columns[0] === 'column_1';
}

/**
 * Builds the template of an address from the column names: one whole address, its parts, or both; the only column of an input without a header.
 *
 * Shape: undefined when no column name is known.
 */
export function addressTemplate(columns: readonly string[]): string | undefined {
  const of = (names: readonly string[]) => findColumn(columns, names);
  const street = [of(HOUSE_NUMBER), of(STREET)].filter((column) => column !== undefined);
  const whole = of(WHOLE_ADDRESS) ?? (street.length > 0 ? undefined : columns.find(isCalledAddress));
  const first = whole ?? (street.length > 0 ? street.join('} {') : undefined);
  const parts = [first, of(WARD), of(DISTRICT), of(PROVINCE)].filter((column) => column !== undefined);
  if (isList(columns)) return '{column_1}';
  return parts.length === 0 ? undefined : parts.map((column) => `{${column}}`).join(', ');
}

/** Names of a latitude column. */
export const LATITUDE_NAMES: readonly string[] = [
  'lat',
  'latitude',
  'vido',
  'y',
  'pointlat',
  'gpslat',
  'toadoy',
];

/** Names of a longitude column. */
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

/** Names of a column with `<lat>,<lng>`. */
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

/**
 * Returns the columns of the position that a stage of an earlier run gave the rows: `geocode_lat` and `geocode_lon`, with any name of the stage.
 *
 * Shape: of several stages the last one, as within a run; undefined without one. A stage that matches places around the row's own position
 * has the column `distance_meters`: its places are no positions of the row.
 */
export function findStagePosition(columns: readonly string[]): { lat: string; lon: string } | undefined {
  const names = new Set(columns);
  const lat = columns.findLast((column) => {
    const stage = /^(.+)_lat$/.exec(column)?.[1];
    if (stage === undefined) return false;
    return (
      names.has(`${stage}_lon`) && names.has(`${stage}_status`) && !names.has(`${stage}_distance_meters`)
    );
  });
  return lat === undefined ? undefined : { lat, lon: lat.replace(/lat$/, 'lon') };
}
