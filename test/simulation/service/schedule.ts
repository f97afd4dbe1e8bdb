/** The kinds of faults that a schedule of the remote service may have. */
export const SERVICE_FAULTS = [
  'process killed',
  'killed at a system call',
  'process frozen',
  'power lost',
  'time of day jumps',
  'disk full',
  'disk fails',
  'short writes',
  'byte flipped',
  'write misdirected',
  'service refuses connections',
  'service fails',
  'service throttles',
  'replies are lost',
  'replies are cut',
  'service slow',
] as const;

/** A kind of fault. */
export type ServiceFaultKind = (typeof SERVICE_FAULTS)[number];

/** A fault of a schedule. Shape: `atMs` and `forMs` in simulated time; `pick` is a number from 0 to 1 for whatever it has to choose. */
export interface ServiceFault {
  kind: ServiceFaultKind;
  atMs: number;
  forMs: number;
  pick: number;
}

/** The schedule that a seed stands for. */
export interface ServiceSchedule {
  /** Processes that want to begin at the same time, each with keys of its own. */
  processes: number;
  keys: number;
  ratePerSecond: number;
  perDay: number | undefined;
  concurrency: number;
  latencyMs: number;
  syncMs: number;
  faults: readonly ServiceFault[];
}

/** All rare states that the seeds together must reach. */
export const RARE_SERVICE_STATES: readonly string[] = [
  ...['a quota that is spent', 'a quota of several days', 'a damaged ledger', 'a process that waits'],
  ...['damaged responses', 'a disk that failed', 'a service that is down', 'a pause'],
  ...['a start after a power cut', 'a day that was counted by a wrong clock'],
];

/** What a kind may not be drawn with, since nothing is promised for both: a sync that is late or failed, and a power cut or damage then. */
const APART: readonly (readonly ServiceFaultKind[])[] = [
  [
    'power lost',
    'process frozen',
    'disk full',
    'disk fails',
    'short writes',
    'byte flipped',
    'write misdirected',
  ],
  ['byte flipped', 'write misdirected', 'disk full', 'disk fails', 'short writes'],
  ['write misdirected', 'disk full', 'disk fails', 'short writes'],
];
const FAULTS_UNTIL_MS = 6_000;

/** Draws a schedule. */
export function drawServiceSchedule(random: () => number): ServiceSchedule {
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const processes = between(1, 3);
  const keys = between(6, 16) * processes;
  const kinds: ServiceFaultKind[] = [];
  for (let left = between(0, 3); left > 0; left -= 1) {
    const kind = SERVICE_FAULTS[between(0, SERVICE_FAULTS.length - 1)] as ServiceFaultKind;
    if (!APART.some(([one, ...others]) => areApart(one, others, kind, kinds))) kinds.push(kind);
  }
  const faults: ServiceFault[] = [];
  for (const kind of kinds)
    for (
      let left = kind === 'byte flipped' || kind === 'write misdirected' ? 1 : between(1, 2);
      left > 0;
      left -= 1
    )
      faults.push({
        kind,
        atMs: random() * FAULTS_UNTIL_MS,
        forMs: 200 + 3_500 * random() ** 2,
        pick: random(),
      });
  return {
    processes,
    keys,
    ratePerSecond: [1, 3, 5, 10, 20][between(0, 4)] as number,
    perDay: random() < 0.5 ? undefined : between(4, keys),
    concurrency: between(1, 6),
    latencyMs: between(5, 400),
    syncMs: between(1, 40),
    faults: faults.sort((a, b) => a.atMs - b.atMs),
  };
}

function areApart(
  one: ServiceFaultKind | undefined,
  others: readonly ServiceFaultKind[],
  kind: ServiceFaultKind,
  drawn: readonly ServiceFaultKind[],
): boolean {
  if (kind === one) return drawn.some((each) => others.includes(each));
  return others.includes(kind) && drawn.some((each) => each === one);
}
