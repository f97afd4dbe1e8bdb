import { expect, it } from 'vitest';
import { KEPT_NODES } from '../../src/web/viewer/tour/kept-nodes.ts';
import { createRandom, type Random } from '../bench/random.ts';
import { pageHeap } from '../support/page-heap.ts';
import { DRIVE_PICTURES } from '../support/street-pictures.ts';
import { wrongDirections } from '../support/viewer-pixels.ts';
import { TILES_DRAWN } from '../support/viewer-script.ts';
import {
  describeViewer,
  openTour as openTourOf,
  type OpenOptions,
  type ViewerPage,
} from '../support/viewer-site.ts';

/** How long the viewer is used at random: GEOMILL_VIEWER_MINUTES=10 before a release. */
const MINUTES = Number(process.env['GEOMILL_VIEWER_MINUTES'] ?? 0.3);
const SEED = Number(process.env['GEOMILL_SEED'] ?? 1);
const WARM_JUMPS = 50;
const JUMPS = MINUTES >= 1 ? 500 : 100;
/** Growth that is allowed, of the data after the warm jumps. The heap also has code that the browser compiles while it learns what is used often. */
const GROWTH = 1.03;
/** Jumps through ever new pictures: more than are kept. */
const NEW_PICTURES = KEPT_NODES + 20;

/** For hundreds of jumps that nobody looks at: a small picture is drawn sooner. */
const SMALL: OpenOptions = { viewport: { width: 450, height: 300 } };

describeViewer('The viewer in long use', (site) => {
  it(`keeps its memory over ${JUMPS} jumps`, async () => {
    const viewer = await openTour({}, SMALL);
    const jump = (from: number, to: number) =>
      viewer.run(
        `(async () => { const ids = ${JSON.stringify(DRIVE_PICTURES.map(({ id }) => id))}; for (let at = ${from}; at < ${to}; at++) await photo.setCurrentNode(ids[at % ids.length]); })()`,
      );
    await jump(0, WARM_JUMPS);
    const before = await pageHeap(viewer.page);
    await jump(WARM_JUMPS, JUMPS);
    const after = await pageHeap(viewer.page);
    process.stderr.write(
      `viewer heap: ${mega(before.bytes)} MB, data ${mega(before.dataBytes)} MB after ${WARM_JUMPS} jumps; ${mega(after.bytes)} MB, data ${mega(after.dataBytes)} MB after ${JUMPS}\n`,
    );
    expect(after.dataBytes).toBeLessThan(before.dataBytes * GROWTH);
    expect(after.nodes).toBeLessThan(before.nodes * GROWTH);
    expect(after.listeners).toBeLessThan(before.listeners * GROWTH);
    // Textures are in the memory of the graphics card, of which the heap knows nothing.
    expect(await viewer.run('photo.viewer.renderer.renderer.info.memory.textures')).toBeLessThan(100);
    expect(viewer.faults).toEqual([]);
    await viewer.close();
  });

  it(`keeps ${KEPT_NODES} nodes of a tour of ever new pictures`, async () => {
    const [{ id }] = DRIVE_PICTURES as [(typeof DRIVE_PICTURES)[0]];
    // Each node has its own id and place, and the same picture.
    const viewer = await openTour(
      {
        VirtualTourPlugin: `{
        dataMode: 'server', positionMode: 'gps', startNodeId: '0', preload: false, transitionOptions: { fadeIn: false, rotation: false },
        getNode: (id) => ({ id, name: 'Node <' + id + '>', gps: [105.7 + id / 1e4, 21], links: [{ nodeId: String(Number(id) + 1), gps: [105.7 + (Number(id) + 1) / 1e4, 21] }],
          panorama: { baseUrl: '/imagery/v1/pictures/${id}/thumb.webp', width: 2048, cols: 4, rows: 2, tileUrl: () => null } }),
      }`,
      },
      SMALL,
    );
    await viewer.run(
      `(async () => { for (let at = 1; at < ${NEW_PICTURES}; at++) await photo.setCurrentNode(String(at)); })()`,
    );
    const tour = "photo.getPlugin('virtual-tour')";
    expect(await viewer.run(`${tour}.source.known().length`)).toBe(KEPT_NODES);
    expect(await viewer.run(`Object.keys(${tour}.datasource.nodes).length`)).toBeLessThanOrEqual(KEPT_NODES);
    expect(await viewer.run("document.querySelectorAll('.psv-plan__spot').length")).toBeLessThanOrEqual(
      KEPT_NODES,
    );
    // A node that was forgotten is fetched again, with its texts as they are.
    expect(await viewer.run(`${tour}.originalOf('3') === undefined`)).toBe(true);
    await viewer.run("photo.setCurrentNode('3')");
    expect(await viewer.run('photo.getCurrentNode().name')).toBe('Node <3>');
    expect(viewer.faults).toEqual([]);
    await viewer.close();
  });

  it(`shows no fault and no wrong picture in ${MINUTES} minutes of random use, seed ${SEED}`, async () => {
    const viewer = await openTour();
    const random = createRandom(SEED);
    const end = Date.now() + MINUTES * 60_000;
    let actions = 0;
    for (; Date.now() < end; actions++) await act(viewer, random);
    const last = DRIVE_PICTURES[3]!;
    await viewer.run("photo.getPlugin('view-mode').setMode('street')");
    await viewer.run(`photo.setDates({}).catch(() => false).then(() => photo.setCurrentNode('${last.id}'))`);
    await viewer.run(TILES_DRAWN);
    const { compared, wrong } = await wrongDirections(viewer, last, [
      [10, -20],
      [62, 25],
      [152, -20],
      [152, 5],
      [242, 25],
      [330, 5],
    ]);
    process.stderr.write(`viewer: ${actions} random actions\n`);
    expect(actions).toBeGreaterThan(10);
    expect(compared).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
    expect(viewer.faults).toEqual([]);
    await viewer.close();
  });

  const openTour = (options?: Record<string, string>, more?: OpenOptions) =>
    openTourOf(site(), options, more);
});

