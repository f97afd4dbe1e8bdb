// Writes docs/run.svg: what a terminal of 80 columns shows of a real run. Needs `make build`.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createScreen } from './screen.ts';
import { recordingSvg, type Frame } from './recording-svg.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'docs/run.svg' } } });
const COLUMNS = 80;
/** The addresses of the fixture are repeated, so that there is a run to be seen. */
const REPEATS = 15;
/** Screens that lie closer together are one. Units: ms. */
const STEP_MS = 250;

const folder = await mkdtemp(join(tmpdir(), 'geomill-recording-'));
try {
  const [header, ...rows] = (await readFile('fixtures/addresses.csv', 'utf8')).trimEnd().split('\n');
  const all = Array.from({ length: REPEATS }, () => rows).flat();
  await writeFile(join(folder, 'customers.csv'), `${[header, ...all].join('\n')}\n`);
  const args = ['run', 'geocode', '--input', 'customers.csv', '--output', 'customers'];
  const frames = await record(args);
  const title = `A run of ${all.length.toLocaleString('en')} addresses in a terminal: what is detected, the progress, and the summary`;
  await writeFile(
    values.out,
    recordingSvg({ command: `geomill ${args.join(' ')}`, title, columns: COLUMNS }, frames),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Runs the command line as if its streams were a terminal, and returns the screens. */
async function record(args: readonly string[]): Promise<Frame[]> {
  const preload = resolve('tools/recording/as-terminal.js');
  const child = spawn(process.execPath, ['--import', preload, resolve('dist/cli/main.cjs'), ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, RECORDING_COLUMNS: String(COLUMNS), NO_COLOR: undefined, TERM: 'xterm' },
  });
  const screen = createScreen();
  const frames: Frame[] = [];
  const startMs = performance.now();
  const take = (text: string) => {
    screen.write(text);
    const atMs = Math.round((performance.now() - startMs) / STEP_MS) * STEP_MS;
    if (frames.at(-1)?.atMs === atMs) frames.pop();
    frames.push({ atMs, lines: screen.lines() });
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take);
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) throw new Error(`the run ended with ${String(code)}`);
  return frames;
}
