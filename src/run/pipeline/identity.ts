import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { InputLayout } from '../../formats/record.ts';
import { rowFormatsOf } from './outputs.ts';
import type { JobSpec } from './job-spec.ts';
import { shardText, type Shard } from './shards/shard.ts';

/**
 * The identity of a run; every member must be the same for the run to be continued.
 *
 * Shape: the input is identified by its bytes as given, before decompression; `outputs` are the row formats.
 */
export interface RunIdentity {
  inputBytes: number;
  inputSha256: string;
  layout: string;
  columns: readonly string[];
  stages: string;
  outputs: readonly string[];
  service: string;
  /** SHA-256 of the alias file, whose texts are answered in place of the service; absent without one. */
  aliases?: string;
  /** The share of the input: `3/64`; absent where the run has all of it. */
  shard?: string;
}

/** Builds the identity of a run. */
export function identityOf(
  job: JobSpec,
  { service, aliases }: Pick<RunIdentity, 'service' | 'aliases'>,
  layout: InputLayout,
  input: { bytes: number; sha256: string },
  shard?: Shard,
): RunIdentity {
  const { format, compression, encoding, delimiter, columns, sheet, table } = layout;
  return {
    inputBytes: input.bytes,
    inputSha256: input.sha256,
    layout: JSON.stringify({ format, compression, encoding, delimiter, sheet, table }),
    columns,
    stages: JSON.stringify(
      job.stages.map(({ prefix, definition, options }) => [prefix, definition.name, options]),
    ),
    // Derived outputs do not decide the bytes of the rows: they may change between runs.
    outputs: rowFormatsOf(job.outputs),
    service,
    aliases,
    shard: shard && shardText(shard),
  };
}

/**
 * Returns the differences between the started run and the requested one, besides the input's bytes.
 *
 * Shape: sentences; empty when there are none.
 */
export function differencesOf(then: RunIdentity, now: RunIdentity): string[] {
  const differences: string[] = [];
  const compare = (what: string, before: unknown, after: unknown) => {
    const [a, b] = [before, after].map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    );
    if (a !== b) differences.push(`${what} was ${a} and is ${b}`);
  };
  compare('the way the input is read', then.layout, now.layout);
  compare('the list of columns', then.columns.join(', '), now.columns.join(', '));
  differences.push(...stageDifferences(then.stages, now.stages));
  compare('the list of outputs', then.outputs.join(', '), now.outputs.join(', '));
  compare('the service', serviceText(then), serviceText(now));
  compare('the shard', then.shard ?? 'the whole input', now.shard ?? 'the whole input');
  return differences;
}

type StageIdentity = [prefix: string, kind: string, options: Readonly<Record<string, unknown>>];

/** Returns which options of the stages differ, or the lists of stages where these do. */
function stageDifferences(then: string, now: string): string[] {
  if (then === now) return [];
  const [before, after] = [then, now].map((text) => JSON.parse(text) as StageIdentity[]) as [
    StageIdentity[],
    StageIdentity[],
  ];
  const names = (stages: StageIdentity[]) =>
    stages.map(([prefix, kind]) => (prefix === kind ? kind : `${kind} as ${prefix}`)).join(', ');
  if (names(before) !== names(after))
    return [`the list of stages was ${names(before)} and is ${names(after)}`];
  const shown = (value: unknown) =>
    value === undefined ? 'not set' : typeof value === 'string' ? value : JSON.stringify(value);
  return before.flatMap(([prefix, , options], at) => {
    const others = after[at]?.[2] ?? {};
    const keys = [...new Set([...Object.keys(options), ...Object.keys(others)])];
    return keys
      .filter((key) => JSON.stringify(options[key]) !== JSON.stringify(others[key]))
      .map((key) => `${prefix}.${key} was ${shown(options[key])} and is ${shown(others[key])}`);
  });
}

/** Returns the service and the alias file of an identity as one text: the form of identities before they had `aliases`. */
function serviceText({ service, aliases }: RunIdentity): string {
  return aliases === undefined ? service : `${service}, aliases ${aliases}`;
}

/** Returns an identity that an older version wrote in its present form. */
export function presentIdentity(identity: RunIdentity): RunIdentity {
  const [, service, aliases] = /^(.*), aliases ([0-9a-f]{64})$/.exec(identity.service) ?? [];
  return service === undefined || aliases === undefined ? identity : { ...identity, service, aliases };
}

/** Builds the failure of continuing a run with another input, job or service. */
export function changedError(
  folder: string,
  differences: readonly string[],
  advice: string,
  isSameInput = false,
): GeomillError {
  return new GeomillError(
    'INPUT_CHANGED',
    `${folder} holds a run of something else: ${differences.join('; ')}. ${advice}`,
    isSameInput ? { details: { otherRun: differences } } : {},
  );
}