/** Does one step that a user may do. */
async function act(viewer: ViewerPage, random: Random): Promise<void> {
  const { page } = viewer;
  const run = (expression: string) => viewer.run(expression);
  const choose = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!;
  const x = 20 + random() * 860;
  const y = 20 + random() * 500;
  const actions = [
    () => run(`void photo.setCurrentNode('${choose(DRIVE_PICTURES).id}').catch(() => 0)`),
    () =>
      run(
        `void photo.setCurrentLatLng({ lat: ${21.031 + random() / 1500}, lng: ${105.7745 + random() / 1000} }, ${random() < 0.5}).catch(() => 0)`,
      ),
    () =>
      run(
        `photo.setView({ headingDegrees: ${random() * 360}, pitchDegrees: ${random() * 120 - 60}, zoom: ${random() * 100} })`,
      ),
    () => page.mouse.move(x, y),
    () => page.mouse.click(x, y),
    () => page.mouse.wheel(0, random() * 400 - 200),
    () =>
      page.keyboard.press(
        choose([
          'Tab',
          'ArrowLeft',
          'ArrowRight',
          'ArrowUp',
          'PageUp',
          'PageDown',
          'Enter',
          'Escape',
          'Space',
        ]),
      ),
    () => run(`photo.getPlugin('view-mode').setMode('${choose(['street', 'fly'])}')`),
    () =>
      run(
        `(() => { const plan = photo.getPlugin('plan'); plan.${choose(['open', 'close', 'minimize'])}(); })()`,
      ),
    () =>
      page.setViewportSize(
        choose([
          { width: 900, height: 600 },
          { width: 700, height: 500 },
        ]),
      ),
    () => page.waitForTimeout(random() * 200),
  ];
  await choose(actions)();
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}
