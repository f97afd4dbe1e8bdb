import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from './cli-harness.ts';

const run = promisify(execFile);
const why = await run('ssh-keygen', ['-Y', 'sign']).then(
  () => '',
  (error: unknown) =>
    (error as { code?: unknown }).code === 'ENOENT'
      ? ' (ssh-keygen is missing: apt-get install openssh-client)'
      : '',
);

// A build server has it: there the tests fail without it.
describe.skipIf(why !== '' && process.env.CI !== 'true')(`dataset check --signers${why}`, () => {
  let folder: string;
  let dataset: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-signed-'));
    dataset = join(folder, 'data');
    await cp('fixtures/starter', dataset, { recursive: true });
    for (const name of ['own', 'strange'])
      await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', join(folder, name)]);
    const key = (await readFile(join(folder, 'own.pub'), 'utf8')).split(' ').slice(0, 2).join(' ');
    await writeFile(join(folder, 'signers'), `data@example.vn namespaces="geomill-dataset" ${key}\n`);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const manifest = () => join(dataset, 'manifest.json');
  async function sign(key: string, namespace = 'geomill-dataset'): Promise<void> {
    await rm(`${manifest()}.sig`, { force: true });
    await run('ssh-keygen', ['-Y', 'sign', '-n', namespace, '-f', join(folder, key), manifest()]);
  }
  async function refusal(): Promise<string> {
    const { exitCode, stderr } = await check();
    expect(exitCode).toBe(78);
    return stderr;
  }
  const check = () => geomill(['dataset', 'check', dataset, '--signers', join(folder, 'signers'), '--json']);

  it('names who signed the dataset', async () => {
    await sign('own');
    const { stdout } = await check();
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'right', signer: 'data@example.vn' });
  });

  it('refuses a signature that is missing, of somebody else, for something else, or of other bytes', async () => {
    await rm(`${manifest()}.sig`, { force: true });
    expect(await refusal()).toMatch(/There is no .*manifest\.json\.sig/);
    await sign('strange');
    expect(await refusal()).toContain('is not signed by anyone in');
    await sign('own', 'file');
    expect(await refusal()).toContain('is not signed by anyone in');
    await sign('own');
    await appendFile(manifest(), ' ');
    expect(await refusal()).toContain('is not signed by anyone in');
    await rm(manifest());
    expect(await refusal()).toContain('manifest.json');
  });
});
