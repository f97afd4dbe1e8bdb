import { EventEmitter } from 'node:events';
import { isAbsolute } from 'node:path';
import { Readable } from 'node:stream';
import { failure } from '../base/errors/geomill-error.ts';
import { englishText } from '../base/messages/message.ts';
import { cellText } from '../base/text/cell-text.ts';
import type { ToolCommands, ToolReview } from '../mcp/file-tool.ts';
import type { ToolDecision } from '../mcp/review-shapes.ts';
import type { ReviewService } from '../run/pipeline/rerun/review-candidates.ts';
import type { ReviewFault, WrittenChoice } from '../run/pipeline/rerun/review-choices.ts';
import { shownCandidates, shownLine } from '../run/pipeline/rerun/review-file.ts';
import { check } from './commands/check.ts';
import { describeDataset } from './commands/dataset.ts';
import { plan } from './commands/plan.ts';
import type { RerunOptions } from './commands/retry.ts';
import { run } from './commands/run.ts';
import { status } from './commands/status.ts';
import type { CliIo } from './io.ts';
import { progressSentence, type ProgressView } from './progress.ts';
import {
  applyKept,
  contradictionText,
  keepDecisions,
  listDoubtful,
  openReview,
  readDecisions,
} from './review-queue.ts';
import { runOptions } from './run-options.ts';

/** Returns the commands for tools. */
export function toolCommands(io: CliIo): ToolCommands {
  const first = async (command: (own: CliIo) => Promise<unknown>) => (await capturedJson(io, command))[0];
  const json = true;
  return {
    check: (job, options) => first((own) => check(job, { ...options, json }, own)),
    plan: (job, options) => first((own) => plan(job, { ...options, json }, own)),
    run: (job, { onProgress, stop, ...options }) =>
      first((own) =>
        run(job, runOptions({ ...options, json }), own, {
          stop,
          onProgress: (view) => onProgress({ ...view, sentence: progressSentence(view) }),
        }),
      ),
    async reviewFiles(name, options) {
      const { run, command, input, folder, aliasesPath } = await openReview(name, reviewOptions(options), io);
      const named = isAbsolute(command.job) ? [command.job] : [];
      return { files: [run, input, ...named], written: [folder, aliasesPath] };
    },
    async listDoubtful(name, { below, first, most, ...options }) {
      const opened = await openReview(name, reviewOptions(options), io);
      const found = await listDoubtful(opened, { below, isOpen: true, first, most }, quietIo(io));
      const { lines, look, manifest: _, ...counts } = found;
      const shown = lines.map((line) => ({
        ...shownLine(line, look),
        candidates: shownCandidates(line, look).map((each, at) => ({ choice: at + 1, ...each })),
      }));
      return { lines: shown, ...counts };
    },
    async decide(name, decisions, options) {
      const opened = await openReview(name, reviewOptions(options), io);
      const texts = decisions.map(({ text }) => text);
      const written = (service: ReviewService) =>
        Promise.all(decisions.map((decision, at) => asWritten(decision, at, service)));
      const { aliases, faults, notes } = await readDecisions(opened, texts, written, quietIo(io));
      const replaces = options.restart === true;
      const kept = aliases.length > 0 ? await keepDecisions(opened, aliases, { replaces }) : undefined;
      const contradictions = (kept?.contradictions ?? []).map((said) => contradictionText(said, replaces));
      const said = (list: readonly ReviewFault[]) =>
        list.map(({ text, says }) => ({ text, says: englishText(says) }));
      return {
        kept: aliases.length - (replaces ? 0 : contradictions.length),
        file: opened.aliasesPath,
        ask: said(faults.filter(({ isAsked }) => isAsked)),
        faults: said(faults.filter(({ isAsked }) => !isAsked)),
        ...{ notes: said(notes), contradictions },
      };
    },
    applyDecisions: (name, { stop, onProgress, ...options }) =>
      first(async (own) => {
        const startMs = own.nowMs();
        const opened = await openReview(name, reviewOptions({ ...options, json }), own);
        const watch = {
          stop,
          onProgress: (view: ProgressView) => onProgress({ ...view, sentence: progressSentence(view) }),
        };
        return applyKept(opened, own, startMs, watch);
      }),
    status: (folder) => capturedJson(io, (own) => status(folder, { json }, own)),
    describeDataset: (folder) => first((own) => describeDataset(folder, { json }, own)),
  };
}

/**
 * Runs a command in this process for a tool, and returns the JSON objects that it writes to standard output.
 *
 * Shape: what it says to a person on the error stream is dropped. A signal of the process does not reach it: it is stopped by the tool.
 * Errors: those of the command.
 */
async function capturedJson(
  io: CliIo,
  command: (io: CliIo) => Promise<unknown>,
): Promise<[object, ...object[]]> {
  let stdout = '';
  await command({ ...quietIo(io), stdout: { write: (text) => (stdout += text) } });
  if (stdout === '') throw failure('INTERNAL', 'run.nothingWritten');
  // Lines within an object are indented.
  return stdout.split(/\n(?=\{)/).map((text) => JSON.parse(text) as object) as [object, ...object[]];
}

/** Returns what a command works with that a tool calls: it reads nothing, writes nothing, and is not ended by signals. */
function quietIo(io: CliIo): CliIo {
  // The process that serves tools watches itself, or has threads.
  const { watch: _, ...shared } = io;
  const nowhere = { write: () => undefined };
  return {
    ...shared,
    ...{ stdin: Readable.from([]), stdout: nowhere, stderr: nowhere },
    ...{ signals: new EventEmitter(), exit: () => undefined },
  };
}

const reviewOptions = ({
  output,
  restart,
  json,
  ...engine
}: ToolReview & { json?: boolean }): RerunOptions => ({
  source: {},
  engine,
  output: { ...(output !== undefined && { output }), ...(restart && { restart }), ...(json && { json }) },
});

/** Returns a decision of a tool as it would stand in the file of a review, with the candidates that there are. */
async function asWritten(
  { text, choice, label, lat, lon, level, confirm }: ToolDecision,
  at: number,
  { candidatesOf }: ReviewService,
): Promise<WrittenChoice> {
  const cells: Record<string, unknown> = { row: at + 1, text, choice, lat, lon, level };
  if (confirm === true) cells.confirm = 'yes';
  const candidates = choice === undefined ? [] : await candidatesOf(text);
  candidates.forEach(({ feature }, nth) => {
    const [x, y] = feature.geometry?.coordinates ?? [];
    const named = nth + 1 === choice ? label : undefined;
    Object.assign(cells, {
      [`${nth + 1}_label`]: named ?? feature.properties.label,
      [`${nth + 1}_lat`]: y,
      [`${nth + 1}_lon`]: x,
    });
  });
  return { cell: (column) => cellText(cells[column]).trim(), placeOf: () => `decision ${at + 1}` };
}
