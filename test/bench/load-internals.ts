import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import type { Internals } from './measurement.ts';

/**
 * Bundles the inner parts that measurements call, and loads them.
 *
 * Shape: not loaded by tsx, which names every function at run time and makes hot code slower. Inside of node_modules/, so that packages are found.
 */
export async function loadInternals(root: string): Promise<Internals> {
  const folder = join(root, 'node_modules', '.cache', 'geomill-bench');
  const build = await rolldown({
    cwd: root,
    platform: 'node',
    external: /^[^./]/,
    input: {
      internals: 'test/bench/internals.ts',
      // The program of the child processes; the pool starts it from beside itself.
      'valhalla-child': 'src/engine/routing/valhalla/valhalla-child.ts',
    },
  });
  await build.write({ dir: folder, format: 'esm' });
  await build.close();
  await writeFile(join(folder, 'package.json'), '{"type": "module"}\n');
  return (await import(pathToFileURL(join(folder, 'internals.js')).href)) as Internals;
}
