/** The statuses with which every request may fail that reaches an operation. Requests with another method or path fail before. */
const OF_ALL = [400, 401, 403, 408, 414, 429, 500, 501, 502, 503, 504];

/** The statuses of requests whose body the server does not take. */
export const BODY_FAILURES: readonly number[] = [413, 415];

/** Describes the failures of an operation for OpenAPI: those of every request, and its own. Shape: all have the same response. */
export function describeFailures(response: object, own: readonly number[] = []): Record<string, object> {
  return Object.fromEntries([...OF_ALL, ...own].map((status) => [String(status), response]));
}
