import type { InputLayout } from '../formats/record.ts';
import { GeomillError } from '../errors/geomill-error.ts';
import type { DurableFs } from './durable-fs.ts';
import type { OutputMark } from './marks.ts';
import type { RunIdentity } from './identity.ts';
import type { RunPaths } from './run-paths.ts';
import type { RunCounts } from './run-counts.ts';

/** A finished file. `tailBytes` follow the last row and are cut off when rows are appended; `from` is the source of a derived output. */
export interface ManifestFile extends OutputMark {
  name: string;
  tailBytes: number;
  from?: string;
}

/**
 * A finished run: its job, its input, the service that was used, and its files.
 *
 * Shape: `complete` is false when the run was limited to the first rows; `inputOffset` and `nextLine` are where it stopped reading; `files` by output name.
 * Guarantee: no wall time and no speed, so that equal runs have equal manifests.
 */
export interface Manifest {
  geomill: 1;
  job: string;
  complete: boolean;
  counts: RunCounts;
  files: Record<string, ManifestFile>;
  input: { name: string; bytes: number; sha256: string; layout: InputLayout };
  inputOffset: number;
  nextLine: number;
  findings: readonly string[];
  identity: RunIdentity;
}

/** Reads the manifest of a finished run, undefined where there is none. Errors: INPUT_CHANGED when it is no manifest of this version. */
export async function readManifest(fs: DurableFs, paths: RunPaths): Promise<Manifest | undefined> {
  const text = await fs.readText(paths.manifest);
  if (text === undefined) return undefined;
  try {
    const manifest = JSON.parse(text) as Manifest;
    if (manifest.geomill === 1) return manifest;
  } catch {
    // Falls through to the message below.
  }
  throw new GeomillError(
    'INPUT_CHANGED',
    `${paths.manifest} is no manifest of this version: choose another --output, or use --restart to begin anew`,
  );
}

/** Writes the manifest aside, syncs it, and renames it. */
export async function writeManifest(fs: DurableFs, paths: RunPaths, manifest: Manifest): Promise<void> {
  const part = `${paths.manifest}.part`;
  const file = await fs.openWrite(part);
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await file.truncate(0);
  await file.write(bytes, 0);
  await file.sync();
  await file.close();
  await fs.rename(part, paths.manifest);
  await fs.syncFolder(paths.folder);
}
