import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addOptions, decimalNumber, option, type OptionsOf, pickOptions } from '../options.ts';
import { requestLimits } from '../run-options.ts';
import { type RerunOptions, rerunOptions, rerunRecords } from './retry.ts';
import { join } from 'node:path';
import { createDurableFs } from '../../base/files/durable-fs.ts';
import { openFinishedRun } from '../../run/pipeline/rerun/finished-run.ts';
import { prepareRerun } from '../../run/pipeline/rerun/prepare-rerun.ts';
import type { Job } from '../../run/job/job.ts';
import { addDecisions } from '../../run/pipeline/rerun/add-decisions.ts';
import { readTableFile } from '../../run/pipeline/rerun/alias-file.ts';
import { openService } from '../../runtime/open-service.ts';
import { readServiceSettings } from '../../runtime/service-settings.ts';
import { executeRun } from '../execute-run.ts';
import { formatCounted } from '../format-figures.ts';
import { printable } from '../../base/text/printable.ts';
import { doubtfulTexts, idColumn } from '../../run/pipeline/rerun/doubtful-texts.ts';
import { type CandidatesOf, createCandidatesOf } from '../../run/pipeline/rerun/review-candidates.ts';
import { readChoices } from '../../run/pipeline/rerun/review-choices.ts';
import {
  checkMapTemplate,
  isReviewWorkbook,
  type ReviewLine,
  writeReview,
} from '../../run/pipeline/rerun/review-file.ts';
import { findRunSource, nextFolder, setsOf } from '../run-command.ts';
import { trimEnd } from '../../base/text/trim-end.ts';

const EXAMPLES = `
Examples:
  $ geomill review output/geocode/addresses --to review.xlsx
      writes the doubtful rows, a line for each text, with up to ten candidates each
  $ geomill review output/geocode/addresses --map 'https://www.openstreetmap.org/?mlat={lat}&mlon={lon}#map=17/{lat}/{lon}'
      with links to a map; also as map_link in the job file
  $ geomill review output/geocode/addresses --apply review.xlsx
      takes back the candidates (column choice) and positions (columns lat, lon) that a person wrote; all results are in output/geocode/addresses-reviewed

Doubtful are rows without a match, with an error, with several matches that fit equally, in a ward that was divided, with a verdict other than accept,
and with a confidence below 0.6; with --below N only rows with a confidence below N and those without a match. The candidates are the best match, all
wards that a divided one became, and other matches. A position may be written as 10.7769, 106.7009 in one cell, with decimal commas or swapped: the
command says how it was read. A row that was decided has the confidence 1 and the place id "manual", and so has every other row of the same text.
The decisions are added to the alias file of the run: the one of --aliases
or of its job, else aliases.csv in the new folder. "geomill run --aliases FILE", or aliases: FILE in a job file, answers these texts without a request.

Exit codes: as of geomill retry; 3 some decisions cannot be taken over: they are listed, the others are.`;

const REVIEW_OPTIONS = {
  to: option('--to <FILE>', 'file for the rows, .xlsx or .csv (default: RUN-review.xlsx)'),
  below: option(
    '--below <N>',
    'only rows with a confidence below N, 0 to 1, and those without a match (default: all that are doubtful)',
    { parse: decimalNumber(0, 1) },
  ),
  id: option(
    '--id <COLUMN>',
    'column of the input with your own ids (default: the key of the job, or a column with a usual name)',
  ),
  map: option(
    '--map <URL>',
    'add links to a map, with {lat} and {lon}, or {text} (default: map_link of the job; else none)',
  ),
  apply: option('--apply <FILE>', 'take back an edited file'),
};
const OPTIONS = rerunOptions(
  'reviewed',
  'alias file that --apply adds the decisions to (default: that of the run or its job, else aliases.csv in the new folder)',
);

/** Adds `geomill review`. */
export function addCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('review')
    .description(
      'Writes the doubtful rows of a finished run with their candidates into a workbook or CSV, and takes back what a person decided in it.',
    )
    .argument('<RUN>', 'output folder of a finished run');
  addOptions(command, REVIEW_OPTIONS, ...Object.values(OPTIONS))
    .addHelpText('after', EXAMPLES)
    .action(async (run: string, values: object) => {
      const options = { ...pickOptions(REVIEW_OPTIONS, values), ...rerunRecords(OPTIONS, values) };
      finish(await review(run, options, io));
    });
}

type ReviewOptions = OptionsOf<typeof REVIEW_OPTIONS> & RerunOptions;

const EXIT_FAULTS = 3;
const ASKED_AT_ONCE = 100;
const ALIASES_NAME = 'aliases.csv';

/** Writes the doubtful rows of a run for a person, or takes back what was decided, and returns the exit code. */
async function review(run: string, options: ReviewOptions, io: CliIo): Promise<number> {
  return options.apply === undefined ? exportRows(run, options, io) : apply(run, options.apply, options, io);
}

