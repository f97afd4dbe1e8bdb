// Builds dist/: the command line, the library, the programs of worker threads and child processes, and the types.
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type OutputChunk, type RolldownOptions } from 'rolldown';
import { buildTypes } from './package/build-types.ts';
import { packageFolders, readBundledPackages, writeNotices } from './package/bundled-packages.ts';
import { buildPages } from './pages/build-pages.ts';
import { buildReport } from './report/build-report.ts';
import { buildViewer } from './viewer/build-viewer.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const NEW = join(ROOT, 'dist.new');
const OLD = join(ROOT, 'dist.old');

/** Packages that are installed beside Geomill: native code, its own worker file, or optional. All others become part of the bundle. */
const EXTERNAL = [
  /^node:/,
  'piscina',
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

await rm(NEW, { recursive: true, force: true });
const { name, version, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  license: string;
};
const [bundle] = await Promise.all([
  buildBundle(),
  buildPrograms(),
  buildTypes(ROOT, NEW),
  buildViewer(ROOT, join(NEW, 'viewer'), version),
  buildReport(ROOT, join(NEW, 'report')).then((folders) => bundledFolders.push(...folders)),
]);
await writeStarters(bundle);
// The files that the pages of the server load; page-assets.ts looks for them beside the bundle.
bundledFolders.push(...(await buildPages(ROOT, join(NEW, 'bundle/pages'))));
await writeNotices(NEW, { name, version, licence: license }, await readBundledPackages(bundledFolders));
// Renamed, not emptied: a process that still runs from the old build may write its code cache.
await rm(OLD, { recursive: true, force: true });
await rename(DIST, OLD).catch(() => undefined);
await rename(NEW, DIST);
await rm(OLD, { recursive: true, force: true });

/** Builds what shares code: CommonJS, since Node 20 has a code cache for scripts only, not for ES modules. */
async function buildBundle(): Promise<OutputChunk[]> {
  const build = await rolldown({
    ...common,
    input: {
      cli: 'src/cli/main.ts',
      index: 'src/index.ts',
      contract: 'src/contract/index.ts',
      'chunk-processing': 'src/runtime/chunk-worker.ts',
      'answer-thread': 'src/runtime/answer-worker.ts',
      'tour-planning': 'src/runtime/tour-worker.ts',
    },
  });
  const written = await build.write({
    dir: join(NEW, 'bundle'),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    sourcemap: true,
    // `import()` of a package from the code cache makes Node print a warning about an experimental feature.
    dynamicImportInCjs: false,
  });
  await build.close();
  bundledFolders.push(...packageFolders(written));
  return written.output.filter((file) => file.type === 'chunk');
}

/** Builds the programs that stand alone. */
async function buildPrograms(): Promise<void> {
  const programs = [
    { input: 'src/runtime/code-cache.ts', file: 'code-cache.cjs', format: 'cjs' },
    {
      input: 'src/engine/routing/valhalla/valhalla-child.ts',
      file: 'bundle/valhalla-child.js',
      format: 'esm',
    },
  ] as const;
  for (const { input, file, format } of programs) {
    const build = await rolldown({ ...common, input });
    const written = await build.write({
      file: join(NEW, file),
      format,
      sourcemap: true,
      codeSplitting: false,
    });
    bundledFolders.push(...packageFolders(written));
    await build.close();
  }
}

/** Writes the files that a user, Node or Piscina starts; they load the bundle through the code cache. */
async function writeStarters(chunks: readonly OutputChunk[]): Promise<void> {
  const write = async (file: string, text: string) => {
    await mkdir(join(NEW, file, '..'), { recursive: true });
    await writeFile(join(NEW, file), text);
  };
  const load = (file: string) =>
    `require('../code-cache.cjs').loadBundle('${file}', { isDebugged: process.env.GEOMILL_DEBUG === '1' })`;
  await write('cli/main.cjs', `#!/usr/bin/env node\n'use strict';\n${load('cli.cjs')};\n`);
  await chmod(join(NEW, 'cli/main.cjs'), 0o755);
  await write(
    'bundle/chunk-worker.cjs',
    `'use strict';\nmodule.exports = ${load('chunk-processing.cjs')};\n`,
  );
  await write('bundle/tour-worker.cjs', `'use strict';\nmodule.exports = ${load('tour-planning.cjs')};\n`);
  await write('bundle/answer-worker.cjs', `'use strict';\n${load('answer-thread.cjs')};\n`);
  for (const name of ['index', 'contract']) {
    const names = chunks.find(({ fileName }) => fileName === `${name}.cjs`)?.exports ?? [];
    await write(
      `${name}.js`,
      `import bundle from './bundle/${name}.cjs';\n\nexport const { ${names.join(', ')} } = bundle;\n`,
    );
  }
}
