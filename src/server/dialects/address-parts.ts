import type { OsmProperties } from '../../contract/records/osm-feature.ts';

/** The kind of settlement that a ward is, in the words of OpenStreetMap. */
export type WardKind = 'suburb' | 'village' | 'town';

/** The kind of a district, in the words of OpenStreetMap: the districts of a city, rural districts, towns and cities of a province. */
export type DistrictKind = 'city_district' | 'county' | 'town' | 'city';

/** The parts of an address in the order of a label; a part that the feature does not have is undefined. */
export interface AddressParts {
  houseNumber: string | undefined;
  street: string | undefined;
  ward: { name: string; kind: WardKind } | undefined;
  district: { name: string; kind: DistrictKind } | undefined;
  province: { name: string; isCity: boolean } | undefined;
  postcode: string | undefined;
  country: string | undefined;
  /** Two letters, lower case. */
  countryCode: string | undefined;
}

/** Returns the parts of the address of a feature. Shape: the kinds of units follow from the type word that begins their names. */
export function addressParts(properties: OsmProperties): AddressParts {
  const { locality, county, region } = properties;
  return {
    houseNumber: properties.housenumber || undefined,
    street: properties.street || undefined,
    ward: locality ? { name: locality, kind: wardKind(locality) } : undefined,
    district: county ? { name: county, kind: districtKind(county) } : undefined,
    province: region ? { name: region, isCity: begins(region, 'thành phố') } : undefined,
    postcode: properties.postalcode || undefined,
    country: properties.country || undefined,
    countryCode: properties.country_code?.toLowerCase() || undefined,
  };
}

/** Returns the city of an address: the city or town that is its district, else the city that is its province. */
export function cityOf({ district, province }: AddressParts): string | undefined {
  if (district?.kind === 'city' || district?.kind === 'town') return district.name;
  return province?.isCity ? province.name : undefined;
}

/** Returns the rural or city district of an address. */
export function countyOf({ district }: AddressParts): string | undefined {
  return district?.kind === 'county' || district?.kind === 'city_district' ? district.name : undefined;
}

function wardKind(name: string): WardKind {
  if (begins(name, 'xã')) return 'village';
  return begins(name, 'thị trấn') ? 'town' : 'suburb';
}

function districtKind(name: string): DistrictKind {
  if (begins(name, 'quận')) return 'city_district';
  if (begins(name, 'thị xã')) return 'town';
  return begins(name, 'thành phố') ? 'city' : 'county';
}

function begins(name: string, typeWord: string): boolean {
  return name.normalize('NFC').toLowerCase().startsWith(`${typeWord} `);
}
