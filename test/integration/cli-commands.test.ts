import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLoopbackService, type Loopback } from '../support/loopback-service.ts';
import { geomill } from './cli-harness.ts';

const ADDRESSES = 'fixtures/addresses.csv';
let folder: string;
let env: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-cli-'));
  env = { GEOMILL_CACHE: join(folder, 'cache') };
});
afterEach(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => geomill(['run', ...args, '--output', join(folder, 'out')], env);
const output = (name: string) => readFile(join(folder, 'out', name), 'utf8');

/** Writes the first 60 of the addresses, for tests that need no more, and returns the path. */
async function writeFew(): Promise<string> {
  const path = join(folder, 'addresses.csv');
  const lines = (await readFile(ADDRESSES, 'utf8')).split('\n');
  await writeFile(path, lines.slice(0, 61).join('\n'));
  return path;
}

describe('geomill run', () => {
  it('writes the files of the job, says what came out, and has nothing to do the next time', async () => {
    const first = await run('geocode', '--input', ADDRESSES);
    expect(first.exitCode).toBe(0);
    expect(first.stdout).toMatch(/^geocode: 200 rows, in /);
    expect(first.stdout).toContain(`files       ${join(folder, 'out', 'addresses.csv')}\n`);
    expect(first.stderr).toContain('addresses are read as "{address}"\n');
    expect(first.stdout).toContain(`report      ${join(folder, 'out', 'report.html')}\n`);
    expect((await readdir(join(folder, 'out'))).sort()).toEqual([
      'activity.ndjson',
      'addresses.csv',
      'addresses.geojson',
      'datapackage.json',
      'manifest.json',
      'rejects.ndjson',
      'report.html',
    ]);
    const [csv, geojson] = [await output('addresses.csv'), await output('addresses.geojson')];
    expect(csv.split('\n')[0]).toMatch(/^id,name,address,geocode_status,geocode_reason,geocode_lat/);
    expect((JSON.parse(geojson) as { features: unknown[] }).features).toHaveLength(200);

    const second = await run('geocode', '--input', ADDRESSES);
    expect(second.exitCode).toBe(0);
    expect(second.stdout).toMatch(/^geocode: already finished, nothing to do\./);
    expect([await output('addresses.csv'), await output('addresses.geojson')]).toEqual([csv, geojson]);
  });

  it('compares the results with what the job expects', async () => {
    const few = await writeFew();
    const expectations = [
      'expect.level_at_least_ward=>= 0.7',
      'expect.level_at_least_house=>= 99.9%',
      'expect.max_rejects=0',
    ];
    const sets = expectations.flatMap((written) => ['--set', written]);
    const first = await run('geocode', '--input', few, ...sets);
    expect(first.exitCode).toBe(3);
    expect(first.stdout).toContain('at the level house ');
    expect(first.stderr).toMatch(/the job expects level_at_least_house >= 0\.999, and it is 0\.\d+\n/);
    expect(first.stderr).not.toContain('the job expects level_at_least_ward');
    const manifest = JSON.parse(await output('manifest.json')) as { expectations: unknown };
    expect(manifest.expectations).toEqual([
      { name: 'level_at_least_ward', expected: '>= 0.7', found: expect.any(Number) as number, isMet: true },
      {
        name: 'level_at_least_house',
        expected: '>= 0.999',
        found: expect.any(Number) as number,
        isMet: false,
      },
      { name: 'max_rejects', expected: '<= 0', found: 0, isMet: true },
    ]);
    // A finished run is compared again, without being run.
    const again = await run('geocode', '--input', few, ...sets, '--json');
    expect(again.exitCode).toBe(3);
    expect(JSON.parse(again.stdout)).toMatchObject({ outcome: 'already_finished', exit_code: 3 });
    expect((await run('geocode', '--input', few)).exitCode).toBe(0);
  });

  it('sums up as one line of JSON, a failure too', async () => {
    const { exitCode, stdout } = await run('forcode', '--input', 'fixtures/points.csv', '--json');
    expect(exitCode).toBe(0);
    expect(stdout.endsWith('\n')).toBe(true);
    expect(JSON.parse(stdout)).toMatchObject({
      job: 'forcode',
      outcome: 'finished',
      rows: 154,
      rejected: 0,
      requests: 0,
      files: { csv: join(folder, 'out', 'points.csv') },
    });
    const failed = await run('forcode', '--input', 'none.csv', '--json');
    expect(failed.exitCode).toBe(66);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      outcome: 'failed',
      code: 'INPUT_MISSING',
      exit_code: 66,
    });
  });

  it('says nothing when quiet, unless something is wrong', async () => {
    const quiet = await run('forcode', '--input', 'fixtures/points.csv', '--quiet');
    expect(quiet).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const wrong = await run('forcode', '--input', 'none.csv', '--quiet');
    expect(wrong).toEqual({
      exitCode: 66,
      stdout: '',
      stderr: `geomill: there is no input file none.csv: check the path; it is looked for in ${process.cwd()}\n`,
    });
  });

  it('takes rejected rows as part of a run, unless more than --max-rejects', async () => {
    const args = ['geocode', '--input', 'fixtures/bad/ragged.csv'];
    const all = await run(...args);
    expect(all.exitCode).toBe(0);
    expect(all.stdout).toContain(
      `rejected    3 rows, with reasons in ${join(folder, 'out', 'rejects.ndjson')}\n`,
    );
    expect((await run(...args, '--max-rejects', '3')).exitCode).toBe(0);
    const tooMany = await run(...args, '--max-rejects', '2');
    expect(tooMany.exitCode).toBe(3);
    expect(tooMany.stderr).toContain('more rows were rejected than --max-rejects 2\n');
  });

  it('goes on from a limit, and ends in the same bytes as without one', async () => {
    const few = await writeFew();
    const limited = await run('geocode', '--input', few, '--limit', '20');
    expect(limited.stdout).toMatch(/^geocode: 20 rows[\s\S]*next {8}these are the rows of --limit/);
    const rest = await run('geocode', '--input', few);
    expect(rest.stdout).toMatch(/^geocode: 60 rows, 20 of them in earlier runs/);
    const [csv, geojson] = [await output('addresses.csv'), await output('addresses.geojson')];
    expect((await run('geocode', '--input', few, '--restart')).stdout).toMatch(/^geocode: 60 rows, in/);
    expect([await output('addresses.csv'), await output('addresses.geojson')]).toEqual([csv, geojson]);
  });

  it('refuses an input that grew, and goes on with it when told to append', async () => {
    const input = join(folder, 'điểm giao.csv');
    await copyFile('fixtures/points.csv', input);
    await run('forcode', '--input', input);
    await writeFile(input, 'X1,new,21.03,105.85\n', { flag: 'a' });
    const refused = await run('forcode', '--input', input);
    expect(refused.exitCode).toBe(65);
    expect(refused.stderr).toMatch(/the input has grown at its end .*--append/);
    expect((await run('forcode', '--input', input, '--append')).stdout).toMatch(
      /^forcode: 155 rows, 154 of them in earlier runs/,
    );
    expect((await output('điểm giao.csv')).split('\n')).toHaveLength(157);
  });

  it('reads standard input, and recognises the same bytes', async () => {
    const args = ['run', 'geocode', '--input', '-', '--output', join(folder, 'out')];
    const rows = () => Readable.from([Buffer.from('{"address":"Hoàn Kiếm, '), Buffer.from('Hà Nội"}\n')]);
    expect((await geomill(args, env, rows())).stdout).toMatch(/^geocode: 1 row, in/);
    expect(await output('stdin.csv')).toMatch(/^address,geocode_status[\s\S]*,ok,/);
    expect((await geomill(args, env, rows())).stdout).toMatch(/^geocode: already finished/);
  });

  it('blames the line of the job, or the --set, that does not fit the input', async () => {
    const job = join(folder, 'mine.yaml');
    await writeFile(
      job,
      'name: mine\noutputs: [csv]\nstages:\n  - geocode:\n      text: "{adress}"\n  - forcode: { lat: "{y}" }\n',
    );
    const wrong = await run(job, '--input', ADDRESSES);
    expect(wrong.exitCode).toBe(78);
    expect(wrong.stderr).toContain(`${job} has 2 faults:\n`);
    expect(wrong.stderr).toContain(`${job}:5: geocode.text: there is no column "adress"`);
    expect(wrong.stderr).toContain(`${job}:6: forcode.lat: lat is given without lon`);
    const set = await run('geocode', '--input', ADDRESSES, '--set', 'geocode.text={x}');
    expect(set.exitCode).toBe(78);
    expect(set.stderr).toMatch(/^geomill: --set geocode\.text: there is no column "x"/m);
    expect((await readdir(folder)).includes('out') ? await readdir(join(folder, 'out')) : []).not.toContain(
      'manifest.json',
    );
  });

  it('writes other formats and reads other encodings when told to', async () => {
    const input = ['--input', 'fixtures/good/windows-1258.csv', '--set', 'outputs=ndjson,geojsonl'];
    const refused = await run('geocode', ...input);
    expect(refused.exitCode).toBe(65);
    expect(refused.stderr).toContain('--set input.format=csv, --set input.encoding=windows-1258');
    expect((await run('geocode', ...input, '--set', 'input.encoding=windows-1258')).exitCode).toBe(0);
    expect((await output('windows-1258.ndjson')).split('\n')[0]).toContain('Hà Nội');
  });

  it.each([
    [['--rate', 'fast'], /--rate <N>' argument 'fast' is invalid\. It must be a number, 0\.1 to 5000/],
    [['--limit', '0'], /It must be a whole number, 1 or more/],
    [['--restart', '--append'], /'--restart' cannot be used with option '--append'/],
    [['--outptu', 'x'], /unknown option '--outptu'\n\(Did you mean --output\?\)/],
    [['--service', 'ftp://x/v1'], /must begin with https:\/\/, or http:\/\/ on this machine/],
    [['--service', 'https://10.0.0.1/v1'], /private address\. Allow it with --allow-private/],
    [['--dataset', 'jobs'], /jobs/],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await run('geocode', '--input', ADDRESSES, ...args);
    expect([64, 78]).toContain(exitCode);
    expect(stderr).toMatch(message);
  });
});

