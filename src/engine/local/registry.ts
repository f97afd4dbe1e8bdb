import type { OperationName } from '../../contract/catalogue.ts';
import type { LocalOperation } from './local-operation.ts';

/**
 * The operations of the contract as the local service supports them, each loaded by the first request for it.
 *
 * Shape: callers get NOT_SUPPORTED for an operation of the contract that has no entry here.
 */
export const LOCAL_OPERATIONS: { readonly [N in OperationName]?: () => Promise<LocalOperation<N>> } = {
  autocomplete: async () => (await import('./operations/autocomplete.ts')).autocomplete,
  place: async () => (await import('./operations/place.ts')).place,
  children: async () => (await import('./operations/children.ts')).children,
  geocodeForward: async () => (await import('./operations/geocode-forward.ts')).geocodeForward,
  geocodeReverse: async () => (await import('./operations/geocode-reverse.ts')).geocodeReverse,
  nearby: async () => (await import('./operations/nearby.ts')).nearby,
  direction: async () => (await import('./operations/direction.ts')).direction,
  optimizedRoute: async () => (await import('./operations/optimized-route.ts')).optimizedRoute,
  encodeForcode: async () => (await import('./operations/encode-forcode.ts')).encodeForcode,
  decodeForcode: async () => (await import('./operations/decode-forcode.ts')).decodeForcode,
  searchImagery: async () => (await import('./operations/search-imagery.ts')).searchImagery,
  convert: async () => (await import('./operations/convert.ts')).convert,
  wardAt: async () => (await import('./operations/ward-at.ts')).wardAt,
};

/** Returns the files of a dataset that some operations need beside the ones of every search. */
export async function filesOf(operations: readonly OperationName[]): Promise<string[]> {
  const loaded = await Promise.all(operations.map(async (name) => LOCAL_OPERATIONS[name]?.()));
  return [...new Set(loaded.flatMap((operation) => operation?.files ?? []))];
}
