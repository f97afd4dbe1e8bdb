import { isDeepStrictEqual } from 'node:util';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { englishText, message, type Message, type MessageValue } from '../../../base/messages/message.ts';
import { joinMessages, listFirst } from '../../../base/messages/join-messages.ts';
import { columnsText, type StatedColumn } from '../../../formats/chosen-columns.ts';
import type { InputLayout } from '../../../formats/record.ts';
import { rowFormatsOf } from '../outputs/outputs.ts';
import type { JobSpec } from '../job-spec.ts';
import { shardText, type Shard } from '../shards/shard.ts';

/** Columns that a difference names at most. */
const SHOWN_COLUMNS = 5;

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
  /** The stated columns of the results, as JSON; absent where they are all columns. */
  resultColumns?: string;
  service: string;
  /** SHA-256 of the alias file, whose texts are answered in place of the service; absent without one. */
  aliases?: string;
  /** The share of the input: `3/64`; absent where the run has all of it. */
  shard?: string;
  /** The version of answers. */
  answers: number;
  /** The version of Geomill. A finished run is that of any version with the same answers, an unfinished one is continued by its own only. */
  version?: string;
}

/** Builds the identity of a run. */
export function identityOf(
  job: JobSpec,
  { service, aliases, answers, version }: Pick<RunIdentity, 'service' | 'aliases' | 'answers' | 'version'>,
  layout: InputLayout,
  input: { bytes: number; sha256: string },
  shard?: Shard,
): RunIdentity {
  const { format, compression, encoding, delimiter, escape, columns, sheet, table } = layout;
  return {
    inputBytes: input.bytes,
    inputSha256: input.sha256,
    layout: JSON.stringify({ format, compression, encoding, delimiter, escape, sheet, table }),
    columns,
    stages: JSON.stringify(
      job.stages.map(({ prefix, definition, options }) => [prefix, definition.name, options]),
    ),
    // Derived outputs do not decide the bytes of the rows: they may change between runs.
    outputs: rowFormatsOf(job),
    ...(job.resultColumns && { resultColumns: JSON.stringify(job.resultColumns) }),
    service,
    aliases,
    shard: shard && shardText(shard),
    answers,
    version,
  };
}

/**
 * Returns the differences between the started run and the requested one, besides the input's bytes.
 *
 * Shape: sentences; empty when there are none.
 */
export function differencesOf(then: RunIdentity, now: RunIdentity): Message[] {
  const whole = message('journal.wholeInput');
  // A change of the chosen columns says more than that of the rows which the outputs are made from.
  const isSameList = then.outputs.join() === now.outputs.join() || then.resultColumns !== now.resultColumns;
  return [
    ...layoutDifferences(then.layout, now.layout),
    ...columnDifferences(then.columns, now.columns),
    ...stageDifferences(then.stages, now.stages),
    ...(isSameList ? [] : [message('journal.outputsWere', { before: then.outputs, after: now.outputs })]),
    ...(then.resultColumns === now.resultColumns ? [] : [columnsWere(then, now)]),
    ...serviceDifferences(then, now),
    ...(then.shard === now.shard
      ? []
      : [wasAndIs(message('journal.ofShard'), then.shard ?? whole, now.shard ?? whole)]),
    ...(then.answers === now.answers
      ? []
      : [wasAndIs(message('journal.ofAnswersVersion'), then.answers, now.answers)]),
  ];
}

/** Returns the columns that the job of a run chose for its results; undefined for all. */
export const statedColumns = ({ resultColumns }: RunIdentity): StatedColumn[] | undefined =>
  resultColumns === undefined ? undefined : (JSON.parse(resultColumns) as StatedColumn[]);

function columnsWere(then: RunIdentity, now: RunIdentity): Message {
  const text = (identity: RunIdentity) => columnsText(statedColumns(identity) ?? [{ name: 'all' }]);
  return wasAndIs(message('journal.ofResultColumns'), text(then), text(now));
}

const wasAndIs = (what: MessageValue, before: MessageValue, after: MessageValue) =>
  message('journal.wasAndIs', { what, before, after });

/** Reports whether a run is of the same version of Geomill and of answers. */
export function isOfVersion(then: RunIdentity, now: RunIdentity): boolean {
  return then.version === now.version && then.answers === now.answers;
}

/** Returns the program that a run is of, as a sentence names it. */
export function programText({ version, answers }: RunIdentity): Message {
  return version === undefined
    ? message('journal.ofAnswers', { answers })
    : message('journal.ofVersion', { version, answers });
}

const LOCAL = 'local ';

/** Reports whether two runs asked the same service, as two editions of one local dataset are. */
function isSameService(then: RunIdentity, now: RunIdentity): boolean {
  if (then.service === now.service) return true;
  const areLocal = then.service.startsWith(LOCAL) && now.service.startsWith(LOCAL);
  return areLocal && withoutHashes(then.service) === withoutHashes(now.service);
}

