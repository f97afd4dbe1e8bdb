import { needsRouter, type OperationName } from '../contract/catalogue.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** A limit of what the thread that receives requests computes itself. Units: kilometres, results, characters. */
const OWN_LIMITS = { size: 5, reverseKm: 1, nearbyKm: 5, characters: 200 } as const;

/**
 * The requests that cost less than sending them to a thread and back: those with these parameters, at most.
 *
 * Shape: an operation without an entry is always sent.
 */
const CHEAP: Partial<Record<OperationName, (parameters: Parameters) => boolean>> = {
  geocodeReverse: ({ 'boundary.circle.radius': radius, size }) =>
    isAtMost(radius, OWN_LIMITS.reverseKm) && isAtMost(size, OWN_LIMITS.size),
  nearby: ({ 'boundary.circle.radius': radius, size, categories }) =>
    isAtMost(radius, OWN_LIMITS.nearbyKm) && isAtMost(size, OWN_LIMITS.size) && isShort(categories),
  place: ({ ids }) => isShort(ids),
  encodeForcode: () => true,
  decodeForcode: ({ forcodes }) => isShort(forcodes),
};

const isAtMost = (value: unknown, limit: number): boolean =>
  value === undefined || (typeof value === 'number' && value <= limit);

const isShort = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= OWN_LIMITS.characters;

/** Reports whether a request is computed in the thread that received it: it costs less than another thread, or only this one has the router. */
export function isOwnRequest(name: OperationName, parameters: Parameters): boolean {
  return needsRouter([name]) || CHEAP[name]?.(parameters) === true;
}

/** Reports whether some requests of an operation are sent to threads. */
export function mayBeSent(name: OperationName): boolean {
  return !needsRouter([name]) && name !== 'encodeForcode';
}
