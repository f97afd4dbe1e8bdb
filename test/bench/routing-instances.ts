import { existsSync, readdirSync } from 'node:fs';
import { readFleetInstance } from '../support/fleet-instances.ts';
import type { Measurement } from './measurement.ts';
import { leftOut, sharedFile } from './routing-roads.ts';
import { percent, seconds } from './table.ts';

const TITLE = 'routing-instances: public instances of vehicle routing, to the best known solutions';
const FOLDER = 'GEOMILL_INSTANCES';
const EFFORTS = [1, 10] as const;

/** Plans instances in the formats of Solomon (and Homberger) and of CVRPLIB, from folders that are given: their licences do not let us ship them. */
export const routingInstances: Measurement = {
  name: 'routing-instances',
  async run(context) {
    const { planFleet } = await context.internals();
    const given = process.env[FOLDER];
    const shared = sharedFile('tsp');
    const folders = [given, shared].filter(
      (folder) => folder !== undefined && existsSync(folder),
    ) as string[];
    const instances = folders.flatMap((folder) =>
      readdirSync(folder)
        .sort()
        .flatMap((file) => readFleetInstance(folder, file) ?? []),
    );
    if (instances.length === 0) return leftOut(TITLE);
    const rows = instances.flatMap(({ name, problem, best, fewest }) =>
      (context.isQuick ? EFFORTS.slice(0, 1) : EFFORTS).map((effort) => {
        const start = process.cpuUsage();
        const plan = planFleet(problem, { effort });
        const { user, system } = process.cpuUsage(start);
        return [
          name,
          `${effort}`,
          `${plan.tours.length} of ${fewest}`,
          `${plan.unserved.length}`,
          plan.cost.toFixed(1),
          best.toFixed(1),
          plan.unserved.length > 0 ? 'not all served' : percent(plan.cost / best - 1, 2),
          seconds((user + system) / 1000),
        ];
      }),
    );
    return {
      title: TITLE,
      columns: ['', 'effort', 'vehicles', 'not served', 'length', 'best known', 'gap', 'CPU s'],
      rows,
      notes: [
        `instances are read from ../shared/data/tsp and from the folder in ${FOLDER}; vehicles are limited to those of the best known solution, or of CVRPLIB's one more`,
        'effort 1 is that of every request; it multiplies the rounds of the search',
      ],
    };
  },
};