/**
 * Returns the identity of a finished run as that of a run whose rows may be taken one by one: the version of answers, the edition of a local
 * dataset and the decisions of the alias file are those of the other one, since each is a matter of single rows.
 *
 * Shape: an alias file that is gone stays a difference, so that no decision is lost by an option that was left out.
 */
export function asRowsOf(then: RunIdentity, now: RunIdentity): RunIdentity {
  return {
    ...then,
    answers: now.answers,
    service: isSameService(then, now) ? now.service : then.service,
    aliases: now.aliases ?? then.aliases,
  };
}

/** Reports whether the rows of a finished run were answered by other answers than those of now: of another version, or of another edition of the dataset. */
export function isAnsweredOtherwise(then: RunIdentity, now: RunIdentity): boolean {
  return then.answers !== now.answers || then.service !== now.service;
}

const shown = (value: unknown): MessageValue =>
  value === undefined || value === null
    ? message('journal.notSet')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/** Returns which members of two objects differ. */
function memberDifferences(
  nameOf: (member: string) => MessageValue,
  then: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): Message[] {
  return [...new Set([...Object.keys(then), ...Object.keys(now)])]
    .filter((key) => JSON.stringify(then[key]) !== JSON.stringify(now[key]))
    .map((key) => wasAndIs(nameOf(key), shown(then[key]), shown(now[key])));
}

/** Returns how the readings of the input differ. */
function layoutDifferences(then: string, now: string): Message[] {
  if (then === now) return [];
  const [before, after] = [then, now].map((text) => JSON.parse(text) as Record<string, unknown>) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  return memberDifferences((member) => message('journal.ofInput', { member }), before, after);
}

/** Returns which columns were added, are gone, or stand elsewhere. */
function columnDifferences(then: readonly string[], now: readonly string[]): Message[] {
  const named = (columns: readonly string[]) => ({
    count: columns.length,
    columns: listFirst(
      columns.map((column) => JSON.stringify(column)),
      SHOWN_COLUMNS,
    ),
  });
  const added = now.filter((column) => !then.includes(column));
  const gone = then.filter((column) => !now.includes(column));
  const differences = [
    ...(added.length > 0 ? [message('journal.columnsNew', named(added))] : []),
    ...(gone.length > 0 ? [message('journal.columnsGone', named(gone))] : []),
  ];
  if (differences.length > 0 || then.join('\n') === now.join('\n')) return differences;
  return [message('journal.columnsMoved')];
}

/** Returns whether the service, its dataset or the alias file is another one. Shape: without hashes, which say nothing to a reader. */
function serviceDifferences(then: RunIdentity, now: RunIdentity): Message[] {
  const [before = '', after = ''] = [then, now].map(({ service }) =>
    withoutHashes(service).replace(/^remote /, ''),
  );
  const others: Message[] = [];
  if (before !== after) others.push(wasAndIs(message('journal.ofService'), before, after));
  else if (then.service !== now.service) others.push(message('journal.otherDataset'));
  if (then.aliases !== now.aliases) others.push(message('journal.otherAliases'));
  return others;
}

const withoutHashes = (service: string) => service.replace(/ ?(?<!\w)[0-9a-f]{32,}\b/g, '');

type StageIdentity = [prefix: string, kind: string, options: Readonly<Record<string, unknown>>];

/** Returns which options of the stages differ, or the lists of stages where these do. */
function stageDifferences(then: string, now: string): Message[] {
  if (then === now) return [];
  const [before, after] = [then, now].map((text) => JSON.parse(text) as StageIdentity[]) as [
    StageIdentity[],
    StageIdentity[],
  ];
  const names = (stages: StageIdentity[]) =>
    stages.map(([prefix, kind]) => (prefix === kind ? kind : message('journal.stageAs', { kind, prefix })));
  if (!isDeepStrictEqual(names(before), names(after)))
    return [wasAndIs(message('journal.ofStages'), names(before), names(after))];
  return before.flatMap(([prefix, , options], at) =>
    memberDifferences((option) => `${prefix}.${option}`, options, after[at]?.[2] ?? {}),
  );
}

/** Builds the failure of continuing a run with another input, job or service. */
export function changedError(
  folder: string,
  differences: readonly Message[],
  advice: Message,
  isSameInput = false,
): GeomillError {
  return new GeomillError(
    'INPUT_CHANGED',
    message('journal.otherRun', {
      folder,
      differences: joinMessages(differences, 'list.semicolons') as Message,
      advice,
    }),
    isSameInput ? { details: { otherRun: differences.map(englishText) } } : {},
  );
}