describe('with a service', () => {
  const KEY = 'k3y-that-must-not-be-seen';
  let service: Loopback;
  beforeEach(async () => {
    service = await startLoopbackService({ key: KEY });
    env.GEOMILL_SERVICE = service.baseUrl;
  });
  afterEach(() => service.close());

  it('asks each question once, keeps the answers, and shows the key nowhere', async () => {
    const keyFile = join(folder, 'key');
    await writeFile(keyFile, `${KEY}\n`, { mode: 0o600 });
    const args = ['geocode', '--input', ADDRESSES, '--api-key-file', keyFile];
    const first = await run(...args, '--rate', '500', '--concurrency', '4');
    expect(first.exitCode).toBe(0);
    expect(first.stdout).toMatch(/requests {4}200 sent\n/);
    expect(await service.mostOpen()).toBeLessThanOrEqual(4);

    const plan = await geomill(['plan', 'geocode', '--input', ADDRESSES, '--rate', '2', '--json'], env);
    expect(JSON.parse(plan.stdout)).toMatchObject({
      rows: 200,
      distinct: 200,
      cached: 200,
      requests: 0,
      seconds: 0,
    });

    const again = await run(...args, '--restart');
    expect(again.stdout).toMatch(/requests {4}0 sent, 200 responses from the cache\n/);
    const fresh = await run(...args, '--restart', '--no-cache', '--limit', '10');
    expect(fresh.stdout).toMatch(/requests {4}10 sent\n/);
    expect(await service.log()).toHaveLength(210);

    const written = [first, plan, again, fresh].map(({ stdout, stderr }) => stdout + stderr).join('');
    expect(written).not.toContain(KEY);
    await rm(keyFile);
    for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      expect((await readFile(join(file.parentPath, file.name))).includes(KEY)).toBe(false);
    }
  });

  it('stops before the first row when the key is refused', async () => {
    env.GEOMILL_API_KEY = 'wrong-one';
    const { exitCode, stderr } = await run('geocode', '--input', ADDRESSES);
    expect(exitCode).toBe(77);
    expect(stderr).toContain('The key comes from GEOMILL_API_KEY');
    expect(stderr).not.toContain('wrong-one');
    expect((await service.log()).map(({ status }) => status)).toEqual([401]);
  });

  it('says when nobody answers', async () => {
    await service.close();
    const down = await run('geocode', '--input', ADDRESSES);
    expect(down.exitCode).toBe(69);
    expect(down.stderr).toContain('Run the same command again when the service is back.');
    service = await startLoopbackService();
  });

  it('stops when the quota of the day is spent, and keeps what it has', async () => {
    env.GEOMILL_API_KEY = KEY;
    const { exitCode, stdout, stderr } = await run(
      'geocode',
      '--input',
      ADDRESSES,
      '--per-day',
      '50',
      '--json',
    );
    expect(exitCode).toBe(75);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'failed', code: 'QUOTA_SPENT', exit_code: 75 });
    expect(stderr).toContain('Finished rows and responses are kept.');
    expect(await service.log()).toHaveLength(50);
  });

  it('shows no command to the terminal that an answer holds', async () => {
    await service.close();
    const nasty = '\u001b]0;owned\u0007\u001b[2J\u009b31m';
    service = await startLoopbackService({
      answer: () => ({
        forcodes: `HN${nasty}`,
        lat: 1,
        lng: 2,
        resolution: 3,
        admin_code: nasty,
        status: 'OK',
      }),
    });
    const url = ['--service', service.baseUrl];
    const code = await geomill(['forcode', 'encode', '21', '105', ...url], env);
    expect(code).toMatchObject({ exitCode: 0, stdout: 'HN\n' });
    const json = await geomill(['ask', 'forcodes/encode', 'lat=21', 'lng=105', ...url], env);
    expect(json.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect((JSON.parse(json.stdout) as { admin_code: string }).admin_code).toBe(nasty);
  });
});

