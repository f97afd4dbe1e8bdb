import { dirname, join } from 'node:path';
import { createDurableFs } from '../base/files/durable-fs.ts';
import { englishText, type Message } from '../base/messages/message.ts';
import type { Job } from '../run/job/job.ts';
import { addDecisions, type AddedDecisions, type AddOptions } from '../run/pipeline/rerun/add-decisions.ts';
import { aliasKey, readAliases } from '../run/pipeline/rerun/alias-file.ts';
import type { Alias, Aliases } from '../run/pipeline/rerun/aliases.ts';
import type { ConvertQuestion } from '../run/pipeline/rerun/converted-texts.ts';
import { doubtfulTexts, type DoubtfulText, idColumn } from '../run/pipeline/rerun/doubtful-texts.ts';
import type { Manifest } from '../run/pipeline/journal/manifest.ts';
import { batchedStage, openFinishedRun } from '../run/pipeline/rerun/finished-run.ts';
import { prepareRerun, type Rerun } from '../run/pipeline/rerun/prepare-rerun.ts';
import { createReviewService, type ReviewService } from '../run/pipeline/rerun/review-candidates.ts';
import { readChoices, type ReviewChoices, type WrittenChoice } from '../run/pipeline/rerun/review-choices.ts';
import { type ReviewLine, type ReviewLook, mapTemplates } from '../run/pipeline/rerun/review-file.ts';
import { readVerdictRules } from '../run/stages/verdict.ts';
import { openService } from '../runtime/open-service.ts';
import type { ReviewFacts } from '../report/data/review-facts.ts';
import { readServiceSettings, type ServiceSettings } from '../runtime/service-settings.ts';
import type { RerunOptions } from './commands/retry.ts';
import { executeRun, type RunTask } from './execute-run.ts';
import type { CliIo } from './io.ts';
import { requestLimits } from './run-options.ts';
import { findRunSource, nextFolder, type RunSource, setsOf, shellWord } from './run-command.ts';
import type { RunSummary } from './summary.ts';

const ASKED_AT_ONCE = 100;
const ALIASES_NAME = 'aliases.csv';

/** The review of a finished run: where its decisions go, whichever door they come through. */
export interface Review extends RunSource {
  run: string;
  options: RerunOptions;
  /** Folder of the results with the decisions. */
  folder: string;
  /** The file of the decisions. */
  aliasesPath: string;
}

/** Opens the review of a run. Errors: as of {@link findRunSource}. */
export async function openReview(run: string, options: RerunOptions, io: CliIo): Promise<Review> {
  const source = await findRunSource(run, options.source, io);
  const folder = options.output.output ?? nextFolder(run, 'reviewed');
  return { ...source, run, options, folder, aliasesPath: source.job.aliases ?? join(folder, ALIASES_NAME) };
}

/** Which texts are listed. Shape: `isOpen` for those alone that the file of the decisions has not; `first` and `most` are a part of the list. */
export interface ListOptions {
  below?: number | undefined;
  id?: string | undefined;
  map?: string | undefined;
  isOpen?: boolean;
  first?: number;
  most?: number;
}

/** The doubtful texts of a run, with the candidates of a part of them. */
export interface DoubtfulList {
  lines: ReviewLine[];
  manifest: Manifest;
  /** Texts and rows of the whole list. */
  texts: number;
  rows: number;
  /** Doubtful texts that are left out, because they are decided. */
  decided: number;
  look: ReviewLook;
}

