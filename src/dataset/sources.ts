import { basename } from 'node:path';
import type { BuildStep, FeatureReader } from './compile/write-dataset.ts';
import { readOsmFile, type OsmPhase } from './osm/read-osm.ts';
import { readAddressesFile } from './sources/addresses.ts';
import { readAdminFile } from './sources/admin.ts';
import { STATED_FIELDS } from './sources/fields.ts';
import { readLegacyFile } from './sources/legacy.ts';
import { readPlacesFile } from './sources/places.ts';
import type { SkippedRows, SourceOptions, SourceReport } from './sources/source-report.ts';
import { GeomillError } from '../errors/geomill-error.ts';
import { suggestion } from '../text/suggestion.ts';
import { loadAdmin } from '../gazetteer/units/open-admin-dataset.ts';
import type { FormerWard } from '../gazetteer/units/units.ts';
import { readManifest, type Attribution } from '../gazetteer/store/manifest.ts';

/** Names a kind of source, as its option is called. */
export type SourceKind = 'osm' | 'admin' | 'places' | 'addresses' | 'legacy';

/** Lists the files of each kind that a command line names. */
export type SourceFiles = Partial<Record<SourceKind, readonly string[]>>;

/**
 * Tells what came of one source.
 *
 * Shape: `read` and `used` say how much by what it is counted in; `skipped` and `remarks` by reason, with row numbers where the source has rows.
 */
export interface ReadSource {
  kind: SourceKind;
  file: string;
  read: Record<string, number>;
  used: Record<string, number>;
  skipped: Record<string, SkippedRows>;
  remarks: Record<string, SkippedRows>;
  columns?: Record<string, string>;
}

/** Shows how far a file is. Units: `share` 0 to 1. */
export type ShowReading = (text: string, share: number) => void;

/** Holds the sources of a build; `done` fills as they are read. */
export interface BuildSources {
  readers: FeatureReader[];
  formerWards: FormerWard[];
  attribution: Attribution[];
  done: ReadSource[];
}

/** Names the steps of a build for a person. */
export const STEP_WORDS: Readonly<Record<BuildStep, string>> = {
  read: 'reading',
  locate: 'finding the wards of places',
  streets: 'putting streets together',
  tables: 'ordering the tables',
  arrays: 'building what searches look in',
  roads: 'making road tiles',
  write: 'writing',
};

const PHASE_WORDS: Readonly<Record<OsmPhase, string>> = {
  relations: '1 of 4',
  ways: '2 of 4',
  nodes: '3 of 4',
  shapes: '4 of 4',
};

/**
 * Prepares the sources of a build: former units are read at once, since everything lies on them, the others when the build asks for them.
 *
 * Errors: those of the files; USAGE when a stated column is in none of them.
 */
export async function prepareSources(
  files: SourceFiles,
  columns: Readonly<Record<string, string>>,
  starterDir: string,
  show: ShowReading,
): Promise<BuildSources> {
  const done: ReadSource[] = [];
  const optionsOf = (file: string): SourceOptions => ({
    columns,
    onBytes: (read, total) => show(`reading ${basename(file)}`, total === 0 ? 1 : read / total),
  });
  const formerWards = await readLegacy(files.legacy ?? [], starterDir, optionsOf, done);
  const readers: FeatureReader[] = [];
  const attribution: Attribution[] = [];
  for (const file of files.osm ?? []) {
    readers.push(async (sink) => {
      const summary = await readOsmFile(file, sink, {
        onProgress: ({ phase, bytesRead, bytesTotal }) =>
          show(`reading ${basename(file)}, ${PHASE_WORDS[phase]}`, bytesRead / Math.max(1, bytesTotal)),
      });
      const { nodes, ways, relations, features, skipped } = summary;
      done.push({
        ...{ kind: 'osm', file, read: { nodes, ways, relations }, used: { ...features } },
        skipped: Object.fromEntries([...skipped].map(([reason, count]) => [reason, { count, rows: [] }])),
        remarks: {},
      });
    });
    attribution.push({ text: '© OpenStreetMap contributors', license: 'ODbL' });
  }
  for (const [kind, read] of [
    ['admin', readAdminFile],
    ['places', readPlacesFile],
    ['addresses', readAddressesFile],
  ] as const) {
    (files[kind] ?? []).forEach((file, at) => {
      // Rows of a second file may have the ids of the first.
      const prefix = at === 0 ? kind : `${kind}-${at + 1}`;
      readers.push(async (sink) => {
        done.push(reported(kind, await read(file, sink, { ...optionsOf(file), prefix })));
      });
    });
  }
  readers.push(() => Promise.resolve(refuseUnusedColumns(columns, done)));
  return { readers, formerWards, attribution, done };
}

async function readLegacy(
  files: readonly string[],
  starterDir: string,
  optionsOf: (file: string) => SourceOptions,
  done: ReadSource[],
): Promise<FormerWard[]> {
  if (files.length === 0) return [];
  const below = await loadAdmin(starterDir, await readManifest(starterDir));
  const added: FormerWard[] = [];
  for (const file of files) {
    const lies = { ...below, formerWards: [...below.formerWards, ...added] };
    const { formerWards, ...report } = await readLegacyFile(file, lies, optionsOf(file));
    added.push(...formerWards);
    done.push({ ...reported('legacy', report), used: { new: formerWards.length } });
  }
  return added;
}

function reported(kind: SourceKind, report: SourceReport): ReadSource {
  const { file, rows, used, skipped, remarks, columns } = report;
  return {
    ...{ kind, file, read: { rows }, used: { rows: used }, columns },
    skipped: Object.fromEntries(skipped),
    remarks: Object.fromEntries(remarks),
  };
}

/** A header that no file has is a slip: the field would be read from another column, or not at all. */
function refuseUnusedColumns(columns: Readonly<Record<string, string>>, done: readonly ReadSource[]): void {
  for (const [field, header] of Object.entries(columns)) {
    const isUsed = done.some((source) => source.columns?.[field] === header);
    if (isUsed) continue;
    const message = `--columns ${field}=${header}: no file has a column ${JSON.stringify(header)} that ${field} could be read from`;
    throw new GeomillError('USAGE', message);
  }
}

/**
 * Reads `field=HEADER` by commas, several times over.
 *
 * Errors: USAGE for a field that there is not.
 */
export function readColumns(texts: readonly string[]): Record<string, string> {
  const columns: Record<string, string> = {};
  for (const part of texts.flatMap((text) => text.split(','))) {
    const [field = '', ...header] = part.split('=');
    const plain = (name: string) => name.toLowerCase().replace(/[-_ ]/g, '');
    const known = STATED_FIELDS.find((name) => plain(name) === plain(field));
    if (header.length === 0 || known === undefined) {
      const what = header.length === 0 ? 'write it as field=HEADER' : suggestion(field, STATED_FIELDS);
      throw new GeomillError('USAGE', `--columns ${part}: ${what}`);
    }
    columns[known] = header.join('=').trim();
  }
  return columns;
}
