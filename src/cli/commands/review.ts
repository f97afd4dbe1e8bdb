import type { Command } from 'commander';
import type { ReviewOptions } from '../actions/review.ts';
import type { CliIo } from '../io.ts';
import { decimalNumber } from '../command-options.ts';
import { addRerunOptions } from './retry.ts';

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

/** Adds `geomill review`. */
export function addReviewCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('review')
    .summary('let a person decide the doubtful rows of a run')
    .description(
      'Writes the doubtful rows of a finished run with their candidates into a workbook or CSV, and takes back what a person decided in it.',
    )
    .argument('<RUN>', 'output folder of a finished run')
    .option('--to <FILE>', 'file for the rows, .xlsx or .csv (default: RUN-review.xlsx)')
    .option(
      '--below <N>',
      'only rows with a confidence below N, 0 to 1, and those without a match (default: all that are doubtful)',
      decimalNumber(0, 1),
    )
    .option(
      '--id <COLUMN>',
      'column of the input with your own ids (default: the key of the job, or a column with a usual name)',
    )
    .option(
      '--map <URL>',
      'add links to a map, with {lat} and {lon}, or {text} (default: map_link of the job; else none)',
    )
    .option('--apply <FILE>', 'take back an edited file');
  const aliases =
    'alias file that --apply adds the decisions to (default: that of the run or its job, else aliases.csv in the new folder)';
  addRerunOptions(command, 'reviewed', aliases).action(async (run: string, options: ReviewOptions) => {
    const { review } = await import('../actions/review.ts');
    finish(await review(run, options, io));
  });
  command.addHelpText('after', EXAMPLES);
}
