import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { rolldown } from 'rolldown';
import { BROWSER } from '../support/browser.ts';
import { pageHeap, type PageHeap } from '../support/page-heap.ts';
import type { Measurement } from './measurement.ts';
import { median, seconds, target, type Table } from './table.ts';
import { servePictures, type PictureServer } from './viewer-pictures.ts';

/** The network that is emulated. Units: bytes a second, ms. */
const NETWORK = { bytesPerSecond: 2.5e6, latencyMs: 30 };
const TARGETS = {
  bundleBytes: 260e3,
  firstMs: 600,
  sharpMs: 1500,
  sharpBytes: 200e3,
  jumpMs: 300,
  heapGrowth: 1.1,
};
const RUNS = { full: 7, quick: 3 };
/** Each in a new page: what the browser compiles differs by some percent of the heap between runs. */
const HEAP_RUNS = 3;
/** Jumps of the tour whose heap is measured: those after which it has its size, and all of them. */
const JUMPS = { warm: 50, full: 500, quick: 150 };
const TOUR_NODES = 12;
/** Versions of a picture of a service that has coarser tiles, and of one that has the finest alone. */
const LEVELS = {
  all: '[2048, 4096, 8192]',
  finest: '[8192]',
};
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** What the page holds after the first jumps of a tour, and after all of them. */
interface Heap {
  jumps: number;
  warm: PageHeap;
  end: PageHeap;
}

interface Figures {
  firstMs: number;
  sharpMs: number;
  sharpBytes: number;
  jumpMs: number;
}

/** Measures the viewer in a browser with WebGL in software, in turn with plain Photo Sphere Viewer and a whole picture. */
export const viewer: Measurement = {
  name: 'viewer',
  async run({ dist, isQuick }) {
    if (BROWSER.missing !== undefined) throw new Error(BROWSER.missing);
    const folder = join(dist, 'viewer');
    if (!existsSync(folder)) throw new Error(`there is no viewer in ${dist}: run make build first`);
    const [script, styles] = await Promise.all(
      ['geomill-viewer.classic.js', 'geomill-viewer.css'].map((name) => readFile(join(folder, name))),
    );
    const pages = new Map<string, Buffer | string>([
      ['/ours.js', script!],
      ['/viewer.css', styles!],
      ['/plain.js', await plainScript()],
      ['/ours.html', page('ours')],
      ['/plain.html', page('plain')],
    ]);
    const server = await servePictures(pages);
    const browser = await chromium.launch({ executablePath: BROWSER.program!, args: FLAGS });
    const ours: Figures[] = [];
    const plain: Figures[] = [];
    const finest: Figures[] = [];
    for (let run = 0; run < (isQuick ? RUNS.quick : RUNS.full); run++) {
      ours.push(await measure(browser, server, 'ours', oursWith(LEVELS.all)));
      plain.push(await measure(browser, server, 'plain', PLAIN));
      finest.push(await measure(browser, server, 'ours', oursWith(LEVELS.finest)));
    }
    const heaps: Heap[] = [];
    for (let run = 0; run < (isQuick ? 1 : HEAP_RUNS); run++) {
      heaps.push(await measureHeap(browser, server, isQuick ? JUMPS.quick : JUMPS.full));
    }
    const heap = heaps.sort((a, b) => growth(a) - growth(b))[Math.floor(heaps.length / 2)]!;
    await browser.close();
    await server.close();
    return report(
      server,
      { ours, plain, finest },
      heap,
      gzipSync(script!, { level: 9 }).length + gzipSync(styles!, { level: 9 }).length,
    );
  },
};

