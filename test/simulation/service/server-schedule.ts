import type { DrawnFault } from '../outcome.ts';

/** The kinds of faults that a schedule of a server may have. */
export const SERVER_FAULTS = [
  ...[
    'server killed',
    'killed at a disk operation',
    'server stopped',
    'power lost',
    'disk full',
    'disk fails',
  ],
  ...['usage file damaged', 'time of day jumps', 'key revoked', 'keys file edited wrongly'],
] as const;
/** All rare states that the seeds together must reach. */
export const RARE_SERVER_STATES: readonly string[] = [
  ...['a start after a power cut', 'counts of the last second lost', 'a usage that was not written'],
  ...['a damaged usage file', 'a quota that is spent', 'a new day', 'a revoked key', 'a wrong keys file'],
  ...['a rate that is reached', 'a batch that is refused'],
];

const FAULTS_UNTIL_MS = 12_000;

/** A fault of a schedule. Shape: `pick` is a number from 0 to 1 for whatever it has to choose. */
export interface ServerFault extends DrawnFault {
  kind: (typeof SERVER_FAULTS)[number];
  pick: number;
}

/** Draws the faults of a schedule. */
export function drawServerFaults(random: () => number): ServerFault[] {
  return Array.from({ length: Math.floor(5 * random()) }, () => ({
    kind: SERVER_FAULTS[Math.floor(random() * SERVER_FAULTS.length)] as ServerFault['kind'],
    atMs: 500 + random() * FAULTS_UNTIL_MS,
    forMs: 200 + 3_000 * random(),
    pick: random(),
  }));
}
