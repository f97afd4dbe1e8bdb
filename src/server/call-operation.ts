import { needsRouter, OPERATION_NAMES, type OperationName } from '../contract/catalogue.ts';
import type { AnyPort, CallContext, GeoService } from '../contract/service.ts';
import type { Lane } from './lane.ts';

/** The context of a call that is not cancelled. */
const BOUNDED: CallContext = { isBounded: true };

/** The context of a call that may be cancelled. */
export interface Cancellation extends CallContext {
  readonly signal: AbortSignal;
  /** Sets what is called when the call is cancelled; cheaper than a listener of the signal. */
  onCancel(listener: () => void): void;
}

/** The name of an operation and its checked parameters to the response as JSON text. */
export type AnswerOperation = (
  name: OperationName,
  parameters: Record<string, unknown>,
  cancellation?: Cancellation,
) => Promise<string>;

/**
 * Returns the service whose responses are computed by a function, in other threads for example; for what needs responses as objects.
 *
 * Cost: each response is parsed.
 */
export function serviceOver(answer: AnswerOperation): GeoService {
  const calls = OPERATION_NAMES.map((name) => {
    const call = async (parameters: Record<string, unknown>, { signal }: CallContext = {}) =>
      JSON.parse(await answer(name, parameters, signal && cancellationBy(signal))) as unknown;
    return [name, call] as const;
  });
  return Object.fromEntries(calls) as unknown as GeoService;
}

function cancellationBy(signal: AbortSignal): Cancellation {
  return {
    signal,
    isBounded: true,
    onCancel: (listener) => signal.addEventListener('abort', listener, { once: true }),
  };
}

/** Returns a service whose routes are computed in a lane; for batches, which have as many of them as rows. */
export function routesInLane(service: GeoService, lane: Lane): GeoService {
  const port = service as unknown as AnyPort;
  const calls = OPERATION_NAMES.filter((name) => needsRouter([name])).map((name) => {
    const call = (parameters: Record<string, unknown>, context?: CallContext) =>
      lane.run(() => port[name](parameters, { ...context, isBounded: true }));
    return [name, call] as const;
  });
  return { ...service, ...(Object.fromEntries(calls) as Partial<GeoService>) };
}

/** Returns the function that computes responses in this thread. */
export function callOperation(service: GeoService): AnswerOperation {
  const port = service as unknown as AnyPort;
  return async (name, parameters, cancellation) =>
    JSON.stringify(await port[name](parameters, cancellation ?? BOUNDED));
}
