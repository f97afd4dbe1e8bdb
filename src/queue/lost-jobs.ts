/** BullMQ fails a job that was lost more often in a row: its worker ended or was silent. */
export const MAX_STALLED = 3;

/**
 * A job that was lost so often is taken for the cause, and stops the run: each loss may have ended a worker.
 *
 * Machines that come and go lose jobs too, four times in a row now and then; fewer losses would stop such runs for nothing.
 */
export const MOST_LOSSES = 4 * (MAX_STALLED + 1);
