import { autocomplete } from './operations/autocomplete.ts';
import { children } from './operations/children.ts';
import { convert } from './operations/convert.ts';
import { decodeForcode } from './operations/decode-forcode.ts';
import { direction } from './operations/direction.ts';
import { encodeForcode } from './operations/encode-forcode.ts';
import { geocodeForward } from './operations/geocode-forward.ts';
import { geocodeReverse } from './operations/geocode-reverse.ts';
import { nearby } from './operations/nearby.ts';
import { optimizedRoute } from './operations/optimized-route.ts';
import { place } from './operations/place.ts';
import { searchImagery } from './operations/search-imagery.ts';
import { wardAt } from './operations/ward-at.ts';

/** The operations of the interface. A new operation is one file and one line here; types, port, remote client and docs are derived. */
export const OPERATIONS = {
  autocomplete,
  place,
  children,
  geocodeForward,
  geocodeReverse,
  nearby,
  direction,
  optimizedRoute,
  encodeForcode,
  decodeForcode,
  searchImagery,
  convert,
  wardAt,
} as const;

/** The name of an operation. */
export type OperationName = keyof typeof OPERATIONS;

/** The names of all operations. */
export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

/** Reports whether one of these operations computes routes. */
export function needsRouter(operations: readonly OperationName[]): boolean {
  return operations.some((name) => OPERATIONS[name].needsRouter === true);
}