/** Lists the doubtful texts of a run with their candidates now, and with what their words are for where `hasAccounts`. Errors: USAGE; as of {@link openFinishedRun} and of the service. */
export async function listDoubtful(
  opened: Review,
  { below, id: stated, map = opened.job.mapLink, isOpen = false, first = 0, most = Infinity }: ListOptions,
  io: CliIo,
  hasAccounts = false,
): Promise<DoubtfulList> {
  const { job, run, aliasesPath } = opened;
  const fs = createDurableFs();
  const look = { map: mapTemplates(map) };
  const finished = await openFinishedRun(fs, run, job, { isOnlyRead: true });
  const id = idColumn(finished, stated ?? job.key);
  const rules = readVerdictRules(geocodeStage(job)?.options.verdict);
  const all = await doubtfulTexts(finished, { below, id, rules });
  const known = isOpen && (await fs.exists(aliasesPath)) ? await readAliases(fs, aliasesPath) : undefined;
  const doubtful = known ? all.filter(({ text }) => !known.byText.has(aliasKey(text))) : all;
  const shown = doubtful.slice(first, first + most);
  const texts = shown.map(({ text }) => text);
  const lines = await withService(opened, texts, io, async ({ candidatesOf, accountOf }) => {
    const filled: ReviewLine[] = [];
    const fill = async (line: DoubtfulText): Promise<ReviewLine> => {
      const account = hasAccounts ? await accountOf(line.text) : undefined;
      return { ...line, candidates: await candidatesOf(line.text), ...(account && { account }) };
    };
    for (let at = 0; at < shown.length; at += ASKED_AT_ONCE)
      filled.push(...(await Promise.all(shown.slice(at, at + ASKED_AT_ONCE).map(fill))));
    return filled;
  });
  return {
    lines,
    manifest: finished.manifest,
    texts: doubtful.length,
    rows: doubtful.reduce((sum, line) => sum + line.doubtful, 0),
    decided: all.length - doubtful.length,
    look: { ...look, ...(id !== undefined && { id }) },
  };
}

/** Reads decisions about texts as they were written, with what the service has for them now. */
export function readDecisions(
  opened: Review,
  texts: readonly string[],
  written: (service: ReviewService) => Promise<readonly WrittenChoice[]> | readonly WrittenChoice[],
  io: CliIo,
): Promise<ReviewChoices> {
  return withService(opened, texts, io, async (service) => readChoices(await written(service), service));
}

/** Returns a sentence about a decision that another one contradicted, and which of them stays. */
export const contradictionText = (said: Message, replaces: boolean | undefined): string =>
  `${englishText(said)}: ${replaces === true ? 'the second one replaces it' : 'the first one stays; --restart replaces it, if the second one is right'}`;

/** Adds decisions to their file, under its lock and merged with those of others; the rest as of {@link addDecisions}, with `beforeWrite` where results follow at once. */
export async function keepDecisions<T = undefined>(
  { aliasesPath, options }: Review,
  decisions: readonly Alias[],
  { beforeWrite, ...more }: Partial<AddOptions<T>>,
): Promise<AddedDecisions<T | undefined>> {
  const fs = createDurableFs();
  if (!beforeWrite) await fs.makeFolder(dirname(aliasesPath));
  return addDecisions<T | undefined>(fs, aliasesPath, decisions, {
    ...{ replaces: options.output.restart ?? false, onWait: () => undefined, ...more },
    beforeWrite: async (aliases) => beforeWrite?.(aliases),
  });
}

/** Writes the results with the decisions that are kept. Errors: as of {@link prepareReview} and {@link writeReviewed}. */
export async function applyKept(
  opened: Review,
  io: CliIo,
  startMs: number,
  around: Pick<RunTask, 'stop' | 'onProgress'> = {},
): Promise<RunSummary> {
  const aliases = await readAliases(createDurableFs(), opened.aliasesPath);
  return writeReviewed(opened, await prepareReview(opened, aliases), io, startMs, around);
}

/** The results with the decisions, before they are computed: the folder is claimed. */
export type PreparedReview = Rerun;

/** Prepares the results of a review, and claims their folder. Errors: as of {@link prepareRerun}. */
export async function prepareReview(
  { run, folder, job, options }: Review,
  aliases: Aliases,
): Promise<PreparedReview> {
  const { restart = false } = options.output;
  const prepared = await prepareRerun({ folder: run, outputDir: folder, job, aliases, restart });
  await prepared.claim();
  return prepared;
}

