import { createDurableFs } from '../../base/files/durable-fs.ts';
import { lockFolder } from '../../base/files/lock.ts';
import { readManifest, writeManifest } from './manifest.ts';
import { manifestPath } from './run-paths.ts';

/** Adds a finding to the manifest of a finished run. Errors: LOCKED, IO, RESULTS_CHANGED. */
export async function addFinding(folder: string, finding: string): Promise<void> {
  const fs = createDurableFs();
  const lock = await lockFolder(folder);
  try {
    const paths = { folder, manifest: manifestPath(folder) };
    const manifest = await readManifest(fs, paths);
    if (!manifest || manifest.findings.includes(finding)) return;
    await writeManifest(fs, paths, { ...manifest, findings: [...manifest.findings, finding] });
  } finally {
    await lock.release();
  }
}
