import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetProblem } from '../../src/engine/routing/fleet/fleet-problem.ts';
import { problemOf, vehicleOf } from './fleet-problems.ts';

/** A public instance of vehicle routing. Shape: `fewest` vehicles of the best known solution. */
export interface FleetInstance {
  name: string;
  problem: FleetProblem;
  best: number;
  fewest: number;
}

/** Vehicles and length of best known solutions that are in no file. Source: SINTEF's Transportation Optimization Portal. */
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
  LRC206: [3, 1159.03],
};

/** How lengths of an instance are rounded. */
type Rounding = (length: number) => number;
const ROUNDINGS: Readonly<Record<string, Rounding>> = {
  // Solomon's instances by distances of one decimal, truncated.
  CVRPTW: (length) => Math.floor(length * 10) / 10,
  CVRP: Math.round,
};

/** Reads an instance in the formats of Solomon, CVRPLIB, LKH and PyVRP; undefined for one whose best solution is not known. */
export function readFleetInstance(folder: string, file: string): FleetInstance | undefined {
  const [, name = '', extension = ''] = /^(.+)\.(txt|vrp)$/i.exec(file) ?? [];
  if (extension === '') return undefined;
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r', '');
  const solution = join(folder, `${name}.sol`);
  const [fewest, best] = existsSync(solution)
    ? solved(readFileSync(solution, 'utf8'))
    : (BEST[name.toUpperCase()] ?? [0, NaN]);
  if (fewest === 0) return undefined;
  const instance = /_SECTION/.test(text) ? readSections(text, fewest) : readSolomon(text, fewest);
  // Solutions of kinds of vehicles are in thousandths.
  return { name, best: /TYPE: HFVRP/.test(text) ? best / 1000 : best, fewest, problem: instance };
}

function solved(text: string): [vehicles: number, cost: number] {
  const routes = [...text.matchAll(/^Route #\d+: *(.*)$/gim)].filter(([, stops = '']) => stops.trim() !== '');
  return [routes.length, Number(/Cost:?\s+([\d.]+)/i.exec(text)?.[1])];
}

/** Reads the lines `number x y demand ready due service`, after one with vehicles and capacity. */
function readSolomon(text: string, fewest: number): FleetProblem {
  const lines = numbersOf(text);
  const places = lines.filter((line) => line.length === 7 && line.every(Number.isFinite));
  const [, capacity = Infinity] =
    lines.find((line) => line.length === 2 && line.every(Number.isFinite)) ?? [];
  places.push(places[0]!);
  const count = places.length;
  const until = places[0]![5]!;
  const column = (at: number) => Float64Array.from(places, (place) => place[at]!);
  const vehicle = vehicleOf(count, { capacity: [capacity], until });
  return problemOf(
    count,
    lengths(
      places.map(([, x = 0, y = 0]) => [x, y]),
      (length) => length,
    ),
    Array<typeof vehicle>(fewest).fill(vehicle),
    {
      demand: column(3),
      service: column(6),
      windows: places.map(([, , , , from = 0, latest = 0]) => [{ from, until: latest }]),
    },
  );
}

function numbersOf(text: string): number[][] {
  return text
    .split('\n')
    .filter((line) => /^[^#]*\d/.test(line))
    .map((line) => line.trim().split(/\s+/).map(Number));
}

function readSections(text: string, fewest: number): FleetProblem {
  const section = (name: string): number[][] => {
    const from = text.indexOf(`${name}_SECTION`);
    if (from < 0) return [];
    const rest = text.slice(from + name.length + 8);
    return numbersOf(rest.slice(0, Math.max(0, rest.search(/[A-Z]+_SECTION|EOF/))));
  };
  const field = (name: string) => new RegExp(`${name}\\s*:\\s*(\\S+)`).exec(text)?.[1];
  const type = field('TYPE') ?? '';
  const nodes = section('NODE_COORD');
  const labels = nodes.map(([label]) => label);
  const points = nodes.map(([, x = 0, y = 0]): Point => [x, y]);
  points.push(points[0]!);
  const count = points.length;
  const matrix = section('EDGE_WEIGHT');
  const seconds =
    matrix.length > 0
      ? Float64Array.from([...matrix, matrix[0]!].flatMap((row) => [...row, row[0]!]))
      : lengths(points, ROUNDINGS[type] ?? ((length) => length));
  const demand = Float64Array.from([...section('DEMAND').map(([, amount = 0]) => amount), 0]);
  const windows = section('TIME_WINDOW').map(([, from = 0, until = 0]) => [{ from, until }]);
  // demand, ready, due, service, place of the pickup, place of the delivery
  const shipments = section('PICKUP_AND_DELIVERY').map((line) => line.slice(1));
  const [, , horizon] = shipments[0] ?? [];
  const stated = Number(field('SERVICE_TIME') ?? 0);
  const service = Float64Array.from(points, (_, at) =>
    at === 0 || at === count - 1 ? 0 : (shipments[at]?.[3] ?? stated),
  );
  const capacities = section('CAPACITY').map(([, amount]) => amount);
  const fixed = section('VEHICLES_FIXED_COST').map(([, amount]) => amount);
  const perLength = section('VEHICLES_UNIT_DISTANCE_COST').map(([, amount]) => amount);
  const vehicles = Array.from(
    { length: capacities.length || Math.min(fewest + 1, Number(field('VEHICLES') ?? Infinity)) },
    (_, at) =>
      vehicleOf(count, {
        capacity: [capacities[at] ?? Number(field('CAPACITY') ?? Infinity)],
        fixedCost: fixed[at] ?? 0,
        perSecond: perLength[at] ?? 1,
        until: windows[0]?.[0]?.until ?? horizon ?? Infinity,
      }),
  );
  return problemOf(count, seconds, vehicles, {
    demand:
      shipments.length > 0 ? Float64Array.from([...shipments.map(([amount = 0]) => -amount), 0]) : demand,
    service,
    windows: points.map((_, at) => {
      if (at === 0 || at === count - 1) return [];
      const [, from, until] = shipments[at] ?? [];
      return from === undefined ? (windows[at] ?? []) : [{ from, until: until! }];
    }),
    pairs: shipments.flatMap(([, , , , pickup = 0], at) =>
      at > 0 && pickup > 0 ? [[labels.indexOf(pickup), at] as const] : [],
    ),
  });
}

type Point = [x: number, y: number];

function lengths(points: readonly Point[], round: Rounding): Float64Array {
  return Float64Array.from(
    points.flatMap(([x, y]) => points.map(([u, v]) => round(Math.hypot(x - u, y - v)))),
  );
}
