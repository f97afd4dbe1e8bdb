import type { OperationName } from '../contract/catalogue.ts';

/** Says what the local service answers, for the capability table; a test compares it with what it does. */
export const LOCAL_OPERATIONS: Readonly<Partial<Record<OperationName, string>>> = {
  place: 'yes, administrative units',
  geocodeForward: 'yes, to ward, district or province',
  geocodeReverse: 'yes, to the ward',
  encodeForcode: 'yes',
  decodeForcode: 'yes',
};
