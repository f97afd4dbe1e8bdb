import type { OperationName } from '../contract/catalogue.ts';

/** Says what the local service answers, for the capability table; a test compares it with what it does. */
export const LOCAL_OPERATIONS: Readonly<Partial<Record<OperationName, string>>> = {
  autocomplete: 'yes; sessions are kept and billed in the log',
  place: 'yes',
  children: 'yes',
  geocodeForward: 'yes, as fine as the dataset: house, street or place, else ward, district or province',
  geocodeReverse: 'yes; the ward where nothing is near',
  nearby: 'yes, where the dataset holds places',
  direction: 'yes; over the roads of the dataset, else in straight lines that say so',
  optimizedRoute: 'yes, likewise; several vehicles, capacities and times too',
  encodeForcode: 'yes',
  decodeForcode: 'yes',
};
