import type { InputLayout } from '../formats/record.ts';
import { GeomillError } from '../errors/geomill-error.ts';
import type { DurableFs } from './durable-fs.ts';
import type { OutputMark } from './marks.ts';
import type { RunIdentity } from './identity.ts';
import type { RunPaths } from './run-paths.ts';
import type { RunCounts } from './run-counts.ts';

/** Describes a finished file. `tailBytes` stand after the last row and are cut off when rows are appended. */
export interface ManifestFile extends OutputMark {
  name: string;
  tailBytes: number;
}

/**
 * Describes a finished run: what was asked, of what, by whom it was answered, and what came out.
 *
 * Shape: `complete` is false when the run was limited to the first rows; `inputOffset` and `nextLine` say how far it read.
 * Guarantee: no wall time and no figure of speed, so that equal runs have equal manifests.
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

/** Reads the manifest of a finished run, undefined where there is none. Errors: INPUT_CHANGED when it is not one of ours. */
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

/** Writes the manifest aside, syncs, and puts it in place. */
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