function report(
  server: PictureServer,
  { ours, plain, finest }: Record<'ours' | 'plain' | 'finest', Figures[]>,
  heap: Heap,
  bundleBytes: number,
): Table {
  const middle = (figures: Figures[], name: keyof Figures) => median(figures.map((one) => one[name]));
  const row = (label: string, name: 'firstMs' | 'sharpMs' | 'jumpMs', most: number) => {
    const [a, b] = [middle(ours, name), middle(plain, name)];
    return [
      label,
      `${seconds(a)} s`,
      `${seconds(b)} s`,
      (a / b).toFixed(2),
      target(`${most / 1000} s`, a <= most),
    ];
  };
  const kilo = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
  const mega = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`;
  const sharpBytes = middle(ours, 'sharpBytes');
  return {
    title: `Viewer, 8192 x 4096, at ${NETWORK.bytesPerSecond / 1e6} MB/s and ${NETWORK.latencyMs} ms, WebGL in software`,
    columns: ['', 'viewer', 'plain, whole picture', 'ratio', 'target'],
    rows: [
      row('first picture', 'firstMs', TARGETS.firstMs),
      row('sharp view', 'sharpMs', TARGETS.sharpMs),
      [
        'loaded until then',
        kilo(sharpBytes),
        kilo(server.wholeBytes),
        (sharpBytes / server.wholeBytes).toFixed(2),
        target(kilo(TARGETS.sharpBytes), sharpBytes <= TARGETS.sharpBytes),
      ],
      row('jump to the preloaded neighbour', 'jumpMs', TARGETS.jumpMs),
      [
        'script and styles, gzip',
        kilo(bundleBytes),
        '',
        '',
        target(kilo(TARGETS.bundleBytes), bundleBytes <= TARGETS.bundleBytes),
      ],
      [`heap after ${JUMPS.warm} jumps`, mega(heap.warm.bytes), '', '', ''],
      ...(
        [
          [`heap after ${heap.jumps} jumps`, 'bytes'],
          ['of it data, without compiled code', 'dataBytes'],
        ] as const
      ).map(([label, name]) => {
        const grown = growth(heap, name);
        const isMet = grown <= TARGETS.heapGrowth;
        const wanted = target(`${TARGETS.heapGrowth} of ${JUMPS.warm} jumps`, isMet);
        return [label, mega(heap.end[name]), '', grown.toFixed(3), wanted];
      }),
    ],
    notes: [
      `medians of ${ours.length} runs in turn; small picture ${kilo(server.baseBytes)}; the scripts are loaded before`,
      `heap: the tour in the middle of ${HEAP_RUNS} by growth, each in a new page`,
      `with the finest tiles alone, as of a service without coarser ones: sharp view ${seconds(middle(finest, 'sharpMs'))} s, ${kilo(middle(finest, 'sharpBytes'))}`,
    ],
  };
}

const oursWith = (widths: string) => `(async () => {
  const widths = ${widths};
  const levels = widths.map((width) => ({ width, cols: width / 512, rows: width / 1024 }));
  const picture = (index) => ({ baseUrl: '/' + index + '/base.jpg', ...levels.at(-1), levels, tileUrl: (col, row, level) => '/' + index + '/' + (level + 3 - levels.length) + '/' + col + '_' + row + '.jpg' });
  const link = (nodeId) => [{ nodeId, position: { yaw: 0, pitch: 0 } }];
  const begin = performance.now();
  const photo = new GeomillViewer.Photo({
    apiKey: '', container: document.querySelector('#viewer'), adapter: GeomillViewer.adapter.PhotoAdapter, panel: false,
    plugins: [[GeomillViewer.plugins.VirtualTourPlugin, { preload: true, transitionOptions: { fadeIn: false, rotation: false }, nodes: [{ id: 'a', panorama: picture(0), links: link('b') }, { id: 'b', panorama: picture(1), links: link('a') }] }]],
  });
  await photo.ready;
  await frame();
  const firstMs = performance.now() - begin;
  const { queue } = photo.viewer.adapter;
  while (Object.keys(photo.viewer.adapter.state.tiles).length === 0 || Object.keys(queue.runningTasks).length > 0) await frame();
  await frame();
  const sharpMs = performance.now() - begin;
  const sharpBytes = loaded(/\\/0\\//);
  while (!performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/1/base.jpg'))) await frame();
  await new Promise((done) => setTimeout(done, 500));
  const jump = performance.now();
  await photo.setCurrentNode('b');
  await frame();
  return { firstMs, sharpMs, sharpBytes, jumpMs: performance.now() - jump };
})()`;

/** Builds a tour around a ring of nodes, each with its own addresses of pictures. */
const RING = `(async () => {
  const levels = ${LEVELS.all}.map((width) => ({ width, cols: width / 512, rows: width / 1024 }));
  const picture = (node) => ({ baseUrl: '/' + (node % 2) + '/base.jpg?' + node, ...levels.at(-1), levels, tileUrl: (col, row, level) => '/' + (node % 2) + '/' + level + '/' + col + '_' + row + '.jpg?' + node });
  const nodes = Array.from({ length: ${TOUR_NODES} }, (_, node) => ({ id: String(node), panorama: picture(node), links: [{ nodeId: String((node + 1) % ${TOUR_NODES}), position: { yaw: 0, pitch: 0 } }] }));
  window.photo = new GeomillViewer.Photo({
    apiKey: '', container: document.querySelector('#viewer'), adapter: GeomillViewer.adapter.PhotoAdapter,
    plugins: [[GeomillViewer.plugins.VirtualTourPlugin, { preload: true, transitionOptions: { fadeIn: false, rotation: false }, nodes }]],
  });
  await photo.ready;
})()`;

const PLAIN = `(async () => {
  const begin = performance.now();
  const viewer = new PlainViewer({ container: document.querySelector('#viewer'), panorama: '/0/whole.jpg', defaultTransition: null });
  await new Promise((done) => viewer.addEventListener('ready', done, { once: true }));
  await frame();
  const firstMs = performance.now() - begin;
  const sharpBytes = loaded(/whole/);
  const preload = viewer.textureLoader.preloadPanorama('/1/whole.jpg');
  await preload;
  const jump = performance.now();
  await viewer.setPanorama('/1/whole.jpg');
  await frame();
  return { firstMs, sharpMs: firstMs, sharpBytes, jumpMs: performance.now() - jump };
})()`;

async function measure(
  browser: Browser,
  { address }: PictureServer,
  name: string,
  task: string,
): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 900, height: 600 } });
  const tab = await context.newPage();
  await tab.goto(`${address}/${name}.html`);
  const session = await context.newCDPSession(tab);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: NETWORK.latencyMs,
    downloadThroughput: NETWORK.bytesPerSecond,
    uploadThroughput: NETWORK.bytesPerSecond,
  });
  const figures = await tab.evaluate<Figures>(task);
  await context.close();
  return figures;
}

function growth({ warm, end }: Heap, name: 'bytes' | 'dataBytes' = 'bytes'): number {
  return end[name] / warm[name];
}

async function measureHeap(browser: Browser, { address }: PictureServer, jumps: number): Promise<Heap> {
  const context = await browser.newContext({ viewport: { width: 900, height: 600 } });
  const tab = await context.newPage();
  await tab.goto(`${address}/ours.html`);
  await tab.evaluate(RING);
  const jump = (from: number, to: number) =>
    tab.evaluate(
      `(async () => { for (let at = ${from}; at < ${to}; at++) await photo.setCurrentNode(String((at + 1) % ${TOUR_NODES})); })()`,
    );
  await jump(0, JUMPS.warm);
  const warm = await pageHeap(tab);
  await jump(JUMPS.warm, jumps);
  const end = await pageHeap(tab);
  await context.close();
  return { jumps, warm, end };
}

function page(name: string): string {
  return `<!doctype html><html lang="en"><head><title>${name}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/viewer.css">
    <script src="/${name}.js"></script><script>
      const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const loaded = (pattern) => performance.getEntriesByType('resource').filter(({ name }) => pattern.test(name)).reduce((sum, { transferSize }) => sum + transferSize, 0);
    </script></head><body><div id="viewer" style="height: 600px"></div></body></html>`;
}

/** Builds plain Photo Sphere Viewer as a classic script. */
async function plainScript(): Promise<string> {
  const build = await rolldown({
    input: 'plain',
    platform: 'browser',
    plugins: [
      {
        name: 'plain',
        resolveId: (id) => (id === 'plain' ? join(process.cwd(), 'plain.js') : null),
        load: (id) =>
          id === join(process.cwd(), 'plain.js')
            ? "import { Viewer } from '@photo-sphere-viewer/core'; window.PlainViewer = Viewer;"
            : null,
      },
    ],
  });
  const { output } = await build.generate({ format: 'iife', minify: true, codeSplitting: false });
  await build.close();
  return output[0].code;
}
