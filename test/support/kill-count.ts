/** How often the long suites kill a process at each place: `GEOMILL_KILLS`, or enough for CI to end in time. */
export const KILL_COUNT = Number(process.env.GEOMILL_KILLS ?? 10);
