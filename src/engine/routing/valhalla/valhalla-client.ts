import type { ValhallaAction } from './requests.ts';

/**
 * A connection to Valhalla, in child processes or on a server.
 *
 * Shape: request and response are JSON texts.
 * Errors: INVALID_REQUEST and SERVICE_ERROR as of valhallaError; TIMEOUT, SERVICE_DOWN, ABORTED.
 */
export interface ValhallaClient {
  send(action: ValhallaAction, request: string, signal?: AbortSignal): Promise<string>;
  close(): Promise<void>;
}
