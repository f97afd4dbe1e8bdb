import { join } from 'node:path';
import type { Command } from 'commander';
import { printableJsonLine } from '../../base/text/printable.ts';
import { trimEnd } from '../../base/text/trim-end.ts';
import { loadJob } from '../../runtime/load-job.ts';
import { openService } from '../../runtime/open-service.ts';
import { packageFile } from '../../runtime/package-files.ts';
import { prepareAgain } from '../../runtime/plan-again.ts';
import { readServiceSettings } from '../../runtime/service-settings.ts';
import { offeredSlots, readTourPlan } from '../../runtime/tour-slots.ts';
import { executeRun } from '../execute-run.ts';
import { formatCounted } from '../format-figures.ts';
import type { CliIo } from '../io.ts';
import { localInput, localRun } from '../object-places.ts';
import { addOptions, decimalNumber, option, type OptionsOf, pickOptions, wholeNumber } from '../options.ts';
import { SERVICE_OPTIONS } from '../run-options.ts';
import { commandOf, findRunSource, nextFolder, refuseFile } from '../run-command.ts';
import { rerunOptions, type RerunOptions, rerunRecords } from './retry.ts';
import { printLine } from '../terminal.ts';

const AGAIN_EXAMPLES = `
Example:
  $ geomill route again output/route/deliveries --at 10:00 --done done.csv --new orders.csv
      what was served stays; the other stops and the new ones are planned from where each vehicle is; in output/route/deliveries-again

FILE of --done: the columns row (number of the row in the input) and served (yes or no); time, note, lat and lon may follow. The pages of "geomill
route pages" export it. A vehicle is at the stop that it did last; what it has on board stays on board, and new goods are loaded at the depot.
The same command over the new folder plans once more.

Exit codes: as of geomill run; 65 the input or a file is not what it should be.`;

const AGAIN_OPTIONS = {
  at: option('--at <TIME>', 'time of the new plan, as 10:00; before it no vehicle leaves', {
    isRequired: true,
  }),
  done: option('--done <FILE>', 'what drivers have done: row, served, time, note, lat, lon'),
  new: option('--new <FILE>', 'new stops, with the columns of the input'),
};
const RERUN_OPTIONS = rerunOptions('again', '');
/** Texts that were decided are of the job, which is that of the run. */
const { aliases: _, ...SOURCE_OPTIONS } = RERUN_OPTIONS.source;

const PAGES_EXAMPLES = `
Example:
  $ geomill route pages output/route/deliveries --url https://example.com/tours/
      writes output/route/deliveries-pages/, to be put at that address, and prints the link of each driver

The page of a driver has the stops in order, with buttons to call, to navigate, and to say whether a stop was served. What was done is kept in the browser,
without a network too, and saved as a file. dispatcher.html takes these files and saves one for "geomill route again --done".

Exit codes: 0 written; 64 the run planned no tours; 65 the results are not those of the manifest; 66 there is no finished run; 73, 74 the pages cannot be written.`;

const PAGES_OPTIONS = {
  to: option('--to <DIR>', 'folder for the pages (default: RUN-pages)'),
  url: option(
    '--url <URL>',
    'address where the folder will stand, for the links (default: paths of the files)',
  ),
};

const SLOT_EXAMPLES = `
Examples:
  $ geomill route slot output/route/deliveries '86 Bát Đàn, Hà Nội'
  $ geomill route slot output/route/deliveries 21.03,105.85 --minutes 10 --demand 2 --window 120 --json

A window is offered where a tour can take the stop within it, with all planned stops in time. Nothing is changed: new stops are planned by "geomill route again".
A server with --tours RUN answers the same at /v1/slots.

Exit codes: 0 also where no window can be promised; 64 the run planned no tours, or the address has no match; 65, 66 as of geomill report; 69 service down.`;

const SLOT_OPTIONS = {
  minutes: option('--minutes <N>', 'service time of the stop (default: 5)', {
    parse: decimalNumber(0, 1440),
  }),
  demand: option('--demand <N>', 'demand of the stop, of the first unit of the capacity (default: 0)', {
    parse: decimalNumber(0),
  }),
  window: option('--window <N>', 'minutes of a window (default: 60)', { parse: wholeNumber(5, 1440) }),
  json: option('--json', 'write the windows as one line of JSON'),
  ...SERVICE_OPTIONS,
};

