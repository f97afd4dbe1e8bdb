import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GeomillError } from '../../errors/geomill-error.ts';
import { findTileBuilder, notInstalled } from '../../routing/valhalla/binding.ts';
import { FROZEN_CONFIG } from '../../routing/valhalla/frozen-config.ts';
import { writeTileTar } from './tile-tar.ts';

/** Holds what {@link buildRoads} needs: extracts that are sorted PBF, a folder it may fill, and where the tiles go. */
export interface BuildRoadsOptions {
  pbfFiles: readonly string[];
  scratchDir: string;
  outFile: string;
  signal?: AbortSignal;
}

const LAST_LINES = 5;
/** What the system's loader ends a program with that a library is missing for. */
const MISSING_LIBRARY = 127;

/**
 * Makes road tiles from OpenStreetMap extracts, for Valhalla.
 *
 * Errors: NOT_SUPPORTED where Valhalla is not installed; INPUT_BAD with its own last words where it cannot make tiles of the extracts.
 * Guarantee: the same extracts give the same bytes.
 * Cost: a large city 20 s and 640 MB.
 */
export async function buildRoads({
  pbfFiles,
  scratchDir,
  outFile,
  signal,
}: BuildRoadsOptions): Promise<{ tiles: number; bytes: number }> {
  const program = await findTileBuilder();
  const tileDir = join(scratchDir, 'tiles');
  await mkdir(tileDir, { recursive: true });
  const configFile = join(scratchDir, 'valhalla.json');
  // One thread: with several, the order of what they finish shows in the tiles.
  const mjolnir = { ...FROZEN_CONFIG.mjolnir, tile_dir: tileDir, concurrency: 1 };
  await writeFile(configFile, JSON.stringify({ ...FROZEN_CONFIG, mjolnir }));
  const args = ['-c', configFile, ...pbfFiles];
  const { code, words } = await runProgram(program, args, scratchDir, signal);
  if (words.some((line) => line.includes('shared librar'))) {
    throw new GeomillError(
      'NOT_SUPPORTED',
      `The builder of road tiles needs a library that this system lacks (Debian: apt-get install libbsd0). It says: ${words.join(' ')}`,
    );
  }
  if (code !== 0) {
    if (code === MISSING_LIBRARY) throw notInstalled(words.join(' '));
    throw new GeomillError(
      'INPUT_BAD',
      `no road tiles can be made of ${pbfFiles.join(', ')}: ${words.join(' ') || `the builder ended with ${code}`}. Leave roads out with --no-roads.`,
    );
  }
  const written = await writeTileTar(tileDir, outFile);
  await rm(tileDir, { recursive: true });
  if (written.tiles === 0) {
    throw new GeomillError(
      'INPUT_BAD',
      `${pbfFiles.join(', ')} hold no roads. Leave roads out with --no-roads.`,
    );
  }
  return written;
}

/** Runs a program to its end. Shape: `code` is its exit code or signal; `words` its last lines. */
function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal | undefined,
): Promise<{ code: number | string; words: string[] }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal, killSignal: 'SIGKILL' as const }),
    });
    let words: string[] = [];
    const hear = (bytes: Buffer) => {
      words = [...words, ...bytes.toString().split('\n').filter(Boolean)].slice(-LAST_LINES);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', (cause) =>
      reject(
        cause.name === 'AbortError'
          ? new GeomillError('ABORTED', 'the building of road tiles was given up', { cause })
          : notInstalled(cause),
      ),
    );
    child.on('close', (code, killed) => resolve({ code: code ?? killed ?? 'nothing', words }));
  });
}
