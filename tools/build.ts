// Builds dist/: the command line, the library, the programs of worker threads and child processes. `tools/package/types.ts` adds the types.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type OutputChunk, type RolldownOptions } from 'rolldown';
import { writeMessagePlaces } from './docs/message-places.ts';
import { packageFolders, readBundledPackages, writeNotices } from './package/bundled-packages.ts';
import { buildPages } from './pages/build-pages.ts';
import { buildReport } from './report/build-report.ts';
import { buildViewer } from './viewer/build-viewer.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const NEW = join(ROOT, 'dist.new');
const OLD = join(ROOT, 'dist.old');

/** The command line. Node keeps the code that V8 compiles of the bundle, from 22.1 on; with GEOMILL_DEBUG stack traces show the lines of the TypeScript source. */
const MAIN = `#!/usr/bin/env node
'use strict';
if (process.env.GEOMILL_DEBUG === '1') process.setSourceMapsEnabled(true);
else require('node:module').enableCompileCache?.();
require('../bundle/cli.cjs');
`;

/** Packages that are installed beside Geomill: native code, or optional. All others become part of the bundle. */
const EXTERNAL = [
  /^node:/,
  '@aws-sdk/client-s3',
  /^@modelcontextprotocol\/sdk\//,
  '@valhallajs/valhallajs',
  'sharp',
  'bullmq',
  'ioredis',
];

const common: RolldownOptions = {
  cwd: ROOT,
  platform: 'node',
  external: EXTERNAL,
  // Packages look for optional ones that way; Geomill uses none.
  checks: { eval: false },
};

/** The folders of the packages whose code is in `dist/`, apart from the viewer's, which is a package of its own. */
const bundledFolders: string[] = [];

await writeMessagePlaces();
await rm(NEW, { recursive: true, force: true });
const { name, version, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  license: string;
};
const [bundle] = await Promise.all([
  buildBundle(),
  buildChild(),
  buildViewer(ROOT, join(NEW, 'viewer'), version),
  buildReport(ROOT, join(NEW, 'report')).then((folders) => bundledFolders.push(...folders)),
]);
await writeStarters(bundle);
// The files that the pages of the server load; page-assets.ts looks for them beside the bundle.
bundledFolders.push(...(await buildPages(ROOT, join(NEW, 'bundle/pages'))));
await writeNotices(NEW, { name, version, licence: license }, await readBundledPackages(bundledFolders));
// Renamed, not emptied: a process that still runs from the old build may load a part of it.
await rm(OLD, { recursive: true, force: true });
await rename(DIST, OLD).catch(() => undefined);
await rename(NEW, DIST);
await rm(OLD, { recursive: true, force: true });

/** Builds what shares code: CommonJS, of which `require` loads a part when it is needed, without a promise. */
async function buildBundle(): Promise<OutputChunk[]> {
  const build = await rolldown({
    ...common,
    input: {
      cli: 'src/cli/main.ts',
      index: 'src/index.ts',
      contract: 'src/contract/index.ts',
      'chunk-worker': 'src/runtime/chunk-worker.ts',
      'answer-worker': 'src/runtime/answer-worker.ts',
      'tour-worker': 'src/runtime/tour-worker.ts',
    },
  });
  const written = await build.write({
    dir: join(NEW, 'bundle'),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    sourcemap: true,
    dynamicImportInCjs: false,
  });
  await build.close();
  bundledFolders.push(...packageFolders(written));
  return written.output.filter((file) => file.type === 'chunk');
}

/** Builds the child process of the router, which stands alone. */
async function buildChild(): Promise<void> {
  const build = await rolldown({ ...common, input: 'src/engine/routing/valhalla/valhalla-child.ts' });
  const written = await build.write({
    file: join(NEW, 'bundle/valhalla-child.js'),
    format: 'esm',
    sourcemap: true,
    codeSplitting: false,
  });
  bundledFolders.push(...packageFolders(written));
  await build.close();
}

/** Writes the files that a user starts or imports; they load the bundle. */
async function writeStarters(chunks: readonly OutputChunk[]): Promise<void> {
  await mkdir(join(NEW, 'cli'), { recursive: true });
  await writeFile(join(NEW, 'cli/main.cjs'), MAIN, { mode: 0o755 });
  for (const name of ['index', 'contract']) {
    const names = chunks.find(({ fileName }) => fileName === `${name}.cjs`)?.exports ?? [];
    await writeFile(
      join(NEW, `${name}.js`),
      `import bundle from './bundle/${name}.cjs';\n\nexport const { ${names.join(', ')} } = bundle;\n`,
    );
  }
}
