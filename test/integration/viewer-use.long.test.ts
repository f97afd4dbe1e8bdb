import { expect, it } from 'vitest';
import { createRandom, type Random } from '../bench/random.ts';
import { pageHeapBytes } from '../support/page-heap.ts';
import { DRIVE_PICTURES } from '../support/street-pictures.ts';
import { wrongDirections } from '../support/viewer-pixels.ts';
import { TILES_DRAWN, tourScript } from '../support/viewer-script.ts';
import { BLANK_PAGE, describeViewer, type ViewerPage } from '../support/viewer-site.ts';

/** How long the viewer is used at random: GEOMILL_VIEWER_MINUTES=10 before a release. */
const MINUTES = Number(process.env['GEOMILL_VIEWER_MINUTES'] ?? 0.3);
const SEED = Number(process.env['GEOMILL_SEED'] ?? 1);
const WARM_JUMPS = 50;
const JUMPS = MINUTES >= 1 ? 500 : 150;
/** Growth that is allowed, of the heap after the warm jumps. */
const GROWTH = 1.1;

describeViewer('The viewer in long use', (site) => {
  it(`keeps its memory over ${JUMPS} jumps`, async () => {
    const viewer = await openTour();
    const jump = (from: number, to: number) =>
      viewer.run(
        `(async () => { const ids = ${JSON.stringify(DRIVE_PICTURES.map(({ id }) => id))}; for (let at = ${from}; at < ${to}; at++) await photo.setCurrentNode(ids[at % ids.length]); })()`,
      );
    await jump(0, WARM_JUMPS);
    const before = await pageHeapBytes(viewer.page);
    await jump(WARM_JUMPS, JUMPS);
    const after = await pageHeapBytes(viewer.page);
    process.stderr.write(
      `viewer heap: ${mega(before)} MB after ${WARM_JUMPS} jumps, ${mega(after)} MB after ${JUMPS}\n`,
    );
    expect(after).toBeLessThan(before * GROWTH);
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

  async function openTour(): Promise<ViewerPage> {
    const viewer = await site().open(BLANK_PAGE, { script: tourScript() });
    await viewer.run('photo.ready');
    return viewer;
  }
});

/** Does one thing that a user may do. */
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
