import type { ValhallaAction } from './requests.ts';

/**
 * Asks a Valhalla, wherever it runs.
 *
 * Shape: JSON text in, JSON text out.
 * Errors: INVALID_REQUEST and SERVICE_ERROR as of valhallaFailure, TIMEOUT, SERVICE_DOWN, ABORTED.
 */
export interface ValhallaAsker {
  ask(action: ValhallaAction, request: string, signal?: AbortSignal): Promise<string>;
  close(): Promise<void>;
}
