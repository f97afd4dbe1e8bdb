/** BullMQ fails a job that was lost more often: its worker ended or was silent. */
export const MAX_STALLED = 3;

/** A job that was lost so often is to blame, whatever happened to others: each loss may have ended a worker. */
const MOST_LOSSES = 4 * (MAX_STALLED + 1);
/** Chance below which losses are no coincidence. */
const UNLIKELY = 1e-6;

/**
 * Reports whether a job is the cause of its losses, rather than machines that come and go.
 *
 * Shape: `others` is how many jobs were finished, and how often all others were lost; that is the chance of one loss.
 */
export function isPoisoned(losses: number, others: { jobs: number; startedAgain: number }): boolean {
  const { jobs, startedAgain } = others;
  // As if one job more had been lost, and one more finished: nothing is certain after few jobs.
  const chance = (startedAgain + 1) / (startedAgain + jobs + 2);
  return losses >= MOST_LOSSES || chance ** losses < UNLIKELY;
}
