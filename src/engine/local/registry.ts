import type { OperationName } from '../../contract/catalogue.ts';
import type { LocalOperation } from './local-operation.ts';
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

/**
 * The operations of the contract as the local service supports them.
 *
 * Shape: callers get NOT_SUPPORTED for an operation of the contract that has no entry here.
 */
export const LOCAL_OPERATIONS: { readonly [N in OperationName]?: LocalOperation<N> } = {
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
};

/** Returns the files of a dataset that some operations need beside the ones of every search. */
export function filesOf(operations: readonly OperationName[]): string[] {
  return [...new Set(operations.flatMap((name) => LOCAL_OPERATIONS[name]?.files ?? []))];
}
