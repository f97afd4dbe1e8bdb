import type { Static, TSchema } from 'typebox';
import { failure } from '../base/errors/geomill-error.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from './catalogue.ts';
import { checkParameters } from './parameters.ts';

/** The context of a call, beside its parameters. */
export interface CallContext {
  /** Aborts the call; the call then throws ABORTED. */
  signal?: AbortSignal;
  /** Whether a client waits beside others: tours of a fleet are the best that a bounded search has found then. */
  isBounded?: boolean;
}

type ShapesOf<N extends OperationName> = (typeof OPERATIONS)[N]['shapes'];
type Call<S> = S extends { parameters: infer P; answer: infer A }
  ? (parameters: Static<P & TSchema>, context?: CallContext) => Promise<Static<A & TSchema>>
  : never;
type CallOf<S, K> = K extends keyof S ? Call<S[K]> : unknown;
// In this order: a call with `format: 'google'` fits the overload of both shapes, and the first one that fits is taken.
type Overloads<S> = CallOf<S, 'google'> & CallOf<S, 'osm'> & CallOf<S, 'only'>;

/**
 * The port: every operation of the interface, independent of the implementation.
 *
 * Shape: one method per operation; parameters have the names of the wire, and which of them are given chooses the shape of
 * the answer, as the overloads say.
 * Errors: INVALID_REQUEST for parameters outside the contract, NOT_SUPPORTED for an operation the implementation lacks, and what
 * the implementation documents.
 */
export type GeoService = {
  [N in OperationName]: Overloads<ShapesOf<N>>;
};

/** The port as what calls an operation by its name sees it. */
export type AnyPort = Record<
  keyof GeoService,
  (parameters: Record<string, unknown>, context?: CallContext) => Promise<unknown>
>;

type Handler<C> = C extends (...request: infer P) => Promise<infer A>
  ? (...request: P) => A | Promise<A>
  : never;

/** The implementation of some operations, one function per shape, which may return its answer at once; parameters are checked before the call. */
export type GeoServiceHandlers = {
  [N in OperationName]?: { [K in keyof ShapesOf<N>]?: Handler<Call<ShapesOf<N>[K]>> };
};

type AnyHandler = (parameters: Record<string, unknown>, context?: CallContext) => unknown;

/** The member of a method of the port that returns the answer itself where the implementation has it at once. */
const AT_ONCE = Symbol('at once');

/**
 * Calls a method of the port without a promise where its answer is there at once: promises cost more than some answers.
 *
 * Errors: those of the method, thrown or as a rejection.
 */
export function askAtOnce<P, A>(
  method: (parameters: P, context?: CallContext) => Promise<A>,
  parameters: P,
  context: CallContext,
): A | Promise<A> {
  const { [AT_ONCE]: answer = method } = method as typeof method & { [AT_ONCE]?: Handler<typeof method> };
  return answer(parameters, context);
}

/**
 * Builds the port from handlers: checks parameters, selects the shape, rejects with NOT_SUPPORTED if a handler is missing.
 *
 * Errors: INVALID_REQUEST, NOT_SUPPORTED, as rejections, never thrown at the call.
 */
export function createGeoService(handlers: GeoServiceHandlers): GeoService {
  const service: Record<string, AnyHandler> = {};
  for (const name of OPERATION_NAMES) {
    const operation = OPERATIONS[name];
    const calls = (handlers[name] ?? {}) as Record<string, AnyHandler | undefined>;
    const answer: AnyHandler = (parameters, context) => {
      const shape = operation.shapeOf(parameters);
      checkParameters(operation, shape, parameters);
      const call = calls[shape];
      if (!call) throw failure('NOT_SUPPORTED', 'parameter.operationMissing', { operation: operation.name });
      return call(parameters, context);
    };
    const method: AnyHandler = async (parameters, context) => answer(parameters, context);
    service[name] = Object.assign(method, { [AT_ONCE]: answer });
  }
  return service as unknown as GeoService;
}
