import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from './cli-harness.ts';

const HEADER = 'id,address,khu vuc\n';
const rowOf = (at: number) => `${at},${at + 1} Lê Lợi,Hà Nội\n`;
const WRONG = HEADER + Array.from({ length: 30 }, (_, at) => rowOf(at)).join('');
const RIGHT = WRONG.replaceAll(/(\d+) Lê Lợi/g, '"$1 Lê Lợi, Hà Nội"');

let folder: string;
let input: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-gate-'));
  input = join(folder, 'sent.csv');
  await writeFile(input, WRONG);
});
afterAll(() => rm(folder, { recursive: true }));

const run = (output: string, ...args: string[]) =>
  geomill(['run', 'geocode', '--input', input, '--workers', '1', '--output', join(folder, output), ...args]);
const filesOf = (output: string) => readdir(join(folder, output)).catch(() => []);

describe('an input that is probably read wrongly', () => {
  it('stops the run with five rows and the commands that fix or accept it, and leaves nothing', async () => {
    const { exitCode, stderr, stdout } = await run('stopped');
    expect([exitCode, stdout]).toEqual([65, '']);
    expect(stderr).toMatch(/100 % of the addresses name no province and no district, which "khu vuc" does/);
    expect(stderr.match(/^ {2}row \d+: ".*Lê Lợi"$/gm)).toHaveLength(5);
    const fix = `--set 'geocode.text={address}, {khu vuc}'`;
    expect(stderr).toContain(
      `geomill run geocode --input ${input} --output ${join(folder, 'stopped')} ${fix}\n`,
    );
    expect(stderr).toMatch(/input\.checked: true\):\n {2}geomill run geocode .* --yes\n/);
    expect(await filesOf('stopped')).toEqual([]);
  });

  it('is read right with the setting that the message names', async () => {
    const { exitCode, stderr } = await run('fixed', '--set', 'geocode.text={address}, {khu vuc}');
    expect(exitCode).toBe(0);
    expect(stderr.match(/^address: .*$/gm)).toEqual([
      'address: 100 % name a province, 0 % a ward, 100 % a house',
    ]);
    expect(stderr).not.toMatch(/as it is meant/);
  });

  it('sends no request to a remote service', async () => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(500).end();
    }).listen(0);
    const { port } = server.address() as AddressInfo;
    const { exitCode } = await run('remote', '--service', `http://127.0.0.1:${port}/v1`, '--no-cache');
    server.close();
    expect([exitCode, paths]).toEqual([65, []]);
  });

  it('stops other jobs that read addresses too', async () => {
    const args = ['run', 'convert', '--input', input, '--output', join(folder, 'converted')];
    const { exitCode, stderr } = await geomill(args);
    expect([exitCode, stderr]).toEqual([
      65,
      expect.stringContaining(`--set 'convert.text={address}, {khu vuc}'`),
    ]);
    expect(await filesOf('converted')).toEqual([]);
  });

  it('says why in the line of --json', async () => {
    const { stdout } = await run('json', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      code: 'INPUT_DOUBTFUL',
      exit_code: 65,
      doubts: ['no_unit'],
      sets: ['geocode.text={address}, {khu vuc}'],
    });
  });

  it.each([['--yes'], ['--set', 'input.checked=true']])('runs with %s %s', async (...args) => {
    const { exitCode, stdout } = await run(`accepted${args.length}`, ...args);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^geocode: 30 rows/)]);
  });

  it('is accepted once: the run goes on, and rows are appended, without the question', async () => {
    expect((await run('twice', '--yes', '--limit', '10')).exitCode).toBe(0);
    expect((await run('twice', '--limit', '20')).exitCode).toBe(0);
    expect((await run('twice')).exitCode).toBe(0);
    await appendFile(input, rowOf(30));
    expect((await run('twice', '--append')).exitCode).toBe(0);
    await writeFile(input, WRONG);
  });

  it('stops the update of a night, whose earlier results stay', async () => {
    await writeFile(input, RIGHT);
    expect((await run('night', '--key', 'id')).exitCode).toBe(0);
    const before = await readFile(join(folder, 'night/manifest.json'), 'utf8');
    await writeFile(input, WRONG);
    expect((await run('night', '--key', 'id')).exitCode).toBe(65);
    expect(await readFile(join(folder, 'night/manifest.json'), 'utf8')).toBe(before);
    expect((await run('night', '--key', 'id', '--yes')).exitCode).toBe(0);
  });

  it('stops every shard alike', async () => {
    expect((await run('shard', '--shard', '2/3')).exitCode).toBe(65);
  });

  it('is a warning of a filter', async () => {
    const args = ['run', 'geocode', '--input', input, '--output', '-', '--workers', '1'];
    const { exitCode, stderr, stdout } = await geomill(args);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/warning: is the input read as it is meant\? 100 %/);
    expect(stdout.split('\n')).toHaveLength(32);
  });

  it('is shown by check', async () => {
    const { exitCode, stdout } = await geomill(['check', 'geocode', '--input', input]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /doubtful 100 % .*\n( +row \d+: .*\n){5} +try --set 'geocode.text=\{address\}, \{khu vuc\}'/,
    );
  });
});

describe('an input that is read right', () => {
  it('names the columns that look like addresses and are not read', async () => {
    const two = join(folder, 'two.csv');
    const row = (at: number) => `${at},"${at + 1} Lê Lợi, Hà Nội","${at + 1} Bạch Đằng, Đà Nẵng"\n`;
    await writeFile(
      two,
      `id,Địa chỉ,Nơi nhận cũ\n${Array.from({ length: 20 }, (_, at) => row(at)).join('')}`,
    );
    const { exitCode, stdout } = await geomill(['check', 'geocode', '--input', two]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/address: .*; not read, though like an address or a unit: "Nơi nhận cũ"$/m);
  });
});

describe('the summary of a run', () => {
  it('has the sample beside what was matched', async () => {
    await writeFile(input, RIGHT);
    const { stdout } = await run('sample');
    expect(stdout).toMatch(/sample {6}of 30 addresses 100 % have a house number; found: \d+ % at the house/);
    const { stdout: json } = await run('sample-json', '--json');
    expect((JSON.parse(json) as { sample: object }).sample).toMatchObject({
      stage: 'geocode',
      texts: 30,
      province: 1,
      ward: 0,
      house: 1,
    });
    await writeFile(input, WRONG);
  });

  it('has the share of each verdict, and so have --json and the report', async () => {
    await writeFile(input, RIGHT);
    const { stdout } = await run('verdicts', '--set', 'geocode.verdict=true');
    expect(stdout).toMatch(/^ {14}verdict (?:accept|check|reject) \d+/m);
    const { stdout: json } = await run('verdicts', '--set', 'geocode.verdict=true', '--json');
    const { verdicts } = JSON.parse(json) as { verdicts: { geocode: Record<string, number> } };
    expect(Object.values(verdicts.geocode).reduce((sum, rows) => sum + rows, 0)).toBe(30);
    const manifest = await readFile(join(folder, 'verdicts/manifest.json'), 'utf8');
    expect((JSON.parse(manifest) as { counts: object }).counts).toMatchObject({ verdicts });
    await writeFile(input, WRONG);
  });
});
