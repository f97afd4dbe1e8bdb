import type { ErrorCode } from '../../../base/errors/catalogue.ts';
import type { ValhallaAction } from './requests.ts';

/** A message from the pool to a child: one request at a time. */
export interface RequestMessage {
  action: ValhallaAction;
  request: string;
}

/**
 * A message from a child to the pool.
 *
 * Shape: first `ready`, or `unusable` with the reason; then for each request its `response`, or Valhalla's error text as `failure`.
 */
export type ChildMessage =
  { ready: true } | { unusable: string; code: ErrorCode } | { response: string } | { failure: string };
