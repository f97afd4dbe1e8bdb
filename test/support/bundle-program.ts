import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a TypeScript program into a file that Node runs, once per test process, and returns its path.
 *
 * Cost: half a second; reading the source with tsx costs each process of the program more than one.
 */
export function bundleProgram(path: string): Promise<string> {
  const known = bundles.get(path) ?? bundle(path);
  bundles.set(path, known);
  return known;
}

async function bundle(path: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-program-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, basename(path).replace(/\.ts$/, '.mjs'));
  const build = await rolldown({
    input: path,
    platform: 'node',
    external: /^node:/,
  });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
  return file;
}
