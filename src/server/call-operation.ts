import type { OperationName } from '../contract/catalogue.ts';
import type { CallContext, GeoService } from '../contract/service.ts';

/** The context of a call that may be cancelled. */
export interface Cancellation extends Required<CallContext> {
  /** Sets what is called when the call is cancelled; cheaper than a listener of the signal. */
  onCancel(listener: () => void): void;
}

/** The name of an operation and its checked parameters to the response as JSON text. */
export type AnswerOperation = (
  name: OperationName,
  parameters: Record<string, unknown>,
  cancellation?: Cancellation,
) => Promise<string>;

type AnyPort = Record<
  OperationName,
  (parameters: Record<string, unknown>, context?: CallContext) => Promise<unknown>
>;

/** Returns the function that computes responses in this thread. */
export function callOperation(service: GeoService): AnswerOperation {
  const port = service as unknown as AnyPort;
  return async (name, parameters, cancellation) => JSON.stringify(await port[name](parameters, cancellation));
}
