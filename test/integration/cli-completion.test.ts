import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from './cli-harness.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-completion-'));
  await writeFile(join(folder, 'geomill.bash'), (await geomill(['completion', 'bash'])).stdout);
  await writeFile(join(folder, 'addresses.csv'), '');
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns what bash offers for a line; the last word is being written. */
async function complete(...words: string[]): Promise<string[]> {
  const script = `source ./geomill.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _geomill; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', script, 'bash', 'geomill', ...words], { cwd: folder });
  return stdout.trim().split('\n');
}

describe('geomill completion', () => {
  it('completes commands, options, jobs, choices and files in bash', async () => {
    expect(await complete('sta')).toEqual(['status']);
    expect(await complete('dataset', 'b')).toEqual(['build']);
    expect(await complete('run', 'geo')).toEqual(['geocode', 'geomill.bash']);
    expect(await complete('run', 'geocode', '--inp')).toEqual(['--input']);
    expect(await complete('run', 'geocode', '--input', 'addr')).toEqual(['addresses.csv']);
    expect(await complete('list', 'cat')).toEqual(['categories']);
    expect(await complete('dataset', 'build', '--no-r')).toEqual(['--no-roads']);
  });

  it('writes a script for each shell, and refuses others', async () => {
    const fish = await geomill(['completion', 'fish']);
    expect(fish.stdout).toContain("-n '__fish_seen_subcommand_from run' -l input -r -d ");
    expect(fish.stdout).toContain('-f -a status -d ');
    expect((await geomill(['completion', 'zsh'])).stdout).toMatch(/^autoload -U \+X bashcompinit/);
    expect((await geomill(['completion', 'csh'])).stderr).toContain('bash, zsh, fish');
  });
});
