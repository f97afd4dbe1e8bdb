import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startServerProcess } from '../../test/support/server-process.ts';
import { geomill } from '../../test/integration/cli-harness.ts';
import { callEveryOperation, type GeneratedModule, type OpenApi } from './call-operations.ts';

/**
 * Lints the OpenAPI document of a server with and without keys, generates clients of it, and makes a call of every operation through each client:
 * `npx tsx tools/clients/generators.ts`, after a build. Needs the npm registry. The exit code is 1 if a linter finds an error, a generated file does not compile,
 * or a call returns something else than the same request without a client.
 */
const folder = mkdtempSync(join(tmpdir(), 'geomill-generators-'));
const own = (path: string) => fileURLToPath(new URL(path, import.meta.url));
cpSync(own('generators'), folder, { recursive: true });
let wrong = 0;

/** Runs a program of the folder, and counts a failure. */
function run(name: string, args: readonly string[]): void {
  try {
    execFileSync('npx', ['--no-install', name, ...args], { cwd: folder, stdio: 'pipe' });
    console.log(`right  ${name} ${args.join(' ')}`);
  } catch (error) {
    wrong += 1;
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
    console.error(
      `wrong  ${name} ${args.join(' ')}\n${String(stdout).slice(-3000)}${String(stderr).slice(-3000)}`,
    );
  }
}

execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: folder, stdio: 'inherit' });
const keys = join(folder, 'keys.yaml');
const { stdout: key } = await geomill(['keys', 'add', '--keys', keys, '--name', 'generators']);
const street = join(folder, 'street');
await geomill(['dataset', 'build', '--imagery', 'fixtures/street/items.ndjson', '--out', street, '--quiet']);
cpSync('fixtures/street/pictures', join(street, 'pictures'), { recursive: true });
const servers = await Promise.all([
  startServerProcess(['--workers', '1']),
  startServerProcess(['--workers', '1', '--dataset', street]),
  startServerProcess(['--workers', '1', '--keys', keys]),
]);
const [places, pictures, closed] = servers.map(({ baseUrl }) => new URL(baseUrl).origin) as [
  string,
  string,
  string,
];
try {
  const read = async (origin: string) => (await fetch(`${origin}/openapi.json`)).json() as Promise<OpenApi>;
  const document = await read(places);
  writeFileSync(join(folder, 'open.json'), JSON.stringify(document));
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(await read(closed)));
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  for (const name of ['open', 'keys']) {
    run('redocly', ['lint', '--extends=recommended', `${name}.json`]);
    run('spectral', ['lint', `${name}.json`]);
    run('openapi-typescript', [`${name}.json`, '-o', `openapi-typescript/${name}.ts`]);
    run('openapi-ts', ['-i', `${name}.json`, '-o', `hey-${name}`]);
  }
  // The server that the client of orval calls.
  writeFileSync(join(folder, 'origin.d.ts'), 'declare var ORIGIN: string;\n');
  run('orval', ['--config', 'orval.config.js']);
  const generated = [
    'openapi-typescript/open.ts',
    'openapi-typescript/keys.ts',
    'hey-open/index.ts',
    'hey-keys/index.ts',
    'orval/client.ts',
    'origin.d.ts',
  ];
  const options =
    '--noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler';
  run('tsc', [...options.split(' '), '--lib', 'es2022,dom,dom.iterable', ...generated]);

  const load = async (path: string) =>
    (await import(pathToFileURL(join(folder, path)).href)) as GeneratedModule;
  wrong += await callEveryOperation(document, { places, pictures, closed, key: key.trim() }, load);
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true });
}
console.log(wrong === 0 ? 'all right' : `${wrong} wrong`);
if (wrong > 0) process.exitCode = 1;