/** Adds `geomill route again`, `geomill route pages` and `geomill route slot`. */
export function addCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const route = program
    .command('route')
    .description('Works with the tours of a finished run of the stage route.');
  const command = route
    .command('again')
    .summary('plan the rest of a day again')
    .description(
      'Plans the stops of a run that are not served yet once more, with new ones, from where each vehicle is, and writes all results into another folder.',
    )
    .argument('<RUN>', 'output folder of a finished run with tours');
  addOptions(command, AGAIN_OPTIONS, ...Object.values({ ...RERUN_OPTIONS, source: SOURCE_OPTIONS }))
    .addHelpText('after', AGAIN_EXAMPLES)
    .action(async (run: string, values: object) => {
      finish(await again(run, pickOptions(AGAIN_OPTIONS, values), rerunRecords(RERUN_OPTIONS, values), io));
    });
  const offer = route
    .command('slot')
    .summary('list the windows that can be promised for an address')
    .description(
      'Lists the windows in which the tours of a run can take a stop more, with all planned stops in time.',
    )
    .argument('<RUN>', 'output folder of a finished run with tours')
    .argument('<PLACE>', 'address, or position as in 10.77,106.7');
  addOptions(offer, SLOT_OPTIONS)
    .addHelpText('after', SLOT_EXAMPLES)
    .action((run: string, place: string, options: OptionsOf<typeof SLOT_OPTIONS>) =>
      slot(run, place, options, io),
    );
  const written = route
    .command('pages')
    .summary('write a page for each driver')
    .description(
      'Writes a page for each driver of a run, and one for the dispatcher, for phones and without a network.',
    )
    .argument('<RUN>', 'output folder of a finished run with tours');
  addOptions(written, PAGES_OPTIONS)
    .addHelpText('after', PAGES_EXAMPLES)
    .action((run: string, options: OptionsOf<typeof PAGES_OPTIONS>) => pages(run, options, io));
}

/** Writes the windows that can be promised for a place. */
async function slot(
  run: string,
  place: string,
  { minutes = 5, demand = 0, window = 60, json, ...engine }: OptionsOf<typeof SLOT_OPTIONS>,
  io: CliIo,
): Promise<void> {
  await refuseFile(run);
  const { plans } = await readTourPlan(await localRun(run, io));
  const { service, close } = await openService(await readServiceSettings(engine, io), {});
  try {
    const offered = await offeredSlots(plans, { place, minutes, demand, windowMinutes: window }, service);
    if (json === true) {
      io.stdout.write(`${printableJsonLine(offered)}\n`);
      return;
    }
    const lineOf = ({
      from,
      until,
      batch,
      tour,
      vehicle,
      added_minutes: added,
    }: (typeof offered.windows)[number]) => {
      const name =
        tour === null
          ? `${batch}, a vehicle without a tour`
          : [`${batch} / ${tour}`, vehicle].filter(Boolean).join(' ');
      return `${from.slice(0, 5)}-${until.slice(0, 5)}${until.slice(8)}  ${name}, back ${added} min later`;
    };
    const head = offered.label === null ? [] : [`${offered.label} (${offered.level ?? 'unknown'})`];
    const lines = offered.windows.length === 0 ? ['no window can be promised'] : offered.windows.map(lineOf);
    printLine(io.stdout, [...head, ...lines].join('\n'));
  } finally {
    await close();
  }
}

/** Writes the pages of a run, and their links on lines. */
async function pages(run: string, { to, url }: OptionsOf<typeof PAGES_OPTIONS>, io: CliIo): Promise<void> {
  await refuseFile(run);
  const [{ writeDriverPages }, { readPageFiles }] = await Promise.all([
    import('../../report/driver-pages.ts'),
    import('../../report/page-text.ts'),
  ]);
  const { driver, styles } = await readPageFiles(packageFile('dist/report'));
  const folder = to ?? `${trimEnd(run, '/\\')}-pages`;
  const finished = await localRun(run, io);
  const list = await writeDriverPages(finished, folder, { script: driver, styles }, url);
  const lineOf = ({ tour, vehicle, link }: (typeof list)[number]) =>
    [tour ?? 'dispatcher', vehicle, url === undefined ? join(folder, link) : link].filter(Boolean).join('  ');
  printLine(io.stdout, list.map(lineOf).join('\n'));
}

/** Plans the rest of a day again, into another folder, and returns the exit code. */
async function again(
  run: string,
  { at, done, new: added }: OptionsOf<typeof AGAIN_OPTIONS>,
  { source, engine, output }: RerunOptions,
  io: CliIo,
): Promise<number> {
  const startMs = io.nowMs();
  const placeIo = { ...io, quiet: output.quiet };
  const finished = await localRun(run, placeIo);
  const { job, input, command } = await findRunSource(finished, source, io);
  const folder = output.output ?? nextFolder(run, 'again');
  const path = await localInput(input, placeIo);
  const prepared = await prepareAgain({ run: finished, job, input: path, at, done, added, folder });
  const sets = [...command.sets, ...prepared.sets];
  if (!output.quiet)
    printLine(
      io.stderr,
      `${formatCounted(prepared.done, 'row')} done, ${formatCounted(prepared.added, 'new row')}; the results go to ${folder}`,
    );
  const summary = await executeRun(
    {
      job: await loadJob(command.job, { jobsDir: io.jobsDir, sets }),
      options: { input: { input: prepared.input }, engine, output },
      path: prepared.input,
      folder,
      command: commandOf(command.job, prepared.input, sets),
    },
    io,
    startMs,
  );
  return summary.exitCode;
}