async function exportRows(run: string, options: ReviewOptions, io: CliIo): Promise<number> {
  const path = options.to ?? `${trimEnd(run, '/\\')}-review.xlsx`;
  // Before the run is read and the service is asked.
  isReviewWorkbook(path);
  if (options.map !== undefined) checkMapTemplate(options.map);
  const { job } = await findRunSource(run, options.source, io);
  const map = options.map ?? job.mapLink;
  if (map !== undefined) checkMapTemplate(map);
  const fs = createDurableFs();
  const finished = await openFinishedRun(fs, run, job);
  const id = idColumn(finished, options.id ?? job.key);
  const { below } = options;
  const doubtful = await doubtfulTexts(finished, {
    ...(below !== undefined && { below }),
    ...(id !== undefined && { id }),
  });
  const lines = await withCandidates(job, options.engine, io, async (candidatesOf) => {
    const filled: ReviewLine[] = [];
    for (let at = 0; at < doubtful.length; at += ASKED_AT_ONCE) {
      const part = doubtful.slice(at, at + ASKED_AT_ONCE);
      filled.push(
        ...(await Promise.all(
          part.map(async (line) => ({ ...line, candidates: await candidatesOf(line.text) })),
        )),
      );
    }
    return filled;
  });
  await writeReview(fs, path, lines, { ...(id !== undefined && { id }), ...(map !== undefined && { map }) });
  const rows = lines.reduce((sum, line) => sum + line.doubtful, 0);
  const texts = rows === lines.length ? '' : `, ${formatCounted(lines.length, 'line')} (one for each text)`;
  io.stdout.write(
    printable(
      `${formatCounted(rows, 'doubtful row')} in ${path}${texts}: write the number of a candidate into choice, or a position into lat and lon, then run geomill review ${run} --apply ${path}\n`,
    ),
  );
  return 0;
}

/** Opens the service of a job, and calls back with the candidates of texts. */
async function withCandidates<T>(
  job: Job,
  engine: RerunOptions['engine'],
  io: CliIo,
  use: (candidatesOf: CandidatesOf) => Promise<T>,
): Promise<T> {
  const { service, close } = await openService(await readServiceSettings(engine, io), {
    limits: { ...job.limits, ...requestLimits(engine) },
  });
  const geocodeStage = job.stages.find(({ definition }) => definition.name === 'geocode');
  const isNew = geocodeStage?.options.admin_v2 !== false;
  try {
    return await use(createCandidatesOf(service, isNew));
  } finally {
    await close();
  }
}

async function apply(
  run: string,
  file: string,
  { source, engine, output }: ReviewOptions,
  io: CliIo,
): Promise<number> {
  const startMs = io.nowMs();
  const fs = createDurableFs();
  const { job, input, command } = await findRunSource(run, source, io);
  const table = await readTableFile(fs, file);
  const {
    aliases: decisions,
    faults,
    notes,
  } = await withCandidates(job, engine, io, (candidatesOf) => readChoices(table, candidatesOf));
  for (const sentence of [...notes, ...faults]) io.stderr.write(printable(`${file}, ${sentence}\n`));
  if (decisions.length === 0) {
    io.stdout.write(
      printable(
        `${file} decides no row: nothing to do. Write the number of a candidate into choice, or a position into lat and lon\n`,
      ),
    );
    return faults.length > 0 ? EXIT_FAULTS : 0;
  }
  const { restart = false, quiet } = output;
  const folder = output.output ?? nextFolder(run, 'reviewed');
  const path = job.aliases ?? join(folder, ALIASES_NAME);
  const { prepared: rerun, contradictions } = await addDecisions(fs, path, decisions, {
    replaces: restart,
    async beforeWrite(aliases) {
      const prepared = await prepareRerun({ folder: run, outputDir: folder, job, aliases, restart });
      await prepared.claim();
      return prepared;
    },
    onWait: () => io.stderr.write(printable(`${path} is being changed by another command: waiting for it\n`)),
  });
  for (const sentence of contradictions) io.stderr.write(printable(`${sentence}\n`));
  const record =
    job.aliases === undefined
      ? { ...command, sets: setsOf({ set: [...command.sets], aliases: path }) }
      : command;
  const summary = await executeRun(
    {
      job: { ...job, outputs: rerun.outputs, aliases: path },
      options: { input: { input }, engine, output },
      path: input,
      folder,
      command: record,
      rerun: rerun.options,
    },
    io,
    startMs,
  );
  if (!quiet)
    io.stderr.write(
      printable(
        `${formatCounted(rerun.rows, 'row')} answered by the review; --aliases ${path}, or aliases in a job file, uses it in other runs\n`,
      ),
    );
  return faults.length + contradictions.length > 0 ? EXIT_FAULTS : summary.exitCode;
}
