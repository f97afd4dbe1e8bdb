/** A plan for dispensing permits: their number in each lease. Units: whole milliseconds. */
export interface LeasePlan {
  permits: number;
  leaseMs: number;
}

const SHORTEST_LEASE_MS = 20;
const HIGHEST_SHARE = 0.985;
const LOWEST_SHARE = 0.975;

/**
 * Chooses the lease for a rate: short, a whole number of milliseconds, and slightly below the rate.
 *
 * Units: requests per second.
 * Guarantee: the plan gives at most 98.5 % of the rate, so that a request that arrives 15 ms late or early breaks no sliding
 * second; and at least 97.5 % of it, by putting several permits into a lease where one would leave too much to rounding.
 */
export function planLeases(ratePerSecond: number): LeasePlan {
  const target = ratePerSecond * HIGHEST_SHARE;
  for (let permits = Math.max(1, Math.ceil((target * SHORTEST_LEASE_MS) / 1000)); ; permits += 1) {
    const leaseMs = Math.ceil((permits * 1000) / target);
    if ((permits * 1000) / leaseMs >= ratePerSecond * LOWEST_SHARE) return { permits, leaseMs };
  }
}
