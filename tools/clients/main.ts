import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServerProcess } from '../../test/support/server-process.ts';

/**
 * Installs clients of Google's and of Pelias' APIs, as their authors publish them, and makes every call of them to a server of the starter dataset:
 * `npx tsx tools/clients/main.ts`, after a build. Needs the npm registry. The exit code is 1 if a call is wrong.
 */
const folder = mkdtempSync(join(tmpdir(), 'geomill-clients-'));
for (const name of ['package.json', 'calls.js'])
  cpSync(fileURLToPath(new URL(name, import.meta.url)), join(folder, name));
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: folder, stdio: 'inherit' });
const server = await startServerProcess(['--workers', '1']);
try {
  execFileSync(process.execPath, ['calls.js', new URL(server.baseUrl).origin], {
    cwd: folder,
    stdio: 'inherit',
  });
} catch {
  process.exitCode = 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
