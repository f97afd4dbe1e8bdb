import { factOf, message } from '../base/messages/message.ts';
import { basename, join, resolve } from 'node:path';
import Type, { type Static } from 'typebox';
import { failure, GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';
import type { RunStatus } from '../run/pipeline/run-status.ts';
import { picked, type FileToolContext, type RunView } from './file-tool.ts';
import { allowedJob, JobArguments } from './job-arguments.ts';
import { defineTool, type McpTool, type ToolProgress } from './tool.ts';
import { optional } from '../contract/optional.ts';

/** Reasons of each stage and findings that an answer has at most. */
const MOST_REASONS = 5;
const MOST_FINDINGS = 10;
/** Runs in an answer of `run_status` at most. */
const MOST_RUNS = 50;

/** A reason or a finding: its code in docs/ERRORS.md, the values of its text, and the text. */
export const Said = Type.Object({
  code: Type.String(),
  values: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  text: Type.String(),
});

const Counts = Type.Record(Type.String(), Type.Number());
const ByStage = Type.Record(Type.String(), Counts);

/** The answer about a run that was executed. */
export const Summary = Type.Object({
  outcome: Type.Enum(['finished', 'already_finished']),
  job: Type.String(),
  output: Type.String({ description: 'folder of the results' }),
  rows: Type.Number(),
  rejected: Type.Number({
    description: 'rows that could not be read; the file rejects has them with reasons',
  }),
  stages: Type.Record(Type.String(), Counts, { description: 'rows of each stage by status' }),
  levels: Type.Optional(ByStage),
  verdicts: Type.Optional(ByStage),
  uses: Type.Optional(
    Type.Record(Type.String(), Counts, { description: 'rows of each stage by what they are good for' }),
  ),
  errors: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.Object({ ...Said.properties, rows: Type.Number() })), {
      description: 'commonest reasons of errors, by stage',
    }),
  ),
  resumed_at_row: Type.Number({ description: 'rows that an earlier call had done' }),
  seconds: Type.Number(),
  requests: Type.Number({ description: 'sent to a remote service' }),
  files: Type.Record(Type.String(), Type.String(), { description: 'paths of the results by format' }),
  report: optional.string({ description: 'path of the page of the run, to be opened in a browser' }),
  findings: Type.Array(Said),
});

const Runs = Type.Object({
  runs: Type.Array(
    Type.Object({
      folder: Type.String(),
      state: Type.Enum(['finished', 'limited', 'running', 'stopped', 'damaged']),
      rows: Type.Number({ description: 'rows that are done' }),
      rejected: Type.Number(),
      share: optional.number({ description: '0 to 1 of the input' }),
      stages: Type.Record(Type.String(), Counts),
    }),
  ),
  more: Type.Number({ description: 'runs that are left out of this answer' }),
});

/** Returns the tools that run a job and say how far runs are. */
export function runTools(context: FileToolContext): McpTool[] {
  const { commands, folders, service, turns } = context;
  return [
    defineTool({
      name: 'run_job',
      title: 'Run a job over a file',
      description:
        'Runs a job over a whole file and answers with counts and paths; the rows stay in files. The same call continues a run that was stopped. Reports progress, and a cancelled call stops after the rows in progress.',
      usesFiles: true,
      isReadOnly: false,
      input: Type.Object({
        ...JobArguments,
        input: Type.String({ minLength: 1, description: 'path of the file of addresses or points' }),
        output: optional.string({
          minLength: 1,
          description: 'folder of the results; by default JOB/FILE in the first one',
        }),
        limit: optional.integer({ minimum: 1, description: 'the first rows only' }),
        accept_doubts: optional.boolean({
          description: 'runs also where the file is likely read wrongly; ask the user first',
        }),
        restart: optional.boolean({
          description: 'replaces earlier results in the folder; ask the user first',
        }),
      }),
      output: Summary,
      call: async (args, { signal, onProgress }) => {
        const { job, set } = await allowedJob(args, context);
        const input = await folders.readable(args.input);
        const named = args.output ?? join(basename(job).replace(/\.ya?ml$/i, ''), basename(input));
        const output = await folders.writable(named);
        if (folders.write.includes(output))
          throw failure('USAGE', 'tool.folderOfAll', { folder: output, example: join(output, 'addresses') });
        const options = {
          ...service,
          set,
          input,
          output,
          limit: args.limit,
          yes: args.accept_doubts,
          restart: args.restart,
          stop: signal,
          onProgress: (view: RunView) => onProgress(progressOf(view)),
        };
        const start = async () => {
          signal.throwIfAborted();
          return (await commands()).run(job, options);
        };
        const found = await turns.add(start, { signal }).catch((error: unknown) => {
          throw asFailure(error, signal);
        });
        const summary = summaryOf(found);
        onProgress({ progress: 100, total: 100, message: `${summary.job}: ${summary.outcome}` });
        return summary;
      },
    }),
    defineTool({
      name: 'run_status',
      title: 'How far runs are',
      description:
        'Lists the runs in a folder: finished, running, stopped or damaged, with rows and statuses. Disturbs no run.',
      usesFiles: true,
      isReadOnly: true,
      input: Type.Object({
        folder: optional.string({
          minLength: 1,
          description: 'folder of a run, or one with several; by default the first one for results',
        }),
      }),
      output: Runs,
      call: async ({ folder = folders.write[0] ?? '.' }) => {
        const real = await folders.readable(resolve(folders.write[0] ?? '.', folder));
        const runs = (await (await commands()).status(real)) as RunStatus[];
        return {
          runs: runs.slice(0, MOST_RUNS).map(({ folder, state, counts, share }) => ({
            folder,
            state,
            rows: counts.rowsIn,
            rejected: counts.rejected,
            ...(share !== undefined && { share: Math.round(share * 1000) / 1000 }),
            stages: counts.stages,
          })),
          more: Math.max(0, runs.length - MOST_RUNS),
        };
      },
    }),
  ];
}

/** Returns how far a run is. Shape: of 100, where the end is known. */
export function progressOf({ rows, fraction, sentence: message }: RunView): ToolProgress {
  return fraction === undefined
    ? { progress: rows, message }
    : { progress: Math.round(fraction * 10_000) / 100, total: 100, message };
}

/** A doubtful reading without the commands of a terminal, and a call that was cancelled while it waited as one that was stopped. */
export function asFailure(error: unknown, signal: AbortSignal): unknown {
  if (isGeomillError(error, 'INPUT_DOUBTFUL')) {
    const { sets = [] } = error.details;
    const fact = factOf(error.reason);
    const reason = sets.length === 0 ? fact : message('tool.doubtful', { fact, sets });
    return new GeomillError('INPUT_DOUBTFUL', reason, {
      cause: error,
      details: error.details,
    });
  }
  if (signal.aborted && !isGeomillError(error))
    return new GeomillError('ABORTED', message('tool.cancelled'), { cause: error });
  return error;
}

/** Returns what an answer has of the summary of a run. */
export function summaryOf(found: object): Static<typeof Summary> {
  const { errors, findings, ...others } = picked(Summary, found as Static<typeof Summary>);
  return {
    ...others,
    ...(errors && {
      errors: Object.fromEntries(
        Object.entries(errors).map(([stage, list]) => [stage, list.slice(0, MOST_REASONS)]),
      ),
    }),
    findings: findings.slice(0, MOST_FINDINGS),
  };
}
