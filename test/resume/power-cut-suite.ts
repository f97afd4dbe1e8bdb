import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { geomill } from '../support/geomill-process.ts';
import { startLoopbackService } from '../support/loopback-service.ts';

/** A file system whose power is cut. Shape: `options` of the mount. */
export interface CutFileSystem {
  name: string;
  kind: 'ext4' | 'xfs';
  options: string;
}

/** The file systems that are tried. */
export const CUT_FILE_SYSTEMS: readonly CutFileSystem[] = [
  { name: 'ext4', kind: 'ext4', options: 'loop' },
  { name: 'ext4 noauto_da_alloc', kind: 'ext4', options: 'loop,noauto_da_alloc' },
  // Lengths become durable before bytes do, within a second: files of zeros.
  {
    name: 'ext4 data=writeback,commit=1',
    kind: 'ext4',
    options: 'loop,noauto_da_alloc,data=writeback,commit=1',
  },
  { name: 'xfs', kind: 'xfs', options: 'loop' },
];

/** A copy of an image, and the requests that were sent until then. */
interface Cut {
  image: string;
  sent: number;
  atMs: number;
}

/** What a series of cuts found. */
export interface CutCounts {
  cuts: number;
  /** Of cuts in which the run had begun to write. */
  begun: number;
  /** Of cuts after which the finished run was there already. */
  finished: number;
  /** Requests that are sent again after a cut, on average. */
  meanRepeated: number;
  failures: readonly string[];
}

const MIB = 1 << 20;
const IMAGE_BYTES = { ext4: 48 * MIB, xfs: 320 * MIB };
/** Runs after cuts at the same time: the lock of a machine that lost its power is free after its lease. */
const AT_ONCE = 12;
const ROWS = 300;
const RATE = 100;
const RESULTS = ['in.csv', 'in.geojson', 'rejects.ndjson', 'manifest.json', 'datapackage.json'];

const sh = (file: string, ...args: string[]) => execFileSync(file, args, { stdio: 'pipe' });

/** Why no power can be cut here; undefined where it can. The images are on a file system that can copy one in one step. */
export function whyNoCuts(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root to mount images';
  const folder = mkdtempSync(join(tmpdir(), 'geomill-cut-'));
  try {
    openStore(folder).close();
    return undefined;
  } catch (error) {
    return `no image can be mounted: ${(error as Error).message.split('\n')[0]}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Mounts a file system for images, of which it makes copies in one step. */
function openStore(folder: string): { path: string; close(): void } {
  const image = join(folder, 'store.img');
  const path = join(folder, 'store');
  mkdirSync(path);
  sh('truncate', '-s', '6G', image);
  sh('mkfs.xfs', '-q', '-m', 'reflink=1', image);
  sh('mount', '-o', 'loop', image, path);
  return { path, close: () => void sh('umount', path) };
}

/**
 * Cuts the power of a file system at intervals while a run writes on it, and runs again on what each cut left.
 *
 * Shape: a cut is a copy of the image in one step; mounting the copy replays the journal of the file system.
 */
export async function cutPower(
  { kind, options }: CutFileSystem,
  { runs, everyMs, forMs }: { runs: number; everyMs: number; forMs: number },
): Promise<CutCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-cut-'));
  const store = openStore(folder);
  const service = await startLoopbackService({ delayMs: 5 });
  const input = join(folder, 'in.csv');
  const rows = Array.from({ length: ROWS }, (_, nth) => `${nth},"${nth} Lê Lợi, Huế"\n`);
  // UTF-16: the run makes a copy of it.
  writeFileSync(input, Buffer.from(`\uFEFFid,address\n${rows.join('')}`, 'utf16le'));
  const run = (place: string, rate: number) =>
    geomill(
      ['run', 'geocode', '--input', input, '--output', join(place, 'out'), '--rate', `${rate}`].concat(
        '--service',
        service.baseUrl,
      ),
      { GEOMILL_CACHE: join(place, 'cache') },
    );
  const results = (place: string) => RESULTS.map((name) => readFileSync(join(place, 'out', name), 'utf8'));
  const sent = async () => (await service.log()).length;

  const failures: string[] = [];
  const counts = { cuts: 0, begun: 0, finished: 0, meanRepeated: 0 };
  const mounted = join(folder, 'mnt');
  mkdirSync(mounted);
  try {
    const whole = join(folder, 'whole');
    mkdirSync(whole);
    const first = await run(whole, 5000);
    if (first.code !== 0) throw new Error(first.stderr);
    const wanted = results(whole);

    let repeated = 0;

    /** Runs again on what a cut left. */
    async function checkCut({ image, atMs }: Cut, nth: number): Promise<void> {
      counts.cuts += 1;
      const place = `${image}.mnt`;
      mkdirSync(place, { recursive: true });
      const when = `run ${nth}, cut at ${Math.round(atMs)} ms`;
      try {
        sh('mount', '-o', kind === 'xfs' ? `${options},nouuid` : options, image, place);
        const out = join(place, 'out');
        if (existsSync(out)) counts.begun += 1;
        if (existsSync(join(out, 'manifest.json'))) counts.finished += 1;
        const again = await run(place, 5000);
        if (again.code !== 0) failures.push(`${when}: exit ${again.code}: ${again.stderr.trim()}`);
        else if (JSON.stringify(results(place)) !== JSON.stringify(wanted))
          failures.push(`${when}: other bytes`);
      } catch (error) {
        failures.push(`${when}: ${(error as Error).message}`);
      }
      sh('umount', place);
      rmSync(image);
    }

    for (let nth = 0; nth < runs; nth += 1) {
      const image = join(store.path, 'disk.img');
      rmSync(image, { force: true });
      sh('truncate', '-s', `${IMAGE_BYTES[kind]}`, image);
      sh(`mkfs.${kind}`, '-q', image);
      sh('mount', '-o', options, image, mounted);
      sh('sync', '-f', mounted);
      const before = await sent();
      const running = run(mounted, RATE);
      const cuts: Cut[] = [];
      // On a busy machine a process takes seconds until it writes.
      while (!existsSync(join(mounted, 'out'))) await delay(5);
      const startMs = performance.now();
      // Each run is cut at other moments.
      await delay((everyMs * nth) / runs);
      while (performance.now() - startMs < forMs) {
        const copy = join(store.path, `cut-${cuts.length}.img`);
        sh('cp', '--reflink=always', image, copy);
        cuts.push({ image: copy, sent: (await sent()) - before, atMs: performance.now() - startMs });
        await delay(everyMs - ((performance.now() - startMs) % everyMs));
      }
      const ended = await running;
      if (ended.code !== 0) failures.push(`uncut: ${ended.stderr}`);
      sh('umount', mounted);

      const sentBefore = await sent();
      const left = cuts.reduce((sum, cut) => sum + ROWS - cut.sent, 0);
      for (let at = 0; at < cuts.length; at += AT_ONCE)
        await Promise.all(cuts.slice(at, at + AT_ONCE).map((cut) => checkCut(cut, nth)));
      repeated += (await sent()) - sentBefore - left;
    }
    counts.meanRepeated = Math.round((10 * repeated) / counts.cuts) / 10;
    return { ...counts, failures };
  } finally {
    await service.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
