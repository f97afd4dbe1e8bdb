import { message, type Message, type PlainCode } from '../../base/messages/message.ts';
import { createHash } from 'node:crypto';
import type { FeatureSink, UnitNames } from '../features.ts';
import { cleanHouseNumber, splitAddressLine, splitHouseAndStreet } from './address-line.ts';
import { ADDRESS_FIELDS, type FieldReader, type FieldRow, readFields } from './fields.ts';
import { readPosition } from './geometry.ts';
import type { SourceOptions, SourceReport } from './source-report.ts';

/** The address of a row: from columns for its parts, otherwise from an address line. */
export interface RowAddress {
  number?: string;
  street?: string;
  /** Text in front of the number in an address line. */
  name?: string;
  postcode?: string;
  units: UnitNames;
}

/** Fields of an address. */
export type AddressField = 'number' | 'street' | 'ward' | 'district' | 'province' | 'postcode' | 'address';

/** How far a street is taken to reach from a point of it. Units: metres. */
const STREET_METERS = 500;

/**
 * Reads a file of addresses (CSV, NDJSON, JSON, GeoJSON, `.gz`) into houses and, where they have no number, points of streets, row by row.
 *
 * Shape: columns by their usual names, English or Vietnamese, or by `options.columns`; one column may contain the whole
 * address. Keys are `addresses:ID`, or a hash of the content for a row without id. In a file of streets a number is that of a house near by, as of a bus
 * stop, and a street without a position lies somewhere in its ward.
 * Errors: INPUT_MISSING; INPUT_BAD if the file is broken, or has no columns for position and house number; IO.
 */
export async function readAddressesFile(
  file: string,
  sink: FeatureSink,
  options: SourceOptions = {},
): Promise<SourceReport> {
  const { prefix = 'addresses', ofStreets, isLearned, findWard } = options;
  return readFields(file, ADDRESS_FIELDS, options, ofStreets ? lacksForStreets : lacksForHouses, (row) => {
    const address = readRowAddress(row, ofStreets);
    const { street, postcode, units } = address;
    let { number = '' } = address;
    let position = readPosition(row.fields, row.values, row.geometry);
    let radiusMeters = STREET_METERS;
    if (position === 'dataset.noPosition' && street !== undefined && (ofStreets || number === '')) {
      const ward = findWard?.(units, row.read('wardCode')) ?? position;
      if (typeof ward === 'string') return ward;
      if (number !== '') row.remark('dataset.numberUnplaced');
      number = '';
      ({ position, radiusMeters } = ward);
    }
    if (typeof position === 'string') return position;
    if (number === '' && (street === undefined || (address.unread && !ofStreets)))
      return ofStreets ? 'dataset.noStreet' : (address.unread ?? 'dataset.noHouseNumber');
    if (number === '' && !ofStreets) row.remark('dataset.noHouseNumber');
    if (number !== '' && ofStreets && street === undefined) return 'dataset.noStreet';
    const name = row.read('name') || address.name;
    const id =
      row.read('id') ||
      contentHash([number, street, units.ward, units.district, units.province, name], position);
    sink({
      kind: 'house',
      key: `${prefix}:${id}`,
      number,
      units,
      position,
      street,
      ...(number === ''
        ? { radiusMeters }
        : { postcode, name, ...(ofStreets && { isInterpolated: true }), ...(isLearned && { isLearned }) }),
    });
    return undefined;
  });
}

/**
 * Returns the address of a row.
 *
 * Shape: `unread` is the reason why there is no number although its column is not empty. In a table of streets "30 Tháng 4" is a street and no house 30.
 */
export function readRowAddress(
  row: FieldRow<AddressField>,
  ofStreets = false,
): RowAddress & { unread?: PlainCode } {
  const units: UnitNames = {};
  const address: RowAddress & { unread?: PlainCode } = { units };
  const stated = row.read('number');
  const street = row.read('street');
  const number = cleanHouseNumber(stated);
  if (number !== undefined) {
    address.number = number;
    if (street !== '') address.street = street;
  } else {
    // "40 ngõ 1" in the column of the number, or "131 Hồng Hà" in that of the street.
    const split = ofStreets && stated === '' ? undefined : splitHouseAndStreet(`${stated} ${street}`);
    if (split !== undefined) {
      address.number = split.number;
      if (split.street !== '') address.street = split.street;
    } else {
      if (stated !== '') address.unread = 'dataset.houseNumberUnread';
      if (street !== '') address.street = street;
    }
  }
  const line = row.read('address');
  if (line !== '') {
    const split = splitAddressLine(line);
    if (address.number === undefined && street === '' && stated === '') {
      if (split.number !== undefined) address.number = split.number;
      if (split.street !== undefined) address.street = split.street;
      if (split.name !== undefined) address.name = split.name;
    }
    Object.assign(units, split.units);
    if (split.postcode !== undefined) address.postcode = split.postcode;
  }
  for (const unit of ['ward', 'district', 'province'] as const) {
    const text = row.read(unit);
    if (text !== '') units[unit] = text;
  }
  const postcode = row.read('postcode');
  if (postcode !== '') address.postcode = postcode;
  return address;
}

function lacksForHouses(fields: FieldReader<keyof typeof ADDRESS_FIELDS>): Message | undefined {
  const lacksPosition = lacksForPosition(fields);
  if (lacksPosition !== undefined) return lacksPosition;
  const hasNumber = fields.has('number') || fields.has('street') || fields.has('address');
  return hasNumber ? undefined : message('dataset.houseNumberMissing');
}

function lacksForStreets(fields: FieldReader<keyof typeof ADDRESS_FIELDS>): Message | undefined {
  const hasWard = fields.has('ward') || fields.has('wardCode') || fields.has('address');
  const lacksPosition = hasWard ? undefined : lacksForPosition(fields);
  if (lacksPosition !== undefined) return lacksPosition;
  return fields.has('street') || fields.has('address') ? undefined : message('dataset.streetMissing');
}

/** Returns which columns are missing for a position, or undefined. */
export function lacksForPosition(fields: FieldReader<'lat' | 'lon' | 'point'>): Message | undefined {
  if (fields.has('point') || (fields.has('lat') && fields.has('lon'))) return undefined;
  return message('dataset.positionMissing');
}

/** Returns a hash that identifies a row in every build, independent of its line. */
export function contentHash(
  texts: readonly (string | undefined)[],
  { lat, lon }: { lat: number; lon: number },
): string {
  const content = [...texts.map((text) => text ?? ''), lat.toFixed(7), lon.toFixed(7)].join('\n');
  return createHash('sha1').update(content).digest('base64url').slice(0, 16);
}
