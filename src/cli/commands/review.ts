import type { Command } from 'commander';
import type { ReviewOptions } from '../actions/review.ts';
import type { CliIo } from '../io.ts';
import { decimalNumber } from '../number-options.ts';
import { addRerunOptions } from './retry.ts';

const EXAMPLES = `
Examples:
  $ geomill review output/geocode/addresses --to review.xlsx
      writes the doubtful rows with up to five candidates each
  $ geomill review output/geocode/addresses --apply review.xlsx
      takes back the candidates (column choice) and positions (columns lat, lon) that a person wrote; all results are in output/geocode/addresses-reviewed

Doubtful are rows without a match, with an error, with a confidence below 0.6 or --below, and in a ward that was divided. A row that was decided has the
confidence 1 and the place id "manual", and so has every other row of the same text. The decisions are added to the alias file of the run: the one of --aliases
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
    .option('--below <N>', 'rows with a confidence below N, 0 to 1 (default: 0.6)', decimalNumber(0, 1))
    .option('--apply <FILE>', 'take back an edited file');
  const aliases =
    'alias file that --apply adds the decisions to (default: that of the run or its job, else aliases.csv in the new folder)';
  addRerunOptions(command, 'reviewed', aliases).action(async (run: string, options: ReviewOptions) => {
    const { review } = await import('../actions/review.ts');
    finish(await review(run, options, io));
  });
  command.addHelpText('after', EXAMPLES);
}
