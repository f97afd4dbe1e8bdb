import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addOptions, decimalNumber, option, type OptionsOf, pickOptions } from '../options.ts';
import { type RerunOptions, rerunOptions, rerunRecords } from './retry.ts';
import { createDurableFs } from '../../base/files/durable-fs.ts';
import { readTableFile } from '../../run/pipeline/rerun/alias-file.ts';
import { formatCounted } from '../format-figures.ts';
import { englishText, message } from '../../base/messages/message.ts';
import { GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { sleep, SYSTEM_CLOCK } from '../../base/files/clock.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { printable } from '../../base/text/printable.ts';
import { writtenChoices } from '../../run/pipeline/rerun/review-choices.ts';
import { isReviewWorkbook, mapTemplates, writeReview } from '../../run/pipeline/rerun/review-file.ts';
import {
  applyKept,
  contradictionText,
  keepDecisions,
  listDoubtful,
  openReview,
  planCommand,
  type PreparedReview,
  prepareReview,
  readDecisions,
  type Review,
  writeReviewed,
} from '../review-queue.ts';
import { trimEnd } from '../../base/text/trim-end.ts';

const EXAMPLES = `
Examples:
  $ geomill review output/geocode/addresses --open
      opens them in a browser: map, candidates, single keys; each decision is kept at once, and the results are written at the end
  $ geomill review output/geocode/addresses --to review.html
      the same page as a file, for somebody without Geomill; it saves the decisions as CSV for --apply
  $ geomill review output/geocode/addresses --to review.xlsx
      writes the doubtful rows, a line for each text, with up to ten candidates each
  $ geomill review output/geocode/addresses --map 'https://maps.example/?q={lat},{lon}'
      with links to another map than OpenStreetMap; also as map_link in the job file
  $ geomill review output/geocode/addresses --apply review.xlsx
      takes back the candidates (column choice, or none for a text that is no address) and positions (columns lat, lon) that a person
      wrote; all results are in output/geocode/addresses-reviewed

Doubtful are rows without a match, with an error, with several matches that fit equally, in a ward that was divided, with a verdict other than accept,
and with a confidence below 0.6, but not those of 0.97 and more whose house number alone is not in the dataset; with --below N only rows with a confidence below N and those without a match. The candidates are the best match, all
wards that a divided one became, and other matches. A position may be written as 10.7769, 106.7009 in one cell, with decimal commas or swapped: the
command says how it was read. It gets the ward and province there, and the level "house", or what the column level says; a position outside of the
province that the text names is taken with "yes" in the column confirm only. A row that was decided has the confidence 1 and the place id "manual", and so has every other row of the same text.
Of a run of convert the candidates are the wards that the address can have now, and a position stands for the ward there. Of a run with tours the stops
that are in none are listed too; tours are not planned again, the command that does so is printed.
The decisions are added to the alias file of the run: the one of --aliases
or of its job, else aliases.csv in the new folder. "geomill run --aliases FILE", or aliases: FILE in a job file, answers these texts without a request.

Exit codes: as of geomill retry; 3 some decisions cannot be taken over: they are listed, the others are.`;

const REVIEW_OPTIONS = {
  open: option('--open', 'review the rows in a browser of this machine'),
  to: option('--to <FILE>', 'file for the rows, .xlsx, .csv or .html (default: RUN-review.xlsx)'),
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
    'add links to a map, with {lat} and {lon}, or {text} (default: map_link of the job, else OpenStreetMap; none: no links)',
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
      'Shows the doubtful rows of a finished run with their candidates, in a browser, a workbook or CSV, and takes back what a person decided.',
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
const LOOK_MS = 500;

/** Writes the doubtful rows of a run for a person, or takes back what was decided, and returns the exit code. */
async function review(run: string, options: ReviewOptions, io: CliIo): Promise<number> {
  if (options.open === true) {
    if (options.to !== undefined || options.apply !== undefined)
      throw new GeomillError('USAGE', message('review.openAlone'));
    return openPage(run, options, io);
  }
  return options.apply === undefined ? exportRows(run, options, io) : apply(run, options.apply, options, io);
}

/** Reviews rows in a browser, and writes the results once a person has finished. */
async function openPage(run: string, { below, id, ...options }: ReviewOptions, io: CliIo): Promise<number> {
  const opened = await openReview(run, options, io);
  const { reviewInBrowser } = await import('../review-open.ts');
  const isFinished = await reviewInBrowser(opened, { below, id }, io);
  const { aliasesPath: path } = opened;
  const isKept = await createDurableFs().exists(path);
  const planned = planCommand(opened);
  if (isFinished && isKept && planned !== undefined) return sayPlan(planned, io);
  if (isFinished && isKept) return writeTogether(opened, io);
  const kept = isKept
    ? `decisions are in ${path}; geomill review ${run} --open goes on`
    : 'nothing was decided';
  io.stdout.write(printable(`${kept}\n`));
  return 0;
}

async function exportRows(
  run: string,
  { to, below, id, map, ...options }: ReviewOptions,
  io: CliIo,
): Promise<number> {
  const path = to ?? `${trimEnd(run, '/\\')}-review.xlsx`;
  // Before the run is read and the service is asked.
  const isPage = path.toLowerCase().endsWith('.html');
  if (!isPage) isReviewWorkbook(path);
  mapTemplates(map);
  if (isPage) return exportPage(run, path, { below, id, ...options }, io);
  const found = await listDoubtful(await openReview(run, options, io), { below, id, map }, io);
  await writeReview(createDurableFs(), path, found.lines, found.look);
  const { rows, texts: lines } = found;
  const texts = rows === lines ? '' : `, ${formatCounted(lines, 'line')} (one for each text)`;
  io.stdout.write(
    printable(
      `${formatCounted(rows, 'doubtful row')} in ${path}${texts}: write the number of a candidate into choice, or a position into lat and lon, then run geomill review ${run} --apply ${path}\n`,
    ),
  );
  return 0;
}

/** Writes the page of a review as a file. */
async function exportPage(
  run: string,
  path: string,
  { below, id, ...options }: ReviewOptions,
  io: CliIo,
): Promise<number> {
  const { buildReviewPage } = await import('../review-open.ts');
  const { lines, rows } = await buildReviewPage(await openReview(run, options, io), { below, id }, false, io);
  await replaceFile(createDurableFs(), path, `${lines.join('\n')}\n`);
  io.stdout.write(
    printable(
      `${formatCounted(rows, 'doubtful row')} in ${path}: open it in a browser, save the decisions, then run geomill review ${run} --apply with that file\n`,
    ),
  );
  return 0;
}

async function apply(run: string, file: string, options: ReviewOptions, io: CliIo): Promise<number> {
  const startMs = io.nowMs();
  const opened = await openReview(run, options, io);
  const table = await readTableFile(createDurableFs(), file);
  const written = writtenChoices(table);
  const texts = written.map(({ cell }) => cell('text'));
  const { aliases: decisions, faults, notes } = await readDecisions(opened, texts, () => written, io);
  for (const { place, row, text, says } of [...notes, ...faults])
    io.stderr.write(
      printable(
        `${file}, ${place} (row ${row} of the results, ${JSON.stringify(text)}): ${englishText(says)}\n`,
      ),
    );
  if (decisions.length === 0) {
    io.stdout.write(
      printable(
        `${file} decides no row: nothing to do. Write the number of a candidate into choice, or a position into lat and lon\n`,
      ),
    );
    return faults.length > 0 ? EXIT_FAULTS : 0;
  }
  const { aliasesPath: path } = opened;
  const planned = planCommand(opened);
  const { prepared: rerun, contradictions } = await keepDecisions<PreparedReview>(opened, decisions, {
    ...(planned === undefined && { beforeWrite: (aliases) => prepareReview(opened, aliases) }),
    onWait: () => io.stderr.write(printable(`${path} is being changed by another command: waiting for it\n`)),
  });
  for (const said of contradictions)
    io.stderr.write(printable(`${contradictionText(said, options.output.restart)}\n`));
  const hasFaults = faults.length + contradictions.length > 0;
  if (rerun === undefined) return sayPlan(planned ?? '', io, hasFaults);
  const summary = await writeReviewed(opened, rerun, io, startMs);
  if (!options.output.quiet)
    io.stderr.write(
      printable(
        `${formatCounted(rerun.rows, 'row')} answered by the review; --aliases ${path}, or aliases in a job file, uses it in other runs\n`,
      ),
    );
  return hasFaults ? EXIT_FAULTS : summary.exitCode;
}

/** Writes the results of a review that others may have finished in the same folder since it began: whoever finishes last has the decisions of all. */
async function writeTogether(opened: Review, io: CliIo): Promise<number> {
  const options = { ...opened.options, output: { ...opened.options.output, restart: true } };
  for (let look = 0; ; look += 1) {
    try {
      return (await applyKept({ ...opened, options }, io, io.nowMs())).exitCode;
    } catch (error) {
      if (!isGeomillError(error, 'LOCKED')) throw error;
      if (look === 0)
        io.stderr.write(printable(`${opened.folder} is being written by another review: waiting for it\n`));
      await sleep(SYSTEM_CLOCK, LOOK_MS);
    }
  }
}

/** Says how tours are planned with the decisions: people may be on the way with those that there are. */
function sayPlan(command: string, io: CliIo, hasFaults = false): number {
  io.stdout.write(printable(`the tours stay as they are; this plans them with the decisions:\n${command}\n`));
  return hasFaults ? EXIT_FAULTS : 0;
}
