import { autocomplete } from './operations/autocomplete.ts';
import { children } from './operations/children.ts';
import { decodeForcode } from './operations/decode-forcode.ts';
import { direction } from './operations/direction.ts';
import { encodeForcode } from './operations/encode-forcode.ts';
import { geocodeForward } from './operations/geocode-forward.ts';
import { geocodeReverse } from './operations/geocode-reverse.ts';
import { nearby } from './operations/nearby.ts';
import { optimizedRoute } from './operations/optimized-route.ts';
import { place } from './operations/place.ts';
import { searchImagery } from './operations/search-imagery.ts';

/** Lists every operation of the interface. An operation is added here and in its own file; the compiler points at the rest. */
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
} as const;

/** Names an operation of the interface. */
export type OperationName = keyof typeof OPERATIONS;

/** Lists the names of all operations. */
export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

/** Reports whether one of these operations computes routes. */
export function needsRouter(operations: readonly OperationName[]): boolean {
  return operations.some((name) => OPERATIONS[name].needsRouter === true);
}