/** Writes the results of a run with the decisions of its review. Errors: as of {@link executeRun}. */
export function writeReviewed(
  { job, input, command, folder, aliasesPath, options: { engine, output } }: Review,
  rerun: PreparedReview,
  io: CliIo,
  startMs: number,
  around: Pick<RunTask, 'stop' | 'onProgress'> = {},
): Promise<RunSummary> {
  const record =
    job.aliases === undefined
      ? { ...command, sets: setsOf({ set: [...command.sets], aliases: aliasesPath }) }
      : command;
  const task = {
    job: { ...job, outputs: rerun.outputs, aliases: aliasesPath },
    options: { input: { input }, engine, output },
    ...{ path: input, folder, command: record, rerun: rerun.options },
  };
  return executeRun({ ...task, ...around }, io, startMs);
}

/** Returns what the rows of a review are. */
export const kindOf = ({ job }: Pick<Review, 'job'>): ReviewFacts['of'] =>
  batchedStage(job) ? 'stops' : geocodeStage(job) ? 'addresses' : 'units';

/** Returns the command that plans the tours of a run once more with the decisions of its review; undefined for a run without tours. */
export function planCommand({
  job,
  input,
  command,
  folder,
  aliasesPath,
  options,
}: Review): string | undefined {
  if (!batchedStage(job)) return undefined;
  const sets = command.sets.filter((set) => !set.startsWith('aliases=')).flatMap((set) => ['--set', set]);
  const { dataset } = options.engine;
  const words = ['geomill', 'run', command.job, '--input', input, ...sets, '--aliases', aliasesPath];
  words.push(...(dataset === undefined ? [] : ['--dataset', dataset]), '--output', folder);
  return words.map(shellWord).join(' ');
}

const geocodeStage = (job: Job) => job.stages.find(({ definition }) => definition.name === 'geocode');

/** Returns the questions of those texts whose units the run of a review converts, by their keys. Cost: reads the run up to the last of them. */
async function conversionsOf(
  { job, run }: Pick<Review, 'job' | 'run'>,
  texts: readonly string[],
): Promise<ReadonlyMap<string, ConvertQuestion>> {
  const found = new Map<string, ConvertQuestion>();
  if (geocodeStage(job)) return found;
  const left = new Set(texts.map(aliasKey));
  const finished = await openFinishedRun(createDurableFs(), run, job, { isOnlyRead: true });
  for await (const values of finished.rows()) {
    const { text, conversion } = finished.questionOf(values) ?? {};
    if (conversion && left.delete(aliasKey(text ?? ''))) found.set(aliasKey(text ?? ''), conversion);
    if (left.size === 0) break;
  }
  return found;
}

/** Opens the service of the job of a review, for decisions about some texts. */
export async function openReviewService(
  opened: Pick<Review, 'job' | 'run' | 'options'>,
  texts: readonly string[],
  io: CliIo,
): Promise<{ service: ReviewService; settings: ServiceSettings; close: () => Promise<void> }> {
  const { job, options } = opened;
  const { engine } = options;
  const conversions = await conversionsOf(opened, texts);
  const settings = await readServiceSettings(engine, io);
  const { service, close } = await openService(settings, {
    limits: { ...job.limits, ...requestLimits(engine) },
  });
  const isNew = geocodeStage(job)?.options.admin_v2 !== false;
  const review = createReviewService(service, isNew, settings.kind === 'local', conversions);
  return { service: review, settings, close };
}

/** Opens the service of a review, and calls back with what is asked of it. */
async function withService<T>(
  opened: Review,
  texts: readonly string[],
  io: CliIo,
  use: (service: ReviewService) => Promise<T>,
): Promise<T> {
  const { service, close } = await openReviewService(opened, texts, io);
  try {
    return await use(service);
  } finally {
    await close();
  }
}
