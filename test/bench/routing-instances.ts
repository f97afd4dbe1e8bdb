import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetProblem } from '../../src/engine/routing/fleet/fleet-problem.ts';
import type { Measurement } from './measurement.ts';
import { leftOut, sharedFile } from './routing-roads.ts';
import { percent, seconds } from './table.ts';

const TITLE = 'routing-instances: public instances of vehicle routing, to the best known solutions';
const FOLDER = 'GEOMILL_INSTANCES';
const EFFORTS = [1, 10] as const;

/** Vehicles and length of the best known solutions: fewest vehicles first, real distances. Source: SINTEF's Transportation Optimization Portal. */
const BEST: Readonly<Record<string, readonly [vehicles: number, length: number]>> = {
  R101: [19, 1650.8],
  C101: [10, 828.94],
  RC101: [14, 1696.95],
  C1_2_1: [20, 2704.57],
  C1_2_5: [20, 2702.05],
  C2_2_1: [6, 1931.44],
  R1_2_1: [20, 4784.11],
  R2_2_1: [4, 4483.16],
  RC1_2_1: [18, 3602.8],
};

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
        .flatMap((file) => readInstance(folder, file) ?? []),
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

interface Instance {
  name: string;
  problem: FleetProblem;
  best: number;
  fewest: number;
}

/** Reads a file; undefined for one that is no instance whose best solution is known. */
function readInstance(folder: string, file: string): Instance | undefined {
  const [, name = '', extension = ''] = /^(.+)\.(txt|vrp)$/i.exec(file) ?? [];
  const text = extension === '' ? '' : readFileSync(join(folder, file), 'utf8');
  if (extension === 'vrp') return readCvrp(name, text, join(folder, `${name}.sol`));
  const best = BEST[name.toUpperCase()];
  return best === undefined || extension === '' ? undefined : readSolomon(name, text, best);
}

/** Reads the lines `number x y demand ready due service`, after one with vehicles and capacity. */
function readSolomon(name: string, text: string, [fewest, best]: readonly [number, number]): Instance {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const places = lines.filter((line) => line.length === 7 && line.every(Number.isFinite));
  const limits = lines.find((line) => line.length === 2 && line.every(Number.isFinite));
  places.push(places[0] ?? []);
  const column = (at: number) => Float64Array.from(places, (place) => place[at] ?? 0);
  const [service, earliest, latest] = [column(6), column(4), column(5)];
  const problem = {
    count: places.length,
    seconds: lengths(
      places.map(([, x = 0, y = 0]) => [x, y]),
      (length) => length,
    ),
    demand: column(3),
    service,
    earliest,
    latest,
    vehicles: fewest,
    capacity: limits?.[1] ?? NaN,
  };
  return { name, problem, best, fewest };
}

function readCvrp(name: string, text: string, solution: string): Instance | undefined {
  if (!existsSync(solution)) return undefined;
  const best = readFileSync(solution, 'utf8');
  const section = (from: string, to: string) =>
    text
      .slice(text.indexOf(from) + from.length, text.indexOf(to))
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
  const points = section('NODE_COORD_SECTION', 'DEMAND_SECTION').map(([, x = 0, y = 0]): Point => [x, y]);
  const demand = section('DEMAND_SECTION', 'DEPOT_SECTION').map(([, amount = 0]) => amount);
  points.push(points[0] as Point);
  const fewest = [...best.matchAll(/^Route/gim)].length;
  const count = points.length;
  const problem = {
    count,
    seconds: lengths(points, Math.round),
    demand: Float64Array.from([...demand, 0]),
    service: new Float64Array(count),
    earliest: new Float64Array(count),
    latest: new Float64Array(count).fill(Infinity),
    vehicles: fewest + 1,
    capacity: Number(/CAPACITY\s*:\s*(\d+)/.exec(text)?.[1]),
  };
  return { name, problem, best: Number(/Cost\s+([\d.]+)/i.exec(best)?.[1]), fewest };
}

type Point = [x: number, y: number];

function lengths(points: readonly Point[], round: (length: number) => number): Float64Array {
  return Float64Array.from(
    points.flatMap(([x, y]) => points.map(([u, v]) => round(Math.hypot(x - u, y - v)))),
  );
}
