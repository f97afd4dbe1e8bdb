// npm runs this after an install from git, and after `npm ci` without --ignore-scripts: builds dist/ where it is missing and can be built.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

if (!existsSync('dist/cli/main.cjs') && existsSync('node_modules/tsx')) {
  process.stderr.write('geomill: builds dist/, some 20 s\n');
  for (const program of ['tools/build.ts', 'tools/package/types.ts']) {
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', program], { stdio: 'inherit' });
    process.exitCode ||= status ?? 1;
  }
}