describe('a stage with errors in most rows', () => {
  it('ends with exit code 3 and the commonest reasons, unless more errors are allowed', async () => {
    const input = join(folder, 'far.csv');
    await writeFile(input, `lat,lon\n${'999,105.8\n'.repeat(25)}`);
    const first = await run('forcode', '--yes', '--input', input);
    expect(first.exitCode).toBe(3);
    expect(first.stdout).toMatch(/forcode {5}0 ok, 25 errors; forcode_reason says why\n {14}25 errors: /);
    expect(first.stderr).toContain(
      '25 of 25 rows are errors in the stage forcode, more than --max-errors 50%',
    );
    expect((await run('forcode', '--yes', '--input', input)).exitCode).toBe(3);
    expect((await run('forcode', '--yes', '--input', input, '--max-errors', '100%')).exitCode).toBe(0);
    expect((await run('forcode', '--yes', '--input', input, '--max-errors', '24')).exitCode).toBe(3);
    expect((await run('forcode', '--yes', '--input', input, '--max-errors', 'few')).exitCode).toBe(64);
  });
});

describe('geomill check', () => {
  it('tells what a job does, what was found in the input, and the columns to come', async () => {
    const { exitCode, stdout } = await geomill([
      'check',
      'forcode',
      '--input',
      'fixtures/good/lat-lng-names.csv',
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^jobs\/forcode\.yaml is valid\.\n {2}name {5}forcode\n {2}stage {4}forcode \{ resolution: 13 \}/,
    );
    expect(stdout).toContain('detected positions are read from "vĩ độ" and "kinh độ"\n');
    expect(stdout).toMatch(/columns {2}.*forcode_status, forcode_reason, forcode_code/);
  });

  it.each([
    [['check', 'forcode', '--input', 'fixtures/good/collection.geojson.gz'], 0],
    [['check', 'geocode', '--input', 'fixtures/bad/no-address-column.csv'], 78],
    [['check', 'geocode', '--input', 'fixtures/bad/comma-in-semicolon-file.csv'], 65],
    [['check', 'geocode', '--input', 'none.csv'], 66],
    [['check', 'geocode', '--input', '-'], 64],
    [['check', 'geocod'], 78],
    [['check', 'fixtures'], 65],
    [['check', 'fixtures', '--input', ADDRESSES], 64],
  ])('%j exits with %d', async (args, exitCode) => {
    expect((await geomill(args)).exitCode).toBe(exitCode);
  });

  it('says in which provinces the dataset has streets, where the job reads addresses', async () => {
    const { stdout } = await geomill(['check', 'geocode', '--input', ADDRESSES]);
    expect(stdout).toMatch(
      /\n {2}streets {2}in \d+ of 34 provinces: .*Thành phố Hà Nội \(\d+ of 126 wards\)/,
    );
    const { stdout: json } = await geomill(['check', 'geocode', '--input', ADDRESSES, '--json']);
    expect(JSON.parse(json)).toHaveProperty('streets_in.0.streets', expect.any(Number));
    const { stdout: points } = await geomill(['check', 'forcode', '--input', 'fixtures/points.csv']);
    expect(points).not.toContain('streets');
  });

  it('names an unknown category, which a run refuses too', async () => {
    const sets = ['--set', 'nearby.categories=atm,no such place'];
    const job = join(folder, 'near.yaml');
    await writeFile(
      job,
      'name: near\nstages:\n  - nearby: { categories: [atm, hospitel] }\noutputs: [csv]\n',
    );
    const checked = await geomill(['check', job]);
    expect(checked.exitCode).toBe(78);
    expect(checked.stderr).toContain(
      'near.yaml:3: nearby.categories: "hospitel" is no known category; did you mean',
    );
    expect((await geomill(['check', job, ...sets])).stderr).toContain('"no such place" is no known category');
    expect((await run(job, '--input', 'fixtures/points.csv')).exitCode).toBe(78);
    // A remote service may know others.
    expect((await geomill(['check', job], { GEOMILL_SERVICE: 'https://host/v1' })).exitCode).toBe(0);
  });

  it('names a day of units that the dataset does not know, which a run refuses too', async () => {
    const job = join(folder, 'day.yaml');
    const write = (day: string) =>
      writeFile(job, `name: day\nstages:\n  - geocode:\n      as_of: ${day}\noutputs: [csv]\n`);
    await write('2030-01-01');
    const unknown = 'day.yaml:4: geocode.as_of: the dataset knows the units until 2026-09-20';
    const checked = await geomill(['check', job]);
    expect(checked.exitCode).toBe(78);
    expect(checked.stderr).toContain(unknown);
    expect((await run(job, '--input', ADDRESSES)).stderr).toContain(unknown);
    await write('2026-02-30');
    const wrong = await geomill(['check', job, '--input', ADDRESSES]);
    expect(wrong.stderr).toContain('day.yaml:4: geocode.as_of: 2026-02-30 is no day of the calendar');
    await write('2026-05-01');
    expect((await geomill(['check', job])).exitCode).toBe(0);
  });

  it('reads the results of a run, and names one that was edited', async () => {
    await run('forcode', '--input', 'fixtures/points.csv');
    const whole = await geomill(['check', join(folder, 'out')]);
    expect(whole).toMatchObject({ exitCode: 0, stderr: '' });
    expect(whole.stdout).toMatch(/every hash matches the manifest, \d+ rows\./);
    const text = await output('points.csv');
    await writeFile(join(folder, 'out', 'points.csv'), text.replace('ok', 'OK'));
    const edited = await geomill(['check', join(folder, 'out')]);
    expect(edited.exitCode).toBe(65);
    expect(edited.stderr).toContain('points.csv was changed');
  });
});

describe('geomill plan', () => {
  it('tells rows, requests, time, days and cost, and asks nothing', async () => {
    const args = [
      'plan',
      'geocode',
      '--input',
      'fixtures/bad/ragged.csv',
      '--service',
      'http://127.0.0.1:9/v1',
    ];
    const { exitCode, stdout } = await geomill(
      [...args, '--rate', '2', '--per-day', '5', '--price', '0.5'],
      env,
    );
    expect(exitCode).toBe(0);
    expect(stdout.replace(/ +/g, ' ')).toBe(
      'geocode over fixtures/bad/ragged.csv, answered by http://127.0.0.1:9/v1\n rows 10 3 of them cannot be read\n' +
        ' questions 7\n distinct 7\n cached 0 answered from the cache\n to request 7\n time 3.5 s at 2 requests a second\n' +
        ' days 2 at 5 requests a day\n cost 3.50 at 0.5 a request\n',
    );
  });

  it('leaves no file behind', async () => {
    vi.stubEnv('TMPDIR', folder);
    const { stdout } = await geomill(['plan', 'geocode', '--input', 'fixtures/good/addresses.csv.gz']);
    vi.unstubAllEnvs();
    expect(stdout).toMatch(/rows +6\n/);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('geomill ask and forcode', () => {
  it('answer from the dataset that comes along', async () => {
    const { exitCode, stdout } = await geomill([
      'ask',
      'geocode/forward',
      'text=Phường Hoàn Kiếm, Hà Nội',
      'admin_v2=true',
    ]);
    expect(exitCode).toBe(0);
    const answer = JSON.parse(stdout) as { features: { properties: { label: string } }[] };
    expect(answer.features[0]?.properties.label).toBe('Phường Hoàn Kiếm, Thành phố Hà Nội');
  });

  it('say why a route is a straight line, beside the response', async () => {
    const { stdout, stderr } = await geomill([
      'ask',
      'direction',
      'origin=21.0285,105.8542',
      'destination=21.03,105.85',
    ]);
    expect(JSON.parse(stdout)).toHaveProperty('routes');
    expect(stderr).toContain('routes are straight lines: the dataset has no road tiles');
  });

  it('encode and decode, negative numbers too', async () => {
    expect((await geomill(['forcode', 'encode', '21.0285', '105.8542', '--resolution', '9'])).stdout).toMatch(
      /^HN\w+\n$/,
    );
    const decoded = await geomill(['forcode', 'decode', 'HN4TZUZBPKRN0F']);
    expect(decoded.stdout).toMatch(/^20\.99\d+,105\.86\d+\n$/);
    const json = await geomill(['forcode', 'decode', 'HN4TZUZBPKRN0F', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ resolution: 13, status: 'OK' });
    const abroad = await geomill(['forcode', 'encode', '-10.77', '-106.7']);
    expect(abroad.exitCode).toBe(65);
    expect(abroad.stderr).toContain('the position is outside all provinces of Vietnam');
    expect((await geomill(['forcode', 'encode', '91', '0'])).exitCode).toBe(64);
    const swapped = await geomill(['forcode', 'encode', '105.8', '20.9']);
    expect([swapped.exitCode, swapped.stderr]).toEqual([64, expect.stringContaining('swapped?')]);
    expect(await geomill(['forcode', 'decode', 'nonsense'])).toMatchObject({ exitCode: 65, stdout: '' });
  });

  it('tell what was misspelt', async () => {
    expect((await geomill(['ask', 'geocodeFoward', 'text=x'])).stderr).toContain(
      'did you mean geocodeForward?',
    );
    expect((await geomill(['ask', 'geocodeForward', 'txt=x'])).stderr).toContain('did you mean text?');
    const unable = await geomill(['ask', 'searchImagery']);
    expect(unable.exitCode).toBe(64);
    expect(unable.stderr).toContain('build one with `geomill dataset build --imagery FILE`');
  });
});

describe('geomill help', () => {
  it.each([
    [],
    ['run'],
    ['check'],
    ['plan'],
    ['ask'],
    ['forcode'],
    ['forcode', 'encode'],
    ['forcode', 'decode'],
  ])('of %j teaches', async (...path) => {
    const { exitCode, stdout, stderr } = await geomill([...path.flat(), '--help']);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: geomill/);
    expect(stdout).toMatch(/geomill (run|check|plan|ask|forcode)/);
  });

  it('comes with what could not be read', async () => {
    expect((await geomill([])).exitCode).toBe(64);
    expect(await geomill(['runn'])).toMatchObject({
      exitCode: 64,
      stderr: expect.stringContaining('(Did you mean run?)') as string,
    });
    expect(await geomill(['--version'])).toMatchObject({ exitCode: 0, stdout: '0.0.0\n' });
  });
});
