import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readOsmOrder, sortOsmFiles } from '../osm/sort-osm.ts';
import { spawn } from 'node:child_process';
import { failure, GeomillError } from '../../base/errors/geomill-error.ts';
import { message } from '../../base/messages/message.ts';
import { findTileBuilder, loadError } from '../../engine/routing/valhalla/binding.ts';
import valhalla from '../../data/valhalla.json' with { type: 'json' };
import { writeTileTar } from './tile-tar.ts';

/**
 * Builds road tiles from OpenStreetMap extracts of any format; several, or one that is no sorted PBF, are first made one.
 *
 * Shape: `scratchFolder` is created, filled and removed.
 * Errors: as of runTileBuilder, and of reading the extracts; ABORTED after `signal`.
 */
export async function buildRoadTiles(
  osmFiles: readonly string[],
  outFile: string,
  scratchFolder: string,
  signal?: AbortSignal,
): Promise<{ tiles: number; bytes: number }> {
  // The tile builder runs in this folder, so a relative path would be another one there.
  const scratchDir = resolve(scratchFolder);
  await rm(scratchDir, { recursive: true, force: true });
  await mkdir(scratchDir, { recursive: true });
  try {
    const [first = ''] = osmFiles;
    const isUsable =
      osmFiles.length === 1 && /\.pbf$/i.test(first) && (await readOsmOrder(first, signal)).isSorted;
    const merged = join(scratchDir, 'merged.osm.pbf');
    // The tile builder mixes up objects that are in several files, and ends with a bare std::exception.
    if (!isUsable) await sortOsmFiles(osmFiles, merged, signal);
    const pbfFile = isUsable ? resolve(first) : merged;
    return await runTileBuilder({ pbfFile, osmFiles, scratchDir, outFile: resolve(outFile), signal });
  } finally {
    await rm(scratchDir, { recursive: true, force: true });
  }
}

/** A sorted PBF extract, the files that it was made of, a folder for temporary files, and the file of the tiles. */
export interface TileBuilderOptions {
  pbfFile: string;
  osmFiles?: readonly string[];
  scratchDir: string;
  outFile: string;
  signal?: AbortSignal | undefined;
}

/** Exit code of a program whose shared libraries cannot be loaded. */
const LOADER_FAILED = 127;

/**
 * Builds road tiles from an OpenStreetMap extract with Valhalla's tile builder.
 *
 * Errors: NOT_SUPPORTED if Valhalla is not installed; INPUT_BAD, with the builder's reason, if it cannot build tiles from the extracts.
 * Guarantee: the same extracts give the same bytes.
 * Cost: a large city 20 s and 640 MB.
 */
export async function runTileBuilder({
  pbfFile,
  osmFiles = [pbfFile],
  scratchDir,
  outFile,
  signal,
}: TileBuilderOptions): Promise<{ tiles: number; bytes: number }> {
  const program = await findTileBuilder();
  const tileDir = join(scratchDir, 'tiles');
  await mkdir(tileDir, { recursive: true });
  const configFile = join(scratchDir, 'valhalla.json');
  // With several threads the bytes of the tiles depend on the order in which the threads finish.
  // Only its log says in which tile it failed.
  const logging = { type: 'std_out', color: false };
  const mjolnir = { ...valhalla.config.mjolnir, tile_dir: tileDir, concurrency: 1, logging };
  await writeFile(configFile, JSON.stringify({ ...valhalla.config, mjolnir }));
  const args = ['-c', configFile, pbfFile];
  const { code, reason } = await runProgram(program, args, scratchDir, signal);
  if (code === LOADER_FAILED || reason.includes('shared librar')) throw loadError(reason);
  if (code !== 0) {
    throw failure('INPUT_BAD', 'roads.notBuilt', {
      files: osmFiles,
      reason: reason || message('roads.noReason', { code }),
    });
  }
  const written = await writeTileTar(tileDir, outFile);
  await rm(tileDir, { recursive: true });
  if (written.tiles === 0) throw failure('INPUT_BAD', 'roads.noRoads', { files: osmFiles });
  return written;
}

/** Runs a program until it ends. Shape: `code` is the exit code or signal. */
function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal | undefined,
): Promise<{ code: number | string; reason: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal, killSignal: 'SIGKILL' as const }),
    });
    const reason = createBuilderReason();
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => reason.add(text));
    child.on('error', (cause) =>
      reject(
        cause.name === 'AbortError'
          ? new GeomillError('ABORTED', message('roads.cancelled'), { cause })
          : loadError(cause),
      ),
    );
    child.on('close', (code, killed) =>
      resolve({ code: code ?? killed ?? 'no exit code', reason: reason.text() }),
    );
  });
}

/** Lines of a reason to keep: the builder's own come first, then what the C++ runtime adds. */
const KEPT_LINES = 5;
const LINE_CHARACTERS = 500;

const TILE = /\btile ([012])\/(\d{1,6})\/\d{1,7}\b/;

/** Returns the area of a tile of Valhalla by its level and number. Units: degrees. */
function areaOf(level: number, at: number): string {
  const size = [4, 1, 0.25][level] ?? 1;
  const columns = 360 / size;
  const [lat, lon] = [Math.floor(at / columns) * size - 90, (at % columns) * size - 180];
  return `latitude ${lat} to ${lat + size}, longitude ${lon} to ${lon + size}`;
}

/** Collects why the tile builder failed from what it prints. */
export interface BuilderReason {
  add(text: string): void;
  /** Returns the reason on one line; empty if the builder printed none. */
  text(): string;
}

/**
 * Returns a collector for the output of Valhalla's tile builder.
 *
 * Shape: progress lines, warnings, colours and times are left out, and so is the usage text that follows a wrong argument.
 */
export function createBuilderReason(): BuilderReason {
  const lines: string[] = [];
  let rest = '';
  let isUsage = false;
  const addLine = (line: string) => {
    // The builder colours its lines for a terminal.
    const plain = line
      .replace(/\u001b\[[\d;]*m/g, '')
      .replace(/^\d{4}\/\d\d\/\d\d [\d:.]+ /, '')
      .trim();
    isUsage ||= /^(?:Usage:|valhalla_build_tiles \d)/.test(plain);
    if (isUsage || plain === '' || /^\[(?:INFO|WARN|TIMING|DEBUG|TRACE)\]/.test(plain)) return;
    const said = plain.replace(/^\[(?:ERROR|FATAL)\] /, '').slice(0, LINE_CHARACTERS);
    lines.push(said.replace(TILE, (tile, level: string, at: string) => `${tile} (${areaOf(+level, +at)})`));
    if (lines.length > KEPT_LINES) lines.shift();
  };
  return {
    add(text) {
      const parts = (rest + text).split('\n');
      rest = (parts.pop() ?? '').slice(0, LINE_CHARACTERS * 2);
      parts.forEach(addLine);
    },
    text() {
      addLine(rest);
      rest = '';
      return lines.join(' ');
    },
  };
}
