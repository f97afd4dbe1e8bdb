import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { COMPASS, COMPASS_PITCH } from '../../tools/street/scene.ts';
import { HOUSES, houseAt, PICTURES, positionOf } from '../../tools/street/street.ts';
import { DRIVE_PICTURES } from '../support/street-pictures.ts';
import { isNearly, middleColour, wrongDirections } from '../support/viewer-pixels.ts';
import { startAt, TILES_DRAWN, tourScript } from '../support/viewer-script.ts';
import {
  BLANK_PAGE,
  describeViewer,
  openTour,
  type OpenOptions,
  type ViewerPage,
} from '../support/viewer-site.ts';

const DRIVE = DRIVE_PICTURES;
const OLD_DRIVE = PICTURES.filter(({ name }) => name.startsWith('drive-2023'));
const FLAT = PICTURES.find(({ fieldOfView }) => fieldOfView < 360)!;
const [FIRST, SECOND] = DRIVE as [(typeof DRIVE)[0], (typeof DRIVE)[0]];

describeViewer('The viewer', (site) => {
  const tour = (options?: Record<string, string>, more?: OpenOptions, hash?: string) =>
    openTour(site(), options, more, hash);

  const grid = [0, 45, 90, 135, 180, 225, 270, 315].flatMap((heading) =>
    [-75, -60, -20, 5, 30, 45].map((pitch) => [heading + 4, pitch] as const),
  );

  describe('pictures', () => {
    it.each([FIRST, OLD_DRIVE[3]!])(
      'have every heading and every tile where the scene has it: $name',
      async (picture) => {
        const viewer = await tour({
          ...startAt(picture.id),
          PhotoAdapter: '{ baseBlur: false, shouldGoFast: () => false }',
        });
        // All tiles are loaded once, so that none of them is compared with the small picture.
        for (const heading of [0, 90, 180, 270]) {
          await viewer.run(`photo.setView({ headingDegrees: ${heading}, pitchDegrees: 0, zoom: 0 })`);
          await viewer.run(TILES_DRAWN);
        }
        const { compared, wrong } = await wrongDirections(viewer, picture, grid);
        expect(compared).toBeGreaterThan(10);
        expect(wrong).toEqual([]);
        for (const { heading, colour } of COMPASS) {
          // Beside the letter, on the ground of the mark.
          await viewer.run(
            `photo.setView({ headingDegrees: ${heading}, pitchDegrees: ${COMPASS_PITCH + 10.5}, zoom: 90 })`,
          );
          await expect.poll(async () => isNearly(await middleColour(viewer), colour)).toBe(true);
        }
        expect(viewer.faults).toEqual([]);
        await viewer.shoot(`panorama-${picture.name}`);
        await viewer.close();
      },
    );

    it('are seen to be wrong when tiles are swapped or the heading is', async () => {
      const swapped = await tour(startAt(FIRST.id), {
        before: (page) =>
          page.route(/tiles\/\d_\d\.webp/, (route) => {
            const url = route
              .request()
              .url()
              .replace(
                /(\d)_(\d)\.webp/,
                (_, col: string, row: string) => `${(Number(col) + 1) % 4}_${row}.webp`,
              );
            return route.continue({ url });
          }),
      });
      await swapped.run(TILES_DRAWN);
      const { wrong } = await wrongDirections(swapped, FIRST, [
        [350, 0],
        [10, 0],
        [356, -20],
        [8, 30],
      ]);
      expect(wrong.length).toBeGreaterThan(0);
      await swapped.close();
    });

    it('of a flat camera lie in the direction of the camera', async () => {
      const viewer = await tour(startAt(FLAT.id));
      const { compared, wrong } = await wrongDirections(
        viewer,
        FLAT,
        // In the middle: a flat picture is drawn as part of a cylinder, which is exact there alone.
        [-6, 0, 6].flatMap((right) =>
          [-6, 0, 6].map((pitch) => [(FLAT.azimuth + right + 360) % 360, pitch] as const),
        ),
      );
      expect(compared).toBeGreaterThan(0);
      expect(wrong).toEqual([]);
      await viewer.shoot('flat-camera');
      await viewer.close();
    });

    it('are not mixed after fast jumps, and their tiles are not requested any more', async () => {
      const requests: string[] = [];
      const viewer = await tour(startAt(FIRST.id), {
        before: (page) =>
          page.route(/tiles\//, async (route) => {
            requests.push(route.request().url());
            await new Promise((done) => setTimeout(done, 150));
            await route.continue().catch(() => undefined);
          }),
      });
      for (const { id } of DRIVE.slice(1, 6))
        await viewer.run(`void photo.setCurrentNode('${id}'), new Promise((done) => setTimeout(done, 40))`);
      const last = DRIVE[6]!;
      await viewer.run(`photo.setCurrentNode('${last.id}')`);
      requests.length = 0;
      await viewer.run('photo.setView({ headingDegrees: 200 })');
      // However slow the machine draws: the tiles of the new direction are requested, and with them no other picture's.
      await expect.poll(() => requests.length).toBeGreaterThan(0);
      await viewer.run(TILES_DRAWN);
      expect(requests.filter((url) => !url.includes(last.id))).toEqual([]);
      const { compared, wrong } = await wrongDirections(
        viewer,
        last,
        [200, 215, 230].flatMap((heading) => [-25, 0, 20].map((pitch) => [heading, pitch] as const)),
      );
      expect(compared).toBeGreaterThan(2);
      expect(wrong).toEqual([]);
      await viewer.close();
    });
  });

  it('draws no tile of the next picture over the one that is still shown', async () => {
    const next = DRIVE[2]!;
    const requests: string[] = [];
    let release = () => {};
    const viewer = await tour(startAt(FIRST.id, 'preload: false'), {
      before: async (page) => {
        page.on('request', (request) => requests.push(request.url()));
        const isReleased = new Promise<void>((done) => (release = done));
        await page.route(`**/${next.id}/thumb.webp`, async (route) => {
          await isReleased;
          await route.continue();
        });
      },
    });
    await viewer.run(TILES_DRAWN);
    const tilesOf = (id: string) => requests.filter((url) => url.includes(`${id}/tiles/`));
    await viewer.run(`void photo.setCurrentNode('${next.id}')`);
    await expect.poll(() => requests.some((url) => url.endsWith(`${next.id}/thumb.webp`))).toBe(true);
    await viewer.run(
      'photo.setView({ headingDegrees: 200, zoom: 10 }), new Promise((done) => setTimeout(done, 600))',
    );
    expect(tilesOf(next.id)).toEqual([]);
    release();
    await expect.poll(() => tilesOf(next.id).length).toBeGreaterThan(0);
    expect(viewer.faults).toEqual([]);
    await viewer.close();
  });

  describe('when responses come in another order than the jumps', () => {
    /** Holds back the response to the requests of a pattern. */
    const hold = (pattern: string | RegExp) => {
      let release!: (status?: number) => void;
      let hasCome!: () => void;
      const released = new Promise<number | undefined>((done) => (release = done));
      const isHeld = new Promise<void>((done) => (hasCome = done));
      const before = (page: Page) =>
        page.route(pattern, async (route) => {
          hasCome();
          const status = await released;
          // A request that the page has aborted meanwhile cannot be answered.
          await (status === undefined ? route.continue() : route.fulfill({ status })).catch(() => undefined);
        });
      return { before, isHeld, release };
    };
    const shown = (viewer: ViewerPage) =>
      viewer.run<string[]>(
        "[photo.getCurrentNode().id, photo.viewer.config.panorama.baseUrl.split('/').at(-2)]",
      );
    const { lat, lon } = positionOf(DRIVE[6]!.at);

    it.each([
      ['search', '**/search?*0-50*', `photo.setCurrentLatLng({ lat: ${lat}, lng: ${lon} })`, SECOND.id],
      ['node', `**/search?*${DRIVE[4]!.id}*`, `photo.setCurrentNode('${DRIVE[4]!.id}')`, SECOND.id],
      ['node', `**/search?*${DRIVE[4]!.id}*`, `photo.setCurrentNode('${DRIVE[4]!.id}')`, FIRST.id],
      ['picture', `**/${DRIVE[4]!.id}/thumb.webp`, `photo.setCurrentNode('${DRIVE[4]!.id}')`, FIRST.id],
    ])('a slow %s (%s) does not replace a later picture', async (_what, pattern, slow, later) => {
      const { before, isHeld, release } = hold(pattern);
      const viewer = await tour(startAt(FIRST.id, 'preload: false'), { before });
      await viewer.run(`void (window.slow = ${slow})`);
      await isHeld;
      await viewer.run(`photo.setCurrentNode('${later}')`);
      release();
      expect(await viewer.run('slow')).toBe(false);
      expect(await shown(viewer)).toEqual([later, later]);
      await viewer.run(TILES_DRAWN);
      const picture = DRIVE.find(({ id }) => id === later)!;
      const { compared, wrong } = await wrongDirections(viewer, picture, [
        [10, -20],
        [62, 25],
        [152, -20],
        [330, 5],
      ]);
      expect(compared).toBeGreaterThan(0);
      expect(wrong).toEqual([]);
      expect(viewer.faults.filter((fault) => !fault.includes('ERR_'))).toEqual([]);
      await viewer.close();
    });

    it.each([
      ['node', `**/search?*${DRIVE[4]!.id}*`],
      ['picture', `**/${DRIVE[4]!.id}/thumb.webp`],
    ])('the failure of an earlier %s does not end a later jump', async (_what, pattern) => {
      const [earlier, later] = [hold(pattern), hold(`**/search?*${DRIVE[9]!.id}*`)];
      const viewer = await tour(startAt(FIRST.id, 'preload: false'), {
        before: async (page) => {
          await earlier.before(page);
          await later.before(page);
        },
      });
      await viewer.run(`void (window.early = photo.setCurrentNode('${DRIVE[4]!.id}'))`);
      await earlier.isHeld;
      await viewer.run(`void (window.late = photo.setCurrentNode('${DRIVE[9]!.id}'))`);
      earlier.release(500);
      expect(await viewer.run('early')).toBe(false);
      later.release();
      expect(await viewer.run('late')).toBe(true);
      expect(await shown(viewer)).toEqual([DRIVE[9]!.id, DRIVE[9]!.id]);
      expect(await viewer.page.locator('.gm-viewer-problem').isVisible()).toBe(false);
      await viewer.close();
    });

    it('the first picture does not replace one that a plugin was asked for', async () => {
      const { before, release } = hold('**/search?limit=1');
      const viewer = await site().open(BLANK_PAGE, { script: tourScript(), before });
      await viewer.run(`photo.getPlugin('virtual-tour').setCurrentNode('${SECOND.id}')`);
      release();
      await viewer.page.waitForTimeout(500);
      expect(await shown(viewer)).toEqual([SECOND.id, SECOND.id]);
      await viewer.close();
    });

    it('a slow node does not replace a later flat picture', async () => {
      const { before, release } = hold(`**/search?*${DRIVE[4]!.id}*`);
      const viewer = await tour(startAt(FIRST.id), { isWithoutWebGl: true, before });
      await viewer.run(
        `(window.slow = photo.setCurrentNode('${DRIVE[4]!.id}'), photo.setCurrentNode('${SECOND.id}'))`,
      );
      release();
      expect(await viewer.run('slow')).toBe(false);
      expect(await viewer.run('photo.getCurrentNode().id')).toBe(SECOND.id);
      await viewer.close();
    });
  });

  it('shows no error of a picture that was replaced while it loaded', async () => {
    const replaced = DRIVE[2]!;
    let fail: (() => Promise<void>) | undefined;
    const viewer = await tour(startAt(FIRST.id, 'preload: false'), {
      before: (page) =>
        page.route(`**/${replaced.id}/thumb.webp`, (route) => {
          // As where the connection is lost: not an abort by the page.
          fail = () => route.abort('failed').catch(() => undefined);
        }),
    });
    const begin = `void photo.viewer.setPanorama({ ...photo.viewer.config.panorama, baseUrl: '/imagery/v1/pictures/${replaced.id}/thumb.webp' }).catch(() => 0)`;
    // The loader of the page cannot abort this request any more.
    await viewer.run(
      `(photo.viewer.textureLoader.abortLoading = () => undefined, ${begin}, photo.setCurrentNode('${DRIVE[4]!.id}'))`,
    );
    await expect.poll(() => fail).toBeDefined();
    await fail!();
    await viewer.page.waitForTimeout(300);
    expect(await viewer.run('photo.getCurrentNode().id')).toBe(DRIVE[4]!.id);
    expect(await viewer.page.locator('.gm-viewer-problem').isVisible()).toBe(false);
    expect(viewer.faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
    await viewer.close();
  });

  it('reports moves of the plan by the user alone, also when moves of the tour overlap', async () => {
    const viewer = await tour({
      ...startAt(FIRST.id),
      PlanPlugin: '{ defaultZoom: 19, onChangeCenter: (center) => (window.centers ??= []).push(center) }',
    });
    const [first, , third] = DRIVE.map(({ at }) => positionOf(at));
    const move = ({ lat, lon }: { lat: number; lon: number }) =>
      `photo.getPlugin('plan').setCoordinates([${lon}, ${lat}])`;
    const pause = (ms: number) => `new Promise((done) => setTimeout(done, ${ms}))`;
    await viewer.run(
      `(async () => { await ${pause(800)}; window.centers = []; ${move(third!)}; await ${pause(300)}; ${move(first!)}; await ${pause(900)}; })()`,
    );
    expect(await viewer.run('centers')).toEqual([]);
    await viewer.run("photo.getPlugin('plan').getLeaflet().panBy([40, 0], { animate: false })");
    expect(await viewer.run('centers.length')).toBe(1);
    await viewer.run(`(photo.getPlugin('plan').maximize(), ${pause(500)})`);
    expect(await viewer.run('centers.length')).toBe(1);
    await viewer.close();
  });

  describe('the tour', () => {
    it('follows links, moves the plan, and says where it is', async () => {
      const viewer = await tour(startAt(FIRST.id, 'preload: true'));
      const { page } = viewer;
      await page.locator('summary').click();
      for (const { id } of DRIVE.slice(1, 3)) {
        await page.locator('.gm-viewer-panel button[data-node]').first().click();
        await expect.poll(() => viewer.run('photo.getCurrentNode().id')).toBe(id);
      }
      await expect
        .poll(() => page.locator('.gm-viewer-status').innerText())
        .toMatch(/^2025-10-07 · Geomill fixtures · facing south-west, 242°$/);
      const at = positionOf(DRIVE[2]!.at);
      await expect
        .poll(() =>
          viewer.run("(({ lng, lat }) => [lng, lat])(photo.getPlugin('plan').getLeaflet().getCenter())"),
        )
        .toEqual([expect.closeTo(at.lon, 5), expect.closeTo(at.lat, 5)]);
      await viewer.shoot('tour-two-steps');
      // The arrow in the picture does the same as the list.
      await viewer.run(
        'photo.setView({ headingDegrees: 242, pitchDegrees: -20 }), new Promise((done) => setTimeout(done, 300))',
      );
      const box = (await page.locator('.gm-viewer-arrow').first().boundingBox())!;
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await expect.poll(() => viewer.run('photo.getCurrentNode().id')).toBe(DRIVE[3]!.id);
      expect(viewer.faults).toEqual([]);
      await viewer.close();
    });

    it('goes to other dates of the place, and keeps to the days that are chosen', async () => {
      const viewer = await tour({ ...startAt(FIRST.id), Photo: '{ deepLink: true }' });
      const others = await viewer.run<string[]>(
        'photo.getOtherDates().then((nodes) => nodes.map(({ name }) => name))',
      );
      expect(others).toEqual(['2023-04-18']);
      const { page } = viewer;
      await page.locator('summary').click();
      await page.locator('input[type=date]').last().fill('2024-01-01');
      await page.locator('.gm-viewer-panel [type=submit]').click();
      await expect.poll(() => viewer.run('photo.getCurrentNode().name')).toBe('2023-04-18');
      expect(await viewer.run("photo.setDates({ from: '2030-01-01' })")).toBe(false);
      const status = () => page.locator('.gm-viewer-status').innerText();
      await expect.poll(status).toBe('There is no picture.');
      // A turn that nobody asked for comes to rest: the address has it, and the notice stays until somebody turns.
      const hash = await viewer.run<string>('location.hash');
      await viewer.run('photo.viewer.rotate({ yaw: photo.viewer.getPosition().yaw + 1, pitch: 0 })');
      await expect.poll(() => viewer.run('location.hash')).not.toBe(hash);
      expect(await status()).toBe('There is no picture.');
      await viewer.run('photo.setView({ headingDegrees: 90 })');
      await expect.poll(status).toMatch(/^2023-04-18 · /);
      await viewer.close();
    });

    it('faces a house that is given, also by a link', async () => {
      const house = HOUSES[12]!;
      const { lat, lon } = positionOf(houseAt(house));
      const viewer = await tour(
        { Photo: '{ deepLink: true }' },
        {},
        `#picture=${DRIVE[5]!.id}&lookAt=${lat},${lon}&zoom=60`,
      );
      const sight = await viewer.run<{ headingDegrees: number; distanceMeters: number }>(
        `photo.lookAt({ lat: ${lat}, lng: ${lon} })`,
      );
      const from = DRIVE[5]!.at;
      const to = houseAt(house);
      expect(sight.distanceMeters).toBeCloseTo(Math.hypot(to.along - from.along, to.right - from.right), 1);
      const view = await viewer.run<{ headingDegrees: number; zoom: number; pictureId: string }>(
        'photo.getView()',
      );
      expect(view.pictureId).toBe(DRIVE[5]!.id);
      await expect
        .poll(() => viewer.run<number>('photo.getView().headingDegrees'), { timeout: 10_000 })
        .toBeCloseTo(sight.headingDegrees, 0);
      expect(Math.round(view.zoom)).toBe(60);
      await viewer.shoot('look-at-house');
      // The address always leads back to the view.
      await expect
        .poll(() => viewer.run<string>('location.hash'))
        .toContain(`picture=${DRIVE[5]!.id}&heading=${Math.round(sight.headingDegrees * 10) / 10}`);
      await viewer.close();
    });

    it.each([
      [
        'gives links of nodes by hand the place of their node',
        'gps: [105.7748 + id / 1e4, 21.0312],',
        undefined,
      ],
      ['names the option that the nodes of a tour lack, and ready settles', '', 'No GPS position provided'],
    ])('%s', async (_, gps, fault) => {
      const viewer = await site().open(BLANK_PAGE, {
        script: tourScript({
          VirtualTourPlugin: `{ dataMode: 'server', positionMode: 'gps', startNodeId: '0', transitionOptions: { fadeIn: false, rotation: false },
            getNode: (id) => ({ id, name: 'Node ' + id, ${gps} links: [{ nodeId: String(1 - id) }],
              panorama: { baseUrl: '/imagery/v1/pictures/${FIRST.id}/thumb.webp', width: 2048, cols: 4, rows: 2, tileUrl: () => null } }) }`,
        }),
      });
      const settled = await viewer.run<string>("photo.ready.then(() => '', ({ message }) => message)");
      await viewer.shoot(`nodes-by-hand-${fault ? 'without' : 'with'}-place`);
      if (fault === undefined) {
        expect(settled).toBe('');
        await expect.poll(() => viewer.run("document.querySelectorAll('.gm-viewer-arrow').length")).toBe(1);
      } else {
        expect(settled).toMatch(/No GPS position provided for node 0.*positionMode/);
        expect(await viewer.page.locator('.gm-viewer').innerText()).toContain(fault);
      }
      await viewer.close();
    });

    it('says that there is no picture when the search fails, and shows the picture of the options', async () => {
      const viewer = await tour(
        {
          Photo: `{ panorama: { baseUrl: '/imagery/v1/pictures/${FIRST.id}/thumb.webp', width: 2048, cols: 4, rows: 2, tileUrl: () => null } }`,
        },
        {
          before: (page) =>
            page.route('**/imagery/v1/search*', (route) => route.fulfill({ status: 500, body: '{}' })),
        },
      );
      expect(await viewer.run('photo.getCurrentNode() === undefined')).toBe(true);
      expect(await viewer.run('photo.viewer.config.panorama.baseUrl')).toContain(FIRST.id);
      await viewer.close();
    });
  });
});
