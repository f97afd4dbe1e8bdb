import { mkdir, readdir, readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureCommand } from './measure-command.ts';
import type { Measurement } from './measurement.ts';
import { writeNoisyAddresses } from './noisy-address-file.ts';
import { whole } from './table.ts';

/** The parts of the work on one address, each with the sources that do it; the first that fits counts. */
const PARTS: readonly (readonly [part: string, sources: RegExp])[] = [
  ['reading', /formats\/.*(read|cutter|fram|csv-cells|lines)|csv-parse/],
  ['writing', /formats\/|csv-stringify|run\/pipeline\/(outputs|sink|commit|journal|stream-file|spool)/],
  ['matching of texts', /run\/stages\/(text-match|verdict|candidates|confidence)/],
  ['stage and rows', /run\/|runtime\/|contract\//],
  ['folding and words', /base\/text\//],
  ['units', /engine\/(gazetteer\/(unit-table|units)|geocoder\/reader)\//],
  ['look-up of names and places', /engine\/gazetteer\//],
  ['evaluation of candidates', /engine\/geocoder\/(forward|calibration|addresses)/],
  ['shaping of answers', /engine\/(local|geocoder)\//],
  ['geometry', /base\/geo\//],
];

interface Profile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
  }[];
  samples: number[];
  timeDeltas: number[];
}

/** Measures where the time of one address goes in a run of one worker, by the source file of each sample of a CPU profile. */
export const where: Measurement = {
  name: 'where',
  async run(context) {
    const rows = context.isQuick ? 40_000 : 200_000;
    const input = await writeNoisyAddresses(join(context.folder, 'noisy.csv'), context, rows);
    const profiles = join(context.folder, 'profiles');
    await mkdir(profiles);
    await measureCommand(
      context.dist,
      context.folder,
      [
        ...['run', 'geocode', '--input', input, '--dataset', context.datasetDir, '--workers', '1'],
        ...['--yes', '--no-report', '--quiet'],
      ],
      ['--cpu-prof', `--cpu-prof-dir=${profiles}`],
    );
    const [file] = await readdir(profiles);
    const profile = JSON.parse(await readFile(join(profiles, file as string), 'utf8')) as Profile;
    const micros = await timeByPart(profile, context.dist);
    const all = [...micros].filter(([part]) => part !== 'waiting').reduce((sum, [, time]) => sum + time, 0);
    return {
      title: `where: microseconds of one address, ${whole(rows)} noisy ones to CSV and GeoJSON, one worker, by samples of its main thread`,
      columns: ['', 'us', 'share'],
      rows: [...micros]
        .sort(([, a], [, b]) => b - a)
        .map(([part, time]) => [
          part,
          (time / rows).toFixed(1),
          part === 'waiting' ? '' : `${((100 * time) / all).toFixed(0)} %`,
        ]),
      notes: ['the profile itself costs some per cent; compiling is part of the sources that are compiled'],
    };
  },
};

/** Returns the time of each part. Units: microseconds. */
async function timeByPart(
  { nodes, samples, timeDeltas }: Profile,
  dist: string,
): Promise<Map<string, number>> {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = async (path: string) => {
    if (!maps.has(path)) {
      const text = await readFile(`${path}.map`, 'utf8').catch(() => undefined);
      maps.set(path, text === undefined ? undefined : new SourceMap(JSON.parse(text) as SourceMapPayload));
    }
    return maps.get(path);
  };
  const partOfNode = new Map<number, string>();
  for (const { id, callFrame } of nodes) {
    const { functionName, url, lineNumber, columnNumber } = callFrame;
    let source = url;
    if (url.startsWith('file:') || url.startsWith('/')) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : url;
      const entry = (await mapOf(path))?.findEntry(lineNumber, columnNumber);
      source = entry && 'originalSource' in entry ? entry.originalSource : relative(dist, path);
    }
    partOfNode.set(id, partOf(functionName, source));
  }
  const times = new Map<string, number>();
  samples.forEach((id, at) => {
    const part = partOfNode.get(id) as string;
    times.set(part, (times.get(part) ?? 0) + (timeDeltas[at] as number));
  });
  return times;
}

function partOf(functionName: string, source: string): string {
  if (functionName === '(garbage collector)') return 'garbage';
  if (functionName === '(idle)') return 'waiting';
  return PARTS.find(([, sources]) => sources.test(source))?.[0] ?? 'Node and other';
}
