import { failure } from '../base/errors/geomill-error.ts';
import { englishText } from '../base/messages/message.ts';
import type { Attribution } from '../engine/gazetteer/store/manifest.ts';
import { openAdminDataset } from '../engine/gazetteer/units/open-admin-dataset.ts';
import type { FormerWard } from '../engine/gazetteer/units/units.ts';
import type { FeatureReader } from './compile/write-dataset.ts';
import { readOsmFile, type OsmPhase } from './osm/read-osm.ts';
import {
  createPictureCollector,
  type PictureCollector,
  readImageryFile,
} from './imagery/read-imagery-file.ts';
import { readAddressesFile } from './sources/addresses.ts';
import { readAdminFile } from './sources/admin.ts';
import { readFormerWards } from './sources/former-wards.ts';
import { createWardFinder } from './sources/find-ward.ts';
import { readPlacesFile } from './sources/places.ts';
import type { SkippedRows, SourceOptions, SourceReport } from './sources/source-report.ts';

/** A kind of source. */
export type SourceKind =
  'osm' | 'admin' | 'places' | 'addresses' | 'streets' | 'learned' | 'legacy' | 'imagery';

/** The source files of each kind. */
export type SourceFiles = Partial<Record<SourceKind, readonly string[]>>;

/**
 * What was read from one source and used.
 *
 * Shape: `read` and `used` are counts by what is counted; `skipped` and `remarks` are by reason, with row numbers if the source has rows.
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

/** Progress of reading a file. Units: `share` 0 to 1, of the phase if there are several. */
export interface ReadProgress {
  file: string;
  phase?: OsmPhase;
  share: number;
}

type OnRead = (progress: ReadProgress) => void;

/** The sources of a build; `done` fills while they are read. */
export interface BuildSources {
  readers: FeatureReader[];
  formerWards: FormerWard[];
  attribution: Attribution[];
  /** Street pictures; they are no features. */
  pictures: PictureCollector;
  done: ReadSource[];
}

/** Fields of tables by name, with the header of the column that has each. */
type Columns = Readonly<Record<string, string>>;

const TABLE_READERS = [
  ['admin', readAdminFile],
  ['places', readPlacesFile],
  ['addresses', readAddressesFile],
  ['streets', readAddressesFile],
  ['learned', readAddressesFile],
] as const;

/**
 * Prepares the sources of a build. Former units are read at once, because all other sources depend on them.
 *
 * Errors: those of the files; USAGE if no file has one of the given columns.
 */
export async function prepareSources(
  files: SourceFiles,
  columns: Columns,
  starterDir: string,
  onRead: OnRead,
): Promise<BuildSources> {
  const done: ReadSource[] = [];
  const optionsOf = (file: string): SourceOptions => ({
    columns,
    onBytes: (read, total) => onRead({ file, share: total === 0 ? 1 : read / total }),
  });
  const formerWards = await readAllFormerWards(files.legacy ?? [], starterDir, optionsOf, done);
  const readers: FeatureReader[] = (files.osm ?? []).map((file) => osmReader(file, onRead, done));
  const attribution: Attribution[] = (files.osm ?? []).map(() => ({
    text: '© OpenStreetMap contributors',
    license: 'ODbL',
  }));
  const needsWards = files.addresses !== undefined || files.streets !== undefined;
  const findWard = needsWards ? createWardFinder(await openAdminDataset(starterDir)) : undefined;
  for (const [kind, read] of TABLE_READERS) {
    (files[kind] ?? []).forEach((file, at) => {
      // Rows of a second file may have the ids of the first.
      const prefix = at === 0 ? kind : `${kind}-${at + 1}`;
      readers.push(async (sink) => {
        const ofKind = { prefix, ofStreets: kind === 'streets', isLearned: kind === 'learned', findWard };
        done.push(reported(kind, await read(file, sink, { ...optionsOf(file), ...ofKind })));
      });
    });
  }
  const pictures = createPictureCollector();
  for (const file of files.imagery ?? []) {
    readers.push(async () => {
      done.push(reported('imagery', await readImageryFile(file, pictures, optionsOf(file))));
    });
  }
  readers.push(() => Promise.resolve(refuseUnusedColumns(columns, done)));
  return { readers, formerWards, attribution, pictures, done };
}

function osmReader(file: string, onRead: OnRead, done: ReadSource[]): FeatureReader {
  return async (sink) => {
    const summary = await readOsmFile(file, sink, {
      onProgress: ({ phase, bytesRead, bytesTotal }) =>
        onRead({ file, phase, share: bytesRead / Math.max(1, bytesTotal) }),
    });
    const { nodes, ways, relations, features, skipped } = summary;
    done.push({
      kind: 'osm',
      file,
      read: { nodes, ways, relations },
      used: { ...features },
      skipped: byReason([...skipped.values()].map((counted) => ({ ...counted, rows: [] }))),
      remarks: {},
    });
  };
}

async function readAllFormerWards(
  files: readonly string[],
  starterDir: string,
  optionsOf: (file: string) => SourceOptions,
  done: ReadSource[],
): Promise<FormerWard[]> {
  if (files.length === 0) return [];
  const base = await openAdminDataset(starterDir);
  const added: FormerWard[] = [];
  for (const file of files) {
    const admin = { ...base, formerWards: [...base.formerWards, ...added] };
    const { formerWards, ...report } = await readFormerWards(file, admin, optionsOf(file));
    added.push(...formerWards);
    done.push({ ...reported('legacy', report), used: { new: formerWards.length } });
  }
  return added;
}

function reported(kind: SourceKind, report: SourceReport): ReadSource {
  const { file, rows, used, skipped, remarks, columns } = report;
  return {
    kind,
    file,
    read: { rows },
    used: { rows: used },
    columns,
    skipped: byReason(skipped.values()),
    remarks: byReason(remarks.values()),
  };
}

/** Returns counts by their reason in English. */
function byReason(counts: Iterable<SkippedRows>): Record<string, SkippedRows> {
  return Object.fromEntries([...counts].map((counted) => [englishText(counted.reason), counted]));
}

/** Refuses a header that no file has: the field would be read from another column, or not at all. */
function refuseUnusedColumns(columns: Columns, done: readonly ReadSource[]): void {
  for (const [field, header] of Object.entries(columns)) {
    if (done.some((source) => source.columns?.[field] === header)) continue;
    throw failure('USAGE', 'dataset.unusedColumn', { field, header, shown: JSON.stringify(header) });
  }
}
