import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { textsIn } from '../../src/web/viewer/context/texts.ts';
import { DRIVE_PICTURES } from '../support/street-pictures.ts';

import { wrongDirections } from '../support/viewer-pixels.ts';
import { startAt, TILES_DRAWN } from '../support/viewer-script.ts';
import { describeViewer, openTour, type OpenOptions, type ViewerPage } from '../support/viewer-site.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const DRIVE = DRIVE_PICTURES;
const [FIRST, SECOND] = DRIVE as [(typeof DRIVE)[0], (typeof DRIVE)[0]];

/** What arrows lie under; `none` before there is an arrow. */
const OVERLAPS = `(() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
  const arrows = boxes('.gm-viewer-arrow');
  if (arrows.length === 0) return ['none'];
  return ['.psv-plan', '.gm-viewer-time', '.gm-viewer-panel'].filter((selector) => boxes(selector).some((box) =>
    arrows.some((one) => one.left < box.right && box.left < one.right && one.top < box.bottom && box.top < one.bottom)));
})()`;

/** What lies over one another of all that is shown over the picture, by at least 2 pixels each way. */
const COVERED = `(() => {
  const parts = '.psv-compass, .psv-plan, .psv-navbar, .gm-viewer-status, .gm-viewer-mode, .gm-viewer-time, .gm-viewer-panel, .gm-viewer-arrow';
  const shown = [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0);
  const boxes = shown.map((one) => ({ name: one.className, ...one.getBoundingClientRect().toJSON() }));
  return boxes.flatMap((a, at) => boxes.slice(at + 1)
    .filter((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
    .map((b) => a.name + ' / ' + b.name));
})()`;

