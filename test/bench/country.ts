import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCountryExtract } from './country-extract.ts';
import { measureCommand, measureProcess, type CommandCost } from './measure-command.ts';
import type { Measurement } from './measurement.ts';
import { writeNoisyAddresses } from './noisy-address-file.ts';
import { median, megabytes, seconds, whole } from './table.ts';

const CITY = fileURLToPath(new URL('../../../shared/data/osm/ho-chi-minh-2018.osm.pbf', import.meta.url));
/** As many copies of the city have the streets of a country: 569,000. */
const COPIES = 49;
const QUICK_COPIES = 3;

/** Measures a dataset of the size of a country beside the starter dataset: building, starting, and the rate of one worker over the same addresses. */
export const country: Measurement = {
  name: 'country',
  async run({ isQuick, folder, dist, datasetDir, ...context }) {
    const title = 'country: a dataset of the size of a country beside the starter dataset';
    if (!existsSync(CITY))
      return { title, columns: [''], rows: [], notes: ['left out: ../shared/data is not there'] };
    const [runs, rows] = isQuick ? [1, 4000] : [3, 40_000];
    const extract = join(folder, 'country.osm.pbf');
    const wardsPath = join(datasetDir, 'wards.csv');
    const copies = isQuick ? QUICK_COPIES : COPIES;
    const { nodes, ways } = await writeCountryExtract(extract, { cityPath: CITY, wardsPath, copies });
    const built = join(folder, 'country');
    process.stderr.write('  dataset build\n');
    const building = await measureProcess(dist, folder, [
      'dataset',
      'build',
      '--no-roads',
      '--out',
      built,
      '--osm',
      extract,
    ]);
    const input = await writeNoisyAddresses(
      join(folder, 'noisy.csv'),
      { isQuick, folder, dist, datasetDir, ...context },
      rows,
    );
    const job = join(folder, 'geocode.yaml');
    await writeFile(job, 'name: country\nstages:\n  - geocode: {}\noutputs: [csv]\n');
    const datasets = [datasetDir, built];
    const asked: CommandCost[][] = [[], []];
    const ran: CommandCost[][] = [[], []];
    for (let nth = 1; nth <= runs; nth += 1) {
      process.stderr.write(`  ask and run (${nth}/${runs})\n`);
      for (const [at, dataset] of datasets.entries()) {
        const ask = ['ask', 'geocodeForward', 'text=Phường Hoàn Kiếm, Hà Nội', '--dataset', dataset];
        asked[at]!.push(await measureProcess(dist, folder, ask));
        const run = [
          'run',
          job,
          '--input',
          input,
          '--dataset',
          dataset,
          '--workers',
          '1',
          '--yes',
          '--no-report',
          '--quiet',
        ];
        ran[at]!.push(await measureCommand(dist, folder, run));
      }
    }
    return {
      title: `${title}; ${whole(rows)} noisy addresses, one worker, median of ${runs}, in turn`,
      columns: ['', 'ask s', 'CPU s', 'peak MB', 'run rows/s', 'CPU us/row', 'peak MB'],
      rows: datasets.map((_, at) => [
        at === 0 ? 'starter' : `${copies} cities: ${whole(nodes)} nodes, ${whole(ways)} ways`,
        seconds(middle(asked[at]!, 'ms')),
        seconds(middle(asked[at]!, 'cpuMs')),
        megabytes(middle(asked[at]!, 'peakRssBytes')),
        whole((rows * 1000) / middle(ran[at]!, 'ms')),
        ((middle(ran[at]!, 'cpuMs') * 1000) / rows).toFixed(1),
        megabytes(middle(ran[at]!, 'peakRssBytes')),
      ]),
      notes: [
        `extract: ${megabytes((await stat(extract)).size)} MB; built without roads in ${seconds(building.ms)} s, ${seconds(building.cpuMs)} s of CPU, peak ${megabytes(building.peakRssBytes)} MB`,
      ],
    };
  },
};

const middle = (costs: readonly CommandCost[], figure: keyof CommandCost) =>
  median(costs.map((each) => each[figure]));
