/**
 * A request that the server refuses before it reaches an operation: no key, no such route, body too large.
 *
 * Shape: `headers` are headers of the response, `Retry-After` for example. The message never contains a key or a whole URL.
 */
export class Refusal extends Error {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(statusCode: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.statusCode = statusCode;
    this.headers = headers;
  }
}