describeViewer('The viewer for everybody', (site) => {
  /** Opens the demo page and waits until it says where it is. */
  async function openDemo(lang: 'en' | 'vi', options: OpenOptions = {}): Promise<ViewerPage> {
    const viewer = await site().open(`/viewer/demo.html?lang=${lang}`, options);
    await expect
      .poll(() => viewer.page.locator('.gm-viewer-status').textContent(), { timeout: 20_000 })
      .toContain('°');
    return viewer;
  }

  describe('texts of items', () => {
    it.each([
      ['en', 'HTML', '<script>window.broken = 1</script><img src=x onerror="window.broken = 1">'],
      ['vi', 'right to left', 'شارع الملك ‮abc'],
      ['en', '10,000 characters', 'x'.repeat(10_000)],
    ] as const)(
      'are shown as text on the demo page, also on the maximised plan: %s, %s',
      async (lang, what, text) => {
        const viewer = await openDemo(lang, {
          // Pictures change at once, and the plan its size.
          reducedMotion: 'reduce',
          before: (page) =>
            page.route('**/imagery/v1/search*', async (route) => {
              const response = await route.fetch();
              const body = (await response.json()) as { features: { properties: Record<string, unknown> }[] };
              for (const { properties } of body.features)
                Object.assign(properties, { 'imagery:producer': text, datetimetz: text, datetime: text });
              await route.fulfill({ response, json: body });
            }),
        });
        const { page } = viewer;
        await page.locator('summary').click();
        // The view has an arrow to the next picture, whose tooltip has the texts of that picture.
        await page
          .locator('.gm-viewer-arrow')
          .first()
          .dispatchEvent('mouseenter', { clientX: 500, clientY: 300 });
        await expect
          .poll(() => page.locator('.psv-tooltip-content').textContent())
          .toContain(text.slice(0, 10));
        expect(await foreign(viewer)).toEqual([]);
        expect(await page.locator('.psv-caption-content').textContent()).toContain(text.slice(0, 10));
        await viewer.shoot(`text-${what.slice(0, 4)}-${lang}`);
        // The name of a picture is the day of its capture: the first characters of the text. At the next picture, the first one is a spot.
        await page.locator('.gm-viewer-panel button[data-node]').first().click();
        const name = text.slice(0, 10);
        const spots = page.locator('.psv-plan__spot');
        const labels = () =>
          viewer.run<string[]>(
            "[...document.querySelectorAll('.psv-plan__spot')].map((one) => one.getAttribute('aria-label'))",
          );
        await expect.poll(labels).toContain(name);
        await page.locator('summary').click();
        await planButton(viewer, textsIn(lang).t('viewerPart.mapMaximize')).click();
        await planRests(viewer);
        await spots.nth((await labels()).indexOf(name)).dispatchEvent('mouseover');
        await expect.poll(() => page.locator('.leaflet-tooltip').allTextContents()).toContain(name);
        expect(await foreign(viewer)).toEqual([]);
        await viewer.shoot(`text-${what.slice(0, 4)}-${lang}-plan`);
        expect(viewer.faults).toEqual([]);
        await viewer.close();
      },
    );

    it('of nodes by hand stay within the plan', async () => {
      const long = 'Donaudampfschifffahrtsgesellschaft '.repeat(100);
      const viewer = await openTour(site(), {
        ...startAt(FIRST.id),
        PlanPlugin: `{ defaultZoom: 19, hotspots: [{ id: 'spot', coordinates: [105.77513, 21.03147], tooltip: '${long}' }] }`,
      });
      const spot = viewer.page.locator('.psv-plan__spot[aria-label^="Donau"]');
      await spot.dispatchEvent('mouseover');
      const width = "document.querySelector('.leaflet-tooltip').offsetWidth";
      expect(await viewer.run<number>(width)).toBeLessThanOrEqual(300);
      expect(await viewer.run<number>(width.replace('Width', 'Height'))).toBeLessThanOrEqual(200);
      await viewer.shoot('text-long-plan');
      await viewer.close();
    });
  });

  describe('for everybody', () => {
    it.each([
      { width: 900, height: 600, lang: 'en' },
      { width: 390, height: 844, lang: 'vi' },
    ] as const)(
      'has no fault of accessibility, and does not scroll, at $width px, language $lang',
      async ({ lang, ...viewport }) => {
        const viewer = await openDemo(lang, { viewport });
        const { page } = viewer;
        const name = `${viewport.width}-${lang}`;
        await viewer.shoot(`demo-${name}`);
        await page.locator('summary').click();
        expect(await accessibilityFaults(viewer)).toEqual([]);
        expect(await viewer.run('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        await viewer.shoot(`demo-${name}-panel`);
        await page.locator('summary').click();
        await planButton(viewer, textsIn(lang).t('viewerPart.mapMaximize')).click();
        await planRests(viewer);
        expect(await accessibilityFaults(viewer)).toEqual([]);
        expect(await viewer.run('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        await viewer.shoot(`plan-maximized-${name}`);
        await planButton(viewer, textsIn(lang).t('viewerPart.mapMinimize')).click();
        await planRests(viewer);
        await viewer.shoot(`plan-minimized-${name}`);
        await page.locator('.psv-plan__button-close').click();
        await planRests(viewer);
        await viewer.shoot(`plan-closed-${name}`);
        await page.locator('.gm-viewer-mode').click();
        // The hint of the wheel would be there for seconds. It fades, and has no contrast meanwhile.
        await viewer.run("document.querySelector('.psv-notification-content')?.click()");
        await expect
          .poll(() => viewer.run("document.querySelector('.psv-notification--visible') === null"))
          .toBe(true);
        await expect
          .poll(() =>
            viewer.run(
              "document.querySelector('.psv-notification')?.getAnimations({ subtree: true }).length ?? 0",
            ),
          )
          .toBe(0);
        await viewer.shoot(`fly-${name}`);
        expect(await accessibilityFaults(viewer)).toEqual([]);
        expect(viewer.faults).toEqual([]);
        await viewer.close();
      },
    );

    it.each(['en', 'vi'] as const)(
      'reaches every control of the demo by Tab, also while the plan is maximised, language %s',
      async (lang) => {
        const viewer = await openDemo(lang);
        await viewer.run("void (document.querySelector('.gm-viewer-panel').open = true)");
        await expectAllReached(viewer, 12);
        await planButton(viewer, textsIn(lang).t('viewerPart.mapMaximize')).focus();
        await viewer.page.keyboard.press('Enter');
        await planRests(viewer);
        expect(await viewer.run("document.querySelector('.psv-plan--maximized') !== null")).toBe(true);
        await expectAllReached(viewer, 3);
        await viewer.shoot(`focus-plan-maximized-${lang}`);
        await planButton(viewer, textsIn(lang).t('viewerPart.mapMinimize')).focus();
        await viewer.page.keyboard.press('Enter');
        expect(await viewer.run("document.querySelector('.psv-plan--maximized') === null")).toBe(true);
        expect(viewer.faults).toEqual([]);
        await viewer.close();
      },
    );

    it('is used with the keyboard alone', async () => {
      const viewer = await openTour(site(), startAt(FIRST.id));
      const { page } = viewer;
      await page.locator('summary').evaluate('document.querySelector("details").open = true');
      await expectAllReached(viewer, 10);
      // Tab begins at the picture, which looks along the street.
      expect(await viewer.run("document.querySelector('#viewer').firstElementChild.className")).toContain(
        'psv-container',
      );
      await viewer.run('document.querySelector(".psv-container").focus()');
      const along = await viewer.run<number>('photo.getView().headingDegrees');
      expect(along).toBeCloseTo(242, 0);
      // Arrow keys turn the view while the viewer has the focus, and leave the page alone otherwise.
      await page.keyboard.down('ArrowRight');
      // The view turns until the key is released.
      await expect
        .poll(() => viewer.run<number>('photo.getView().headingDegrees'))
        .toBeGreaterThan(along + 0.5);
      await page.keyboard.up('ArrowRight');
      // Up walks to the picture ahead, down to the one behind; plus and minus zoom.
      await page.keyboard.press('ArrowUp');
      await expect.poll(() => viewer.run('photo.getCurrentNode().id')).toBe(SECOND.id);
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => viewer.run('photo.getCurrentNode().id')).toBe(FIRST.id);
      const before = await viewer.run<number>('photo.getView().zoom');
      await page.keyboard.down('Shift');
      await page.keyboard.down('Equal');
      await expect.poll(() => viewer.run<number>('photo.getView().zoom')).toBeGreaterThan(before);
      await page.keyboard.up('Equal');
      await page.keyboard.up('Shift');
      // The slider of days goes to the other drive, and back.
      await page.locator('.gm-viewer-time input').focus();
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => viewer.run('photo.getCurrentNode().name')).toBe('2023-04-18');
      await expect.poll(() => page.locator('.gm-viewer-time input').inputValue()).toBe('0');
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => viewer.run('photo.getCurrentNode().id')).toBe(FIRST.id);
      await viewer.run(
        'document.querySelector("input[type=date]").focus(), new Promise((done) => setTimeout(done, 1500))',
      );
      const rest = await viewer.run<number>('photo.getView().headingDegrees');
      await page.keyboard.press('ArrowUp');
      await page.waitForTimeout(300);
      expect(await viewer.run<number>('photo.getView().headingDegrees')).toBe(rest);
      // A link of the list by Enter; the focus stays in the list.
      await page.locator('.gm-viewer-panel button[data-node]').first().focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => viewer.run('photo.getCurrentNode().id')).toBe(SECOND.id);
      await expect.poll(() => viewer.run('document.activeElement.dataset.node')).toBe(DRIVE[2]!.id);
      // The buttons of Photo Sphere Viewer by the space bar.
      const zoom = await viewer.run<number>('photo.getView().zoom');
      await page.locator('.psv-plan__button-close').focus();
      await page.keyboard.press('Space');
      expect(await viewer.run("document.querySelector('.psv-plan--collapsed') !== null")).toBe(true);
      expect(await viewer.run<number>('photo.getView().zoom')).toBe(zoom);
      expect(viewer.faults).toEqual([]);
      await viewer.close();
    });

    it('says what is wrong and what to do, and tries again, without a fault of accessibility', async () => {
      let status: number | undefined = 401;
      let hasTiles = false;
      const viewer = await site().open('/viewer/demo.html', {
        viewport: { width: 390, height: 844 },
        reducedMotion: 'reduce',
        before: async (page) => {
          await page.route('**/imagery/v1/search*', (route) =>
            status === undefined ? route.continue() : route.fulfill({ status, json: {} }),
          );
          await page.route('**/tiles/**', (route) =>
            hasTiles ? route.continue() : route.fulfill({ status: 404 }),
          );
        },
      });
      const { page } = viewer;
      const card = page.locator('.gm-viewer-problem');
      const title = () => card.locator('.gm-viewer-problem-title').allTextContents();
      const again = () =>
        card.getByRole('button', { name: textsIn('en').t('viewerPart.tryAgain') }).press('Enter');
      await expect.poll(title).toEqual([textsIn('en').t('viewerPart.keyMissing')]);
      expect(await accessibilityFaults(viewer)).toEqual([]);
      await viewer.shoot('problem-key');
      status = 503;
      await again();
      await expect.poll(title).toEqual(['The picture service failed with status 503.']);
      status = undefined;
      await again();
      // The small picture is there, and its tiles are not.
      await expect.poll(title).toEqual([textsIn('en').t('viewerPart.tilesMissing')]);
      expect(await accessibilityFaults(viewer)).toEqual([]);
      await viewer.shoot('problem-tiles');
      hasTiles = true;
      await again();
      await expect.poll(() => card.isVisible()).toBe(false);
      // The arrow to the next picture is neither under the plan nor under the slider.
      await expect.poll(() => viewer.run(OVERLAPS)).toEqual([]);
      await viewer.close();
    });

    it('moves nothing by itself where less motion is wanted', async () => {
      const viewer = await openTour(
        site(),
        { VirtualTourPlugin: `{ dataMode: 'server', positionMode: 'gps', startNodeId: '${FIRST.id}' }` },
        { reducedMotion: 'reduce' },
      );
      expect(await viewer.run('photo.viewer.config.moveInertia')).toBe(0);
      const transition =
        "photo.getPlugin('virtual-tour').config.transitionOptions({ id: 'x', panorama: {} })";
      expect(await viewer.run(transition)).toMatchObject({ effect: 'none', rotation: false });
      await viewer.run('photo.lookAt({ lat: 21.04, lng: 105.7751761 })');
      expect(await viewer.run('photo.viewer.state.animation')).toBeNull();
      expect(await viewer.run<number>('photo.getView().headingDegrees')).toBeCloseTo(0, 1);
      await viewer.close();
    });

    it('shows a flat picture without WebGL, with links and dates', async () => {
      const viewer = await openTour(site(), startAt(FIRST.id), { isWithoutWebGl: true });
      const { page } = viewer;
      expect(await viewer.run('photo.isFlat')).toBe(true);
      await page.locator('summary').click();
      await page.locator('.gm-viewer-panel button[data-node]').first().click();
      await expect.poll(() => viewer.run('photo.getCurrentNode().id')).toBe(SECOND.id);
      const image = page.locator('.gm-viewer-flat img');
      expect(await image.getAttribute('alt')).toBe('Street picture: 2025-10-07');
      await expect
        .poll(() => viewer.run("document.querySelector('.gm-viewer-flat img').naturalWidth"))
        .toBe(2048);
      expect(await accessibilityFaults(viewer)).toEqual([]);
      expect(viewer.faults).toEqual([]);
      await viewer.shoot('without-webgl');
      await viewer.close();
    });

    it('shows the flat picture while the graphics context is lost, and the sphere when it is back', async () => {
      const viewer = await openTour(site(), startAt(FIRST.id));
      await viewer.run(TILES_DRAWN);
      await viewer.run(
        "(window.lost = photo.viewer.renderer.renderer.getContext().getExtension('WEBGL_lose_context')).loseContext()",
      );
      await expect.poll(() => viewer.run('photo.isFlat && photo.getCurrentNode().id')).toBe(FIRST.id);
      expect(await viewer.page.locator('.gm-viewer-flat img').count()).toBe(1);
      expect(await viewer.page.locator('.psv-container').isVisible()).toBe(false);
      await viewer.shoot('context-lost');
      // The flat picture follows jumps, as the sphere does afterwards.
      await viewer.run(`photo.setCurrentNode('${SECOND.id}')`);
      await expect
        .poll(() => viewer.page.locator('.gm-viewer-flat img').getAttribute('src'))
        .toContain(SECOND.id);
      await viewer.run('lost.restoreContext()');
      await expect.poll(() => viewer.run('photo.isFlat || photo.getCurrentNode().id')).toBe(SECOND.id);
      expect(await viewer.page.locator('.gm-viewer-flat').count()).toBe(0);
      await viewer.run(TILES_DRAWN);
      const { compared, wrong } = await wrongDirections(viewer, SECOND, [
        [62, 25],
        [152, -20],
        [242, 25],
        [330, 5],
      ]);
      await viewer.shoot('context-back');
      expect(compared).toBeGreaterThan(1);
      expect(wrong).toEqual([]);
      await viewer.close();
    });

    it.each([
      { what: '320 px', width: 320, height: 568, lang: 'vi' },
      { what: '1280 x 1024 px at 400 %', width: 320, height: 256, lang: 'vi' },
      { what: 'a low and wide window', width: 1280, height: 256, lang: 'en' },
    ] as const)('has nothing over one another at $what', async ({ lang, what, ...viewport }) => {
      const viewer = await openDemo(lang, { viewport, reducedMotion: 'reduce' });
      const { page } = viewer;
      const name = `${viewport.width}-${viewport.height}`;
      await expect.poll(() => viewer.run(COVERED), { message: what }).toEqual([]);
      await viewer.shoot(`room-${name}`);
      await page.locator('summary').click();
      // An open panel covers the arrows, whose links it has.
      await expect.poll(() => viewer.run(COVERED.replace(', .gm-viewer-arrow', ''))).toEqual([]);
      await viewer.shoot(`room-${name}-panel`);
      // The last control of the panel can be scrolled to, and lies above the bar.
      const apply = page.locator('.gm-viewer-panel form button');
      await apply.scrollIntoViewIfNeeded();
      const bar = (await page.locator('.psv-navbar').boundingBox())!;
      const last = (await apply.boundingBox())!;
      expect(last.y + last.height).toBeLessThanOrEqual(bar.y);
      await page.locator('summary').click();
      await planButton(viewer, textsIn(lang).t('viewerPart.mapMaximize')).click();
      await planRests(viewer);
      expect(await viewer.run("document.querySelector('.psv-plan').offsetWidth > 200")).toBe(true);
      expect(await accessibilityFaults(viewer)).toEqual([]);
      await viewer.shoot(`room-${name}-plan`);
      expect(viewer.faults).toEqual([]);
      await viewer.close();
    });

    it('calls no button by an id', async () => {
      const viewer = await openDemo('en');
      await viewer.page.locator('summary').click();
      const names = await viewer.run<string[]>(
        "[...document.querySelectorAll('.gm-viewer :is(button, [role=button], .psv-plan__spot)')].map((one) => one.ariaLabel || one.title || one.textContent)",
      );
      expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/^Next: south-west \(/)]));
      expect(names.filter((name) => /[0-9a-f]{8}-|^$|: $/.test(name))).toEqual([]);
      await viewer.close();
    });

    it.each([
      ['a place without a picture near', '#lookAt=10.5,106.5', 'There is no picture within 1000 m'],
      ['a far place in a picture', `#picture=${FIRST.id}&lookAt=10.5,106.5`, /The place is 11\d{5} m away/],
    ])('says so of a link to %s', async (_, hash, text) => {
      const viewer = await openTour(
        site(),
        { Photo: '{ deepLink: true }' },
        { reducedMotion: 'reduce' },
        hash,
      );
      const status = () => viewer.page.locator('.gm-viewer-status').textContent();
      await expect.poll(status).toMatch(text);
      // The view that comes to rest does not take it away.
      await expect.poll(() => viewer.run('location.hash')).toContain('heading=');
      expect(await status()).toMatch(text);
      // A picture without a position cannot be turned to a place.
      await viewer.run('(delete photo.getCurrentNode().gps, photo.lookAt({ lat: 21, lng: 105 }))');
      expect(await status()).toBe(textsIn('en').t('viewerPart.noPosition'));
      await viewer.close();
    });

    it('has room for long labels', async () => {
      const long = 'Vollbildansicht der Straßenaufnahme einschalten';
      const viewer = await openTour(
        site(),
        {
          Photo: `{ language: 'vi', lang: { zoomIn: '${long}', fullscreen: '${long}', moveLeft: '${long}' } }`,
        },
        { viewport: { width: 390, height: 844 } },
      );
      expect(await viewer.run('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      const bar = (await viewer.page.locator('.psv-navbar').boundingBox())!;
      expect(bar.height).toBeLessThan(50);
      await viewer.shoot('long-labels');
      await viewer.close();
    });
  });
});

