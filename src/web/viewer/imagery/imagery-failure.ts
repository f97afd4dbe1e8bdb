/** Why the imagery service gave no picture. */
export type FailureReason = 'unreachable' | 'refused' | 'limited' | 'failed' | 'unknownPicture';

/** A search for pictures that failed. */
export class ImageryFailure extends Error {
  readonly reason: FailureReason;
  /** HTTP status of the response; undefined without one. */
  readonly status: number | undefined;

  /** Creates a failure. */
  constructor(reason: FailureReason, message: string, status?: number) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}

/** Returns the failure that a status stands for. Source: statuses of `geomill serve`, docs/SERVER.md. */
export function failureOf(status: number): ImageryFailure {
  const reason = status === 401 || status === 403 ? 'refused' : status === 429 ? 'limited' : 'failed';
  return new ImageryFailure(reason, `the imagery search answered ${status}`, status);
}
