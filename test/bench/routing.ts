import { readdirSync, readFileSync } from 'node:fs';
import type { Position } from '../../src/base/geo/position.ts';
import type { Router } from '../../src/engine/routing/router.ts';
import type { Measurement } from './measurement.ts';
import { buildCities, drawPlaces, leftOut, openCity, randomOf } from './routing-roads.ts';
import { megabytes, whole } from './table.ts';

export { routingDirections } from './routing-directions.ts';
export { routingInstances } from './routing-instances.ts';
export { routingOrder } from './routing-order.ts';

const TITLE = 'routing-speed: routes and optimized routes a second';
const ROUTES = 4000;
const QUICK_ROUTES = 200;
const TOURS: readonly [stops: number, all: number, quick: number][] = [
  [10, 200, 20],
  [20, 100, 6],
  [50, 40, 2],
];
const CHILDREN = [1, 2] as const;
const OPEN_PER_CHILD = 4;

/** Measures routes a second with one and two child processes. */
export const routingSpeed: Measurement = {
  name: 'routing-speed',
  async run(context) {
    const cities = await buildCities(context);
    if (cities.length === 0) return leftOut(TITLE);
    const { computeOptimizedRoute } = await context.internals();
    const rows: string[][] = [];
    for (const city of cities) {
      const figures = new Map<string, number[]>();
      const note = (label: string, figure: number) =>
        figures.set(label, [...(figures.get(label) ?? []), figure]);
      for (const children of CHILDREN) {
        process.stderr.write(`  ${city.name}, children: ${children}\n`);
        const router = await openCity(context, city, children);
        try {
          const random = randomOf(context);
          const places = await drawPlaces(router, city, 2000, random);
          const any = () => places[Math.floor(random() * places.length)] as Position;
          const open = OPEN_PER_CHILD * children;
          const routes = context.isQuick ? QUICK_ROUTES : ROUTES;
          await perSecond(routes / 10, open, () => routeBetween(router, any(), any()));
          note('routes / s', await perSecond(routes, open, () => routeBetween(router, any(), any())));
          for (const [size, all, quick] of TOURS) {
            const ask = () =>
              computeOptimizedRoute(
                { locations: Array.from({ length: size }, any), costing: 'auto', units: 'km' },
                router,
              );
            note(`tours of ${size} stops / s`, await perSecond(context.isQuick ? quick : all, open, ask));
          }
          const rss = childMemory();
          note('RSS of a child, MB', rss.all);
          note('of which its own, MB', rss.own);
        } finally {
          await router.close();
        }
      }
      for (const [label, [one = NaN, two = NaN]] of figures) {
        const isMemory = label.endsWith('MB');
        const shown = (figure: number) =>
          isMemory ? megabytes(figure) : figure < 20 ? figure.toFixed(2) : whole(figure);
        rows.push([`${city.name}: ${label}`, shown(one), shown(two), (two / one).toFixed(2)]);
      }
    }
    return {
      title: TITLE,
      columns: ['', '1 child', '2 children', 'ratio'],
      rows,
      notes: [`random places in the city; ${OPEN_PER_CHILD} questions open for each child`],
    };
  },
};

async function routeBetween(router: Router, from: Position, to: Position): Promise<void> {
  const asked = { costing: 'auto', language: 'vi-VN', units: 'kilometers', alternates: 0 } as const;
  await router.route({ stops: [from, to], ...asked });
}

/** Does something so often, with so many at a time. */
async function perSecond(count: number, open: number, work: () => Promise<unknown>): Promise<number> {
  let left = Math.ceil(count);
  const start = performance.now();
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: open }, worker));
  return Math.ceil(count) / ((performance.now() - start) / 1000);
}

/** Reads the largest memory of this process's Valhalla children; where the system does not tell, NaN. Units: bytes. */
function childMemory(): { all: number; own: number } {
  const sizes = { all: NaN, own: NaN };
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const read = (file: string) => {
        try {
          return readFileSync(`/proc/${pid}/${file}`, 'utf8');
        } catch {
          // It has ended in between.
          return '';
        }
      };
      const status = read('status');
      if (!status.includes(`PPid:\t${process.pid}\n`) || !read('cmdline').includes('valhalla-child'))
        continue;
      const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
      if (!(bytes('VmRSS') <= sizes.all)) sizes.all = bytes('VmRSS');
      if (!(bytes('RssAnon') <= sizes.own)) sizes.own = bytes('RssAnon');
    }
  } catch {
    // There is no /proc.
  }
  return sizes;
}