function planButton({ page }: ViewerPage, title: string): Locator {
  return page.locator(`.psv-plan__button[title="${title}"]`);
}

/** Waits until the plan has its new size. */
async function planRests(viewer: ViewerPage): Promise<void> {
  const frames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
  await viewer.run(frames);
  await expect
    .poll(() => viewer.run("document.querySelector('.psv-plan').getAnimations({ subtree: true }).length"))
    .toBe(0);
  await viewer.run(frames);
}

/** Returns what axe finds, of every level. */
async function accessibilityFaults({ page }: ViewerPage): Promise<string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    'axe.run()',
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' ')}`,
  );
}

/** Presses Tab around the page, and compares what has had the focus, visibly, with the controls that are shown. */
async function expectAllReached(viewer: ViewerPage, least: number): Promise<void> {
  const { page } = viewer;
  const reached: string[] = [];
  await viewer.run('(document.activeElement.blur(), (window.last = undefined))');
  // Tab goes on from where the focus was: to the end of the page, and once around.
  let ends = 0;
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab');
    const one = await viewer.run<string>(
      'document.activeElement === document.body ? "" : (document.activeElement.type === "date" ? "date" : document.activeElement.title || document.activeElement.ariaLabel || document.activeElement.textContent || document.activeElement.getAttribute("class")).trim()',
    );
    if (one === '' && ++ends === 2) break;
    if (one === '') continue;
    // An element looks other with the focus than without it.
    const plain = await viewer.run<boolean>(
      `(() => { const look = (element) => (({ outline, boxShadow }) => outline + boxShadow)(getComputedStyle(element)); const { last } = window; const isPlain = last !== undefined && look(last.element) === last.look; const element = document.activeElement; window.last = { element, look: look(element) }; return isPlain && last.element !== element; })()`,
    );
    expect(plain, `the focus before ${one} is visible`).toBe(false);
    reached.push(one);
    if (one === textsIn('en').viewer.zoomIn) await viewer.shoot('focus');
  }
  const controls = await viewer.run<
    string[]
  >(`[...document.querySelectorAll('.psv-button[title]:not(.psv-zoom-range), .psv-plan__button, .gm-viewer-mode, .gm-viewer-panel button')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getAttribute('role') !== 'presentation').map((one) => (one.title || one.ariaLabel || one.textContent).trim())`);
  expect(controls.length).toBeGreaterThanOrEqual(least);
  expect(reached).toEqual(expect.arrayContaining(controls));
}

/** Returns what texts have brought into the page: elements, scripts that ran, a page that scrolls. */
function foreign(viewer: ViewerPage): Promise<string[]> {
  return viewer.run(`[
    ...(window.broken === undefined ? [] : ['a script ran']),
    ...[...document.querySelectorAll('.psv-container script, .gm-viewer-panel script, .psv-caption img, .leaflet-tooltip *, [onerror]')].map((one) => one.outerHTML),
    ...(document.documentElement.scrollWidth <= innerWidth ? [] : ['the page scrolls']),
  ]`);
}
