import { foldKey } from '../../base/text/fold.ts';

/** Usual column names by field, folded to letters and digits (`y` as `i`), the most specific first. */
export type FieldTable<Field extends string> = Readonly<Record<Field, readonly string[]>>;

/** Reader of the fields of a row by their columns. */
export interface FieldReader<Field extends string> {
  /** Sets the columns, at first and whenever there are more; see RowSink. */
  columns(names: readonly string[]): void;
  /** Returns a field of a row: NFC, trimmed, single spaces; empty for none. */
  read(values: readonly string[], field: Field): string;
  /** Reports whether a field has a column. */
  has(field: Field): boolean;
  /** Returns the columns that were found, by field. */
  found(): Record<string, string>;
}

/**
 * Creates a reader; `stated` gives columns by field and has priority over the usual names, if the file has such a column.
 *
 * Shape: of several columns for a field, the first non-empty one of the row is used.
 */
export function createFieldReader<Field extends string>(
  table: FieldTable<Field>,
  stated: Readonly<Record<string, string>> = {},
): FieldReader<Field> {
  let names: readonly string[] = [];
  const columnsOf = new Map<Field, readonly number[]>();
  return {
    columns(given) {
      names = given;
      const keys = given.map(foldKey);
      columnsOf.clear();
      for (const field of Object.keys(table) as Field[]) {
        const wanted = given.indexOf(stated[field] ?? '');
        const usual = table[field].map((name) => keys.indexOf(name));
        const columns = [...new Set([wanted, ...usual])].filter((column) => column >= 0);
        if (columns.length > 0) columnsOf.set(field, columns);
      }
    },
    read(values, field) {
      const columns = columnsOf.get(field);
      if (columns === undefined) return '';
      for (const column of columns) {
        const text = cleanText(values[column] ?? '');
        if (text !== '') return text;
      }
      return '';
    },
    has: (field) => columnsOf.has(field),
    found: () => Object.fromEntries([...columnsOf].map(([field, [column]]) => [field, names[column]])),
  };
}

const PLAIN = /^(?:[\u0021-\u024f\u1ea0-\u1ef9]+(?: (?! )|$))*$/;

/** Normalises a text: NFC, single spaces, trimmed. */
function cleanText(text: string): string {
  // Nearly every cell is clean already.
  if (PLAIN.test(text)) return text.endsWith(' ') ? text.trimEnd() : text;
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Folds the names of a table for comparison with column names. */
function fieldTable<Field extends string>(names: Record<Field, string>): FieldTable<Field> {
  return Object.fromEntries(
    Object.entries<string>(names).map(([field, list]) => [field, list.split(' ').map(foldKey)]),
  ) as unknown as FieldTable<Field>;
}

const POSITION = {
  lat: 'lat latitude vido y pointlat gpslat toadoy addrlat',
  lon: 'lon lng longitude long kinhdo x pointlon pointlng gpslon gpslng toadox addrlon',
  point: 'latlng latlon latlong toado coordinates coordinate location point gps',
};

const ADDRESS = {
  number: 'housenumber number sonha addrhousenumber streetnumber so hno housenr',
  street: 'street streetname duong tenduong pho tenpho duongpho addrstreet road addrplace',
  ward: 'ward phuong xa phuongxa xaphuong phuongxathitran tenphuong tenxa commune wardname addrward addrsubdistrict subdistrict',
  district: 'district quan huyen quanhuyen quanhuyenthixa tenquan tenhuyen districtname addrdistrict',
  province:
    'province city tinh thanhpho tinhthanh tinhthanhpho thanhphotinh tinhtp tentinh provincename addrprovince addrcity',
  postcode: 'postcode zipcode zip postalcode mabuuchinh mabuudien addrpostcode',
  address: 'address fulladdress diachi diachidaydu addr addressline addressfull addrfull',
};

/** Fields of an address. */
export const ADDRESS_FIELDS = fieldTable({
  id: 'id uid ma maso objectid fid osmid key',
  name: 'name ten tentoanha buildingname addrhousename housename',
  ...POSITION,
  ...ADDRESS,
});

/** Fields of a place. */
export const PLACE_FIELDS = fieldTable({
  id: 'id uid ma maso objectid fid osmid key',
  gersId: 'gersid',
  name: 'name ten tendiadiem tieude title placename',
  otherNames: 'othernames altname alternatenames aliases alias tenkhac tengoikhac',
  category: 'category categories type kind loai loaihinh danhmuc nhom phanloai fclass amenity',
  phone: 'phone phonenumber tel telephone dienthoai sodienthoai sdt contactphone',
  website: 'website url web trangweb contactwebsite',
  openingHours: 'openinghours hours giomocua giohoatdong',
  parent: 'parent parentid parentkey thuoc',
  importance: 'importance doquantrong',
  ...POSITION,
  ...ADDRESS,
});

/** Fields of a boundary. */
export const AREA_FIELDS = fieldTable({
  id: 'osmid id uid fid objectid',
  fullName: 'fullname tendaydu',
  name: 'name ten tendonvi tenxa tenhuyen tentinh',
  code: 'code ma ref wardcode districtcode provincecode maxa mahuyen matinh gsocode isocode iso31662',
  level: 'adminlevel level cap capdo',
});

/** Fields of a former unit and its successor, and of an alias of a former unit. */
export const FORMER_WARD_FIELDS = fieldTable({
  ward: 'oldward oldwardname ward phuongxacu tenxacu',
  district: 'olddistrict olddistrictname district quanhuyencu',
  province: 'oldprovince oldprovincename province tinhcu',
  code: 'oldwardcode wardcode maxacu',
  newWard: 'newward newwardname phuongxamoi tenxamoi',
  newWardCode: 'newwardcode maxamoi',
  newProvince: 'newprovince newprovincename tinhmoi',
  wardKey: 'wardkey',
  districtKey: 'districtkey',
  provinceKey: 'provincekey',
  alias: 'aliaskeyword alias',
});

/** Fields for which `columns` can give a header. */
export const STATED_FIELDS: readonly string[] = [
  ...new Set(
    [ADDRESS_FIELDS, PLACE_FIELDS, AREA_FIELDS, FORMER_WARD_FIELDS].flatMap((table) => Object.keys(table)),
  ),
];
