import { readFileSync } from 'node:fs';
import type { Position } from '../../src/base/geo/position.ts';
import type { OrderingProblem } from '../../src/engine/routing/ordering/ordering-problem.ts';
import { askRawValhalla, configOver } from '../support/raw-valhalla.ts';
import type { Measurement } from './measurement.ts';
import { buildCities, drawPlaces, leftOut, openCity, randomOf, sharedFile } from './routing-roads.ts';
import { percent, whole } from './table.ts';

const TITLE =
  'routing-order: the order of stops beside optima, a longer search and the optimizer of Valhalla';
const INSTANCES = ['berlin52', 'eil51', 'st70', 'kroA100'] as const;
const LONGER = 60;
/** Batches of each size: all, and in the quick form. */
const BATCHES: readonly [stops: readonly number[], all: number, quick: number][] = [
  [[8, 9, 10, 11, 12], 100, 10],
  [[20], 30, 3],
  [[50], 20, 2],
  [[100], 10, 1],
];
const ROWS_AT_ONCE = 50;

/** Measures how good orders are, and what they cost. */
export const routingOrder: Measurement = {
  name: 'routing-order',
  async run(context) {
    if (sharedFile('tsp/berlin52.tsp') === undefined) return leftOut(TITLE);
    const { orderStops } = await context.internals();
    const costOf = ({ count, costs }: OrderingProblem, order: ArrayLike<number>): number => {
      let cost = 0;
      for (let at = 1; at < order.length; at += 1)
        cost += costs[(order[at - 1] as number) * count + (order[at] as number)] as number;
      return cost;
    };
    const rows: string[][] = [];

    for (const name of INSTANCES) {
      const problem = readTsp(name);
      const best = costOf(problem, readTour(name));
      const { value, cpuMs } = timed(() => orderStops(problem));
      rows.push([`TSPLIB ${name}`, '1', percent(value.cost / best - 1, 2), '', '', '', whole(cpuMs), '', '']);
    }
    const [city] = await buildCities(context, 'HCMC');
    if (city) {
      const router = await openCity(context, city, 2);
      const random = randomOf(context);
      const places = await drawPlaces(router, city, 3000, random).finally(() => router.close());
      for (const [sizes, all, quick] of BATCHES) {
        const count = context.isQuick ? quick : all;
        process.stderr.write(`  ${count} batches of ${sizes.join(', ')} stops\n`);
        const sums = { ours: 0, theirs: 0, longer: 0, oursMs: 0, matrixMs: 0, theirsMs: 0 };
        let [worse, better] = [0, 0];
        for (let batch = 0; batch < count; batch += 1) {
          const size = sizes[batch % sizes.length] as number;
          const stops = Array.from(
            { length: size },
            () => places[Math.floor(random() * places.length)] as Position,
          );
          const { problem, theirOrder, matrixMs, theirMs } = await askBoth(city.tiles, stops);
          const { value: ours, cpuMs } = timed(() => orderStops(problem));
          const longer = orderStops(problem, { effort: LONGER });
          const theirs = costOf(problem, theirOrder);
          sums.ours += ours.cost;
          sums.theirs += theirs;
          sums.longer += Math.min(longer.cost, ours.cost);
          sums.oursMs += cpuMs;
          sums.matrixMs += matrixMs;
          sums.theirsMs += theirMs;
          if (ours.cost > theirs + 1e-6) worse += 1;
          if (ours.cost < theirs - 1e-6) better += 1;
        }
        const mean = (ms: number) => whole(ms / count);
        rows.push([
          `${sizes.length > 1 ? `${sizes[0]} to ${sizes.at(-1)}` : sizes[0]} stops, HCMC`,
          whole(count),
          percent(sums.ours / sums.longer - 1, 2),
          percent(sums.theirs / sums.longer - 1, 2),
          whole(worse),
          whole(better),
          mean(sums.oursMs),
          mean(sums.matrixMs),
          mean(sums.theirsMs),
        ]);
      }
    }
    return {
      title: TITLE,
      columns: [
        '',
        'batches',
        'gap',
        "Valhalla's",
        'worse',
        'better',
        'order ms',
        'matrix ms',
        "Valhalla's ms",
      ],
      rows,
      notes: [
        `gap: to the optimum, the best known, or a search ${LONGER} times as long (exact to 12 stops), on the same matrix; worse, better: than Valhalla's`,
        "ms: mean CPU time of a batch; Valhalla's is its whole optimized_route; ours is order, matrix and a route through the stops",
        ...(city ? [] : ['HCMC left out: its extract is not there']),
      ],
    };
  },
};

/** Asks Valhalla for the matrix as we do, and for its own order. */
async function askBoth(tiles: string, stops: readonly Position[]) {
  const parts = Array.from({ length: Math.ceil(stops.length / ROWS_AT_ONCE) }, (_, at) => ({
    action: 'matrix' as const,
    request: {
      sources: stops.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
      targets: stops,
      costing: 'auto',
      verbose: false,
    },
  }));
  const optimized = { action: 'optimizedRoute', request: { locations: stops, costing: 'auto' } } as const;
  // The first question of a process reads its tiles.
  const answers = await askRawValhalla(configOver(tiles), [...parts, ...parts, optimized]);
  const rows = answers
    .slice(0, parts.length)
    .flatMap(
      ({ answer }) =>
        (answer as { sources_to_targets: { durations: (number | null)[][] } }).sources_to_targets.durations,
    );
  const problem: OrderingProblem = {
    count: stops.length,
    costs: Float64Array.from(rows.flat(), (seconds) => seconds ?? Infinity),
  };
  const last = answers.at(-1);
  const { trip } = last?.answer as { trip: { locations: { original_index: number }[] } };
  return {
    problem,
    theirOrder: trip.locations.map(({ original_index }) => original_index),
    matrixMs: answers.slice(parts.length, -1).reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    theirMs: last?.cpuMs ?? 0,
  };
}

function timed<T>(work: () => T): { value: T; cpuMs: number } {
  work();
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  return { value, cpuMs: (user + system) / 1000 };
}

const textOf = (file: string) => readFileSync(sharedFile(`tsp/${file}`) as string, 'utf8');

/** Reads an instance as a round trip: the first stop is also the last one. */
function readTsp(name: string): OrderingProblem {
  const points = [...textOf(`${name}.tsp`).matchAll(/^\s*\d+\s+([\d.e+-]+)\s+([\d.e+-]+)\s*$/gm)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  points.push(points[0] as readonly [number, number]);
  const costs = points.flatMap(([x, y]) =>
    points.map(([u, v]) => Math.floor(Math.hypot(x - u, y - v) + 0.5)),
  );
  return { count: points.length, costs: Float64Array.from(costs) };
}

function readTour(name: string): number[] {
  const tour = [...textOf(`${name}.opt.tour`).matchAll(/^\s*(\d+)\s*$/gm)].map(
    ([, stop]) => Number(stop) - 1,
  );
  return [...tour, 0];
}
