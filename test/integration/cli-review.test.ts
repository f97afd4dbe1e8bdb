import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, it } from 'vitest';
import { useLoopback } from '../support/use-loopback.ts';
import { geomill } from './cli-harness.ts';

const loopback = useLoopback('cli-review');

/** A file of addresses, and commands against a service that knows them all. */
async function setUp(rows: readonly string[], ratingOf: (text: string) => object = () => ({})) {
  const folder = loopback.newFolder();
  const path = (name: string) => join(folder, name);
  await writeFile(path('in.csv'), `id,address\n${rows.map((row, at) => `${at + 1},"${row}"\n`).join('')}`);
  const service = await loopback.start({
    answer: (_, query) => {
      const text = query.get('text') ?? '';
      const size = Number(query.get('size') ?? 1);
      const features = text.includes('nowhere') ? [] : candidates(text, ratingOf(text)).slice(0, size);
      return { type: 'FeatureCollection', features, bbox: [], errors: null };
    },
  });
  const command = (...args: string[]) =>
    geomill(args, { GEOMILL_SERVICE: service.baseUrl, GEOMILL_CACHE: path('cache') });
  const run = (name: string, ...more: string[]) =>
    command('run', '--yes', 'geocode', '--input', path('in.csv'), '--output', path(name), ...more);
  const results = async (name: string) =>
    Promise.all(
      ['in.csv', 'in.geojson', 'rejects.ndjson', 'datapackage.json', 'manifest.json'].map((file) =>
        readFile(path(join(name, file)), 'utf8'),
      ),
    );
  const texts = async () =>
    (await service.log()).map(({ question }) => new URLSearchParams(question.split('?')[1]).get('text'));
  return { path, command, run, results, texts };
}

/** Two places for each text; weak matches of a doubtful one. */
function candidates(text: string, rating: object) {
  const units = { ward: null, ward_code: null, district: null, province: null, province_code: null };
  return [1, 2].map((rank) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [106 + rank / 10, 10] },
    properties: {
      name: `place ${rank}`,
      label: `${text} ${rank}`,
      id: `id ${rank}`,
      source: 'test',
      geomill: {
        level: 'street',
        accuracy_radius_meters: 50,
        confidence: text.includes('doubtful') ? 0.3 : 0.9,
        score: 0.5,
        margin: 0.1,
        ...rating,
        old: { ...units, ward: `ward ${rank}` },
        new: units,
      },
    },
  }));
}

describe('an alias file', () => {
  it('answers its texts without a request, marked as manual, and is part of the identity of the run', async () => {
    const { path, run, results, texts } = await setUp(['1 Lê Lợi', '2 Lê Lợi', '3 nowhere']);
    await writeFile(path('aliases.csv'), 'text,lat,lon,feature\n2  LÊ LỢI,11.5,107.5,\n');
    expect(await run('aliased', '--aliases', path('aliases.csv'))).toMatchObject({ exitCode: 0 });
    expect(await texts()).toEqual(['1 Lê Lợi', '3 nowhere']);
    const [csv = ''] = await results('aliased');
    expect(csv.split('\n')[2]).toMatch(/^2,2 Lê Lợi,ok,,11\.5,107\.5,2 {2}LÊ LỢI,.*,house,1,.*,manual,/);
    expect((await run('aliased')).stderr).toContain('the alias file is another one');
    await writeFile(path('aliases.csv'), 'text,lat,lon,feature\n2 lê lợi,12,107.5,\n');
    expect((await run('aliased', '--aliases', path('aliases.csv'))).stderr).toContain(
      'the alias file is another one',
    );
    await writeFile(path('aliases.csv'), 'text,lat,lon\n2 le loi,12,\n');
    expect((await run('other', '--aliases', path('aliases.csv'))).stderr).toContain(
      'row 1: lat and lon are no position',
    );
  });
});

describe('the alias file of a job', () => {
  /** A job that names its alias file beside it, and a run of it. */
  async function setUpJob() {
    const world = await setUp(['1 Lê Lợi', '2 nowhere', '3 doubtful']);
    const { path, command, results } = world;
    await mkdir(path('jobs'));
    await writeFile(path('jobs/aliases.csv'), 'text,lat,lon\n1 lê lợi,11.5,107.5\n');
    await writeFile(
      path('jobs/nightly.yaml'),
      'name: nightly\nstages: [geocode]\noutputs: [csv, geojson]\naliases: aliases.csv\n',
    );
    const nightly = (output: string, ...more: string[]) =>
      command(
        'run',
        '--yes',
        path('jobs/nightly.yaml'),
        '--input',
        path('in.csv'),
        '--output',
        output,
        ...more,
      );
    const rows = async (name: string) => (await results(name))[0]?.split('\n') ?? [];
    return { ...world, nightly, rows };
  }

  it('answers its texts, also in a filter, and is part of the identity of the run', async () => {
    const { path, command, nightly, rows, texts } = await setUpJob();
    expect(await nightly(path('first'))).toMatchObject({ exitCode: 0 });
    expect((await rows('first'))[1]).toMatch(/^1,1 Lê Lợi,ok,,11\.5,107\.5,.*,manual,/);
    expect(await texts()).toEqual(['2 nowhere', '3 doubtful']);
    expect((await nightly('-')).stdout.split('\n')).toEqual(await rows('first'));
    expect((await command('check', path('jobs/nightly.yaml'))).stdout).toContain('aliases.csv, 1 text');
    await writeFile(path('jobs/aliases.csv'), 'text,lat,lon\n1 lê lợi,12,107.5\n');
    expect(await nightly(path('first'))).toMatchObject({
      exitCode: 65,
      stderr: expect.stringContaining('the alias file is another one') as string,
    });
    const queue = ['--queue', 'redis://127.0.0.1:1'];
    expect((await nightly(path('queued'), ...queue)).stderr).toContain('cannot be used with a queue');
    await rm(path('jobs/aliases.csv'));
    for (const missing of [await nightly(path('other')), await command('check', path('jobs/nightly.yaml'))])
      expect(missing).toMatchObject({
        exitCode: 66,
        stderr: expect.stringContaining('there is no file') as string,
      });
  });

  it('remembers what a person decides, and the next run uses it', async () => {
    const { path, command, nightly, rows, results, texts } = await setUpJob();
    await nightly(path('first'));
    await writeFile(path('decided.csv'), 'row,text,choice,lat,lon\n2,2 nowhere,,10.5,107.25\n');
    const applied = await command('review', path('first'), '--apply', path('decided.csv'));
    expect(applied).toMatchObject({ exitCode: 0 });
    const known = (await readFile(path('jobs/aliases.csv'), 'utf8')).split('\n');
    expect(known[1]).toBe('1 lê lợi,11.5,107.5,');
    expect(known[2]).toMatch(/^2 nowhere,10\.5,107\.25,"\{/);
    const before = (await texts()).length;
    await nightly(path('second'), '--no-cache');
    expect((await texts()).slice(before)).toEqual(['3 doubtful']);
    expect((await rows('second'))[2]).toMatch(/^2,2 nowhere,ok,,10\.5,107\.25,.*,manual,/);
    expect(await results('first-reviewed')).toEqual(await results('second'));
    // The record of the run has its alias file, whichever command named it.
    expect((await command('retry', path('first-reviewed'), '--below', '0.5')).exitCode).toBe(0);
    await nightly(path('third'), '--aliases', path('other.csv')).then(({ exitCode }) =>
      expect(exitCode).toBe(66),
    );
  });
});

describe('geomill review', () => {
  it('takes back what a person decided, and the files are those of a run with the alias file', async () => {
    const { path, command, run, results, texts } = await setUp([
      '1 sure',
      '2 doubtful',
      '=2+5 doubtful',
      '4 nowhere',
      '5 nowhere',
      '2  DOUBTFUL',
    ]);
    await run('old');
    const old = await results('old');
    const exported = await command('review', path('old'), '--map', 'none', '--to', path('review.csv'));
    expect(exported).toMatchObject({ exitCode: 0, stderr: '' });
    expect(exported.stdout).toMatch(/^4 doubtful rows in .*review\.csv: write the number/);
    const lines = (await readFile(path('review.csv'), 'utf8')).trimEnd().split('\n');
    expect(lines[1]).toMatch(
      /^2,2,"2, 6",2 doubtful,ok,confidence 0\.3 is below 0\.6,0\.3,,,,,,2 doubtful 1,ward 1,10,106\.1,2 doubtful 2,ward 2,10,106\.2$/,
    );
    expect(lines[2]).toMatch(/^3,1,3,'=2\+5 doubtful,/);

    const edited = [
      lines[0],
      lines[1]?.replace('0.3,,,,', '0.3,2,,,'),
      lines[3]?.replace(/(not_found,no match,),,,/, '$1,,10.5,107.25'),
      lines[4]?.replace(/(not_found,no match,),,,/, '$1,9,,'),
    ];
    await writeFile(path('edited.csv'), `${edited.join('\n')}\n`);
    const asked = async () => (await texts()).filter((text) => text !== null);
    const before = await asked();
    const applied = await command('review', path('old'), '--apply', path('edited.csv'));
    expect(applied.stderr).toContain(
      'H4 (row 5 of the results, "5 nowhere"): there is no candidate 9: the row has no candidates',
    );
    expect(applied.exitCode).toBe(3);
    expect(await asked()).toEqual(before);
    const reviewed = await results('old-reviewed');
    const rows = reviewed[0]?.split('\n') ?? [];
    for (const at of [2, 6])
      expect(rows[at]).toMatch(/,ok,,10,106\.2,2 doubtful 2,.*,street,1,.*,manual,ward 2,/);
    expect(rows[4]).toMatch(/,ok,,10\.5,107\.25,4 nowhere,.*,house,1,.*,manual,/);
    expect(rows[3]).toBe(old[0]?.split('\n')[3]);
    await run('clean', '--aliases', path('old-reviewed/aliases.csv'));
    expect(reviewed).toEqual(await results('clean'));
    expect(await results('old')).toEqual(old);
    // The same command again finds everything done.
    expect((await command('review', path('old'), '--apply', path('edited.csv'))).stdout).toContain(
      'already finished',
    );
    expect(await results('old-reviewed')).toEqual(reviewed);
  });

  it('has a line for each text with its rows, own ids and links, and --below leaves out what is not below', async () => {
    const { path, command, run } = await setUp(['1 doubtful', '2 sure', '1 DOUBTFUL ', '3 nowhere']);
    await run('old', '--set', 'map_link=https://maps.example/?q={lat},{lon}');
    const csv = async (...more: string[]) => {
      const ended = await command('review', path('old'), '--to', path('review.csv'), ...more);
      expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
      return parse<Record<string, string>>(await readFile(path('review.csv'), 'utf8'), {
        columns: true,
        bom: true,
      });
    };
    const lines = await csv('--id', 'address');
    expect(lines.map(({ text, rows, id }) => [text, rows, id])).toEqual([
      ['1 doubtful', '2', '1 doubtful, 1 DOUBTFUL '],
      ['3 nowhere', '1', '3 nowhere'],
    ]);
    expect(lines[0]).toMatchObject({
      map: 'https://maps.example/?q=10,106.1',
      '2_map': 'https://maps.example/?q=10,106.2',
    });
    expect(
      Object.keys(lines[0] ?? {})
        .slice(0, 13)
        .join(),
    ).toBe('row,rows,id,text,status,reason,confidence,map,choice,lat,lon,level,confirm');
    expect((await csv('--below', '0.3')).map(({ text }) => text)).toEqual(['3 nowhere']);
    expect((await csv('--below', '0.95')).map(({ text }) => text)).toEqual([
      '1 doubtful',
      '2 sure',
      '3 nowhere',
    ]);
    const wrong = await command('review', path('old'), '--id', 'mã', '--map', 'https://maps.example/{lng}');
    expect(wrong).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('has {lng}') as string });
    const unknown = await command('review', path('old'), '--id', 'mã');
    expect(unknown).toMatchObject({
      exitCode: 64,
      stderr: expect.stringContaining('no column "mã" for --id: it has "id", "address"') as string,
    });
  });

  it('has links to OpenStreetMap by default, to its search where there is no candidate', async () => {
    const { path, command, run } = await setUp(['1 doubtful', 'số 3 nowhere']);
    await run('old');
    await command('review', path('old'), '--to', path('review.csv'));
    const lines = parse<Record<string, string>>(await readFile(path('review.csv'), 'utf8'), {
      columns: true,
      bom: true,
    });
    const osm = 'https://www.openstreetmap.org';
    expect(lines.map(({ map }) => map)).toEqual([
      `${osm}/?mlat=10&mlon=106.1#map=18/10/106.1`,
      `${osm}/search?query=s%E1%BB%91%203%20nowhere`,
    ]);
    expect(lines[0]?.['2_map']).toBe(`${osm}/?mlat=10&mlon=106.2#map=18/10/106.2`);
  });

  it('leaves out a sure match whose house number alone is not in the dataset', async () => {
    const parts = { house: 'unknown', street: 'confirmed', ward: 'confirmed', province: 'confirmed' };
    const more = { district: 'missing', postal_code: 'missing' };
    const world = await setUp(['1 sure', '2 sure', '3 sure', '4 sure'], (text) => ({
      confidence: text.startsWith('2') ? 0.969 : 0.97,
      parts: { ...parts, ...more, ...(text.startsWith('3') && { ward: 'contradicted' }) },
    }));
    const { path, command, run } = world;
    const job = (rules: string) => run('old', '--set', `geocode.verdict=${rules}`, '--restart');
    const listed = async () => {
      await command('review', path('old'), '--to', path('review.csv'));
      const file = await readFile(path('review.csv'), 'utf8');
      return parse<Record<string, string>>(file, { columns: true, bom: true }).map(({ text }) => text);
    };
    await job('true');
    expect(await listed()).toEqual(['2 sure', '3 sure']);
    // A job that wants houses has the others listed too.
    await job('{"least_level":"house"}');
    expect(await listed()).toHaveLength(4);
  });

  it('gives a position the units there and the level that the person says, and asks about one out of the province of the text', async () => {
    const folder = loopback.newFolder();
    const path = (name: string) => join(folder, name);
    const texts = ['Ngõ Không Có, Hà Nội', 'Ngách Không Có, Hà Nội', 'Hẻm Không Có, Hà Nội'];
    await writeFile(path('in.csv'), stringify([['address'], ...texts.map((text) => [text])]));
    await geomill(['run', '--yes', 'geocode', '--input', path('in.csv'), '--output', path('old')]);
    const header = ['row', 'text', 'choice', 'lat', 'lon', 'level', 'confirm'];
    const apply = async (name: string, ...lines: string[][]) => {
      await writeFile(path(`${name}.csv`), stringify([header, ...lines]));
      const ended = await geomill([
        ...['review', path('old'), '--apply', path(`${name}.csv`), '--output', path(name)],
        ...['--aliases', path(`${name}-aliases.csv`)],
      ]);
      const file = await readFile(path(`${name}/in.csv`), 'utf8').catch(() => '');
      return { ...ended, rows: parse<Record<string, string>>(file, { columns: true }) };
    };
    const far = ['3', texts[2]!, '', '10.7725', '106.698', ''];
    const near = ['1', texts[0]!, '', '21.0368', '105.847', ''];
    const first = await apply(
      'first',
      [...near, ''],
      ['2', texts[1]!, '', '21.0368', '105.847', 'Ward', ''],
      [...far, ''],
    );
    expect(first.exitCode).toBe(3);
    expect(first.stderr).toMatch(
      /G4 \(row 3 .*\): the position is in Thành phố Hồ Chí Minh, 1,1\d\d km from the best match, and the text names Thành phố Hà Nội: write yes into the column confirm/,
    );
    const units = {
      geocode_place_id: 'manual',
      geocode_ward_new: 'Phường Hoàn Kiếm',
      geocode_ward_code_new: '00070',
      geocode_province_new: 'Thành phố Hà Nội',
      geocode_province_code_new: '01',
      geocode_province_code_old: '01',
    };
    expect(first.rows.slice(0, 2)).toMatchObject([
      { ...units, geocode_level: 'house', geocode_accuracy_meters: '0' },
      { ...units, geocode_level: 'ward' },
    ]);
    expect(Number(first.rows[1]?.geocode_accuracy_meters)).toBeGreaterThan(100);
    expect(first.rows[2]?.geocode_place_id).not.toBe('manual');
    const second = await apply('second', [...far, 'yes']);
    expect(second.exitCode).toBe(0);
    expect(second.rows[2]).toMatchObject({ geocode_place_id: 'manual', geocode_province_code_new: '79' });
    expect((await apply('third', ['1', texts[0]!, '', '21.03', '105.84', 'hause', ''])).stderr).toContain(
      'F2 (row 1 of the results, "Ngõ Không Có, Hà Nội"): "hause" is no level: did you mean house?',
    );
  });

  it('understands positions as people write them, says how, and lists errors by cell', async () => {
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `${letter} nowhere`);
    const { path, command, run, results } = await setUp(texts);
    await run('old');
    const cells = [
      ['', '10.7769, 106.7009', ''],
      ['', '10,7769', '106,7009'],
      ['', '106.7009', '10.7769'],
      ['10,7769; 106,7009', '', ''],
      ['', '10.7769', ''],
      ['1', '', ''],
      ['', '1.5', '103.8'],
    ];
    const lines = cells.map((line, at) => [String(at + 1), texts[at] ?? '', ...line]);
    await writeFile(path('edited.csv'), stringify([['row', 'text', 'choice', 'lat', 'lon'], ...lines]));
    const applied = await command('review', path('old'), '--apply', path('edited.csv'));
    expect(applied.exitCode).toBe(3);
    for (const sentence of [
      /edited\.csv, D2 \(row 1 of the results, "a nowhere"\): read as 10\.7769, 106\.7009 \(both were in one cell\)/,
      /D3 .* read as 10\.7769, 106\.7009 \(decimal commas\)/,
      /D4 .* read as 10\.7769, 106\.7009 \(latitude and longitude were swapped\)/,
      /C5 .* read as 10\.7769, 106\.7009 \(both were in one cell; decimal commas\)/,
      /D6 .* "10\.7769" is no position \(one of latitude and longitude is missing\); write degrees, as in /,
      /C7 .* there is no candidate 1: the row has no candidates/,
      /D8 .* read as 1\.5, 103\.8 \(this is not in Vietnam: is it meant\?\)/,
    ])
      expect(applied.stderr).toMatch(sentence);
    const rows = ((await results('old-reviewed'))[0] ?? '').split('\n');
    for (const at of [1, 2, 3, 4]) expect(rows[at]).toMatch(/,ok,,10\.7769,106\.7009,/);
    expect(rows[7]).toMatch(/,ok,,1\.5,103\.8,/);
    for (const at of [5, 6]) expect(rows[at]).toMatch(/,not_found,/);
  });

  it('offers all wards that a divided one became, and takes the chosen one', async () => {
    const folder = loopback.newFolder();
    const path = (name: string) => join(folder, name);
    const text = 'Phường Long Tuyền, Quận Bình Thuỷ, Thành phố Cần Thơ';
    await writeFile(path('in.csv'), stringify([['address'], [text]]));
    await geomill(['run', 'geocode', '--input', path('in.csv'), '--output', path('old')]);
    expect(await geomill(['review', path('old'), '--to', path('review.csv')])).toMatchObject({ exitCode: 0 });
    const [line = {}] = parse<Record<string, string>>(await readFile(path('review.csv'), 'utf8'), {
      columns: true,
      bom: true,
    });
    const wards = Object.entries(line).filter(
      ([name, ward]) => /_ward$/.test(name) && / \(\d+ %\)$/.test(ward),
    );
    expect(wards.length).toBeGreaterThan(1);
    const [name = '', ward = ''] = wards.at(-1) ?? [];
    const chosen: Record<string, string> = { ...line, choice: name.slice(0, -'_ward'.length) };
    await writeFile(path('edited.csv'), stringify([chosen], { header: true }));
    expect(await geomill(['review', path('old'), '--apply', path('edited.csv')])).toMatchObject({
      exitCode: 0,
    });
    const [row] = parse<Record<string, string>>(await readFile(path('old-reviewed/in.csv'), 'utf8'), {
      columns: true,
    });
    expect(row).toMatchObject({
      geocode_place_id: 'manual',
      geocode_ward_new: ward.replace(/ \(.*/, ''),
      geocode_lat: chosen[`${chosen.choice}_lat`],
    });
  });

  it('writes a workbook that can be taken back', async () => {
    const { path, command, run } = await setUp(['1 sure', '=2+5 doubtful']);
    await run('old');
    expect((await command('review', path('old'))).exitCode).toBe(0);
    const applied = await command('review', path('old'), '--apply', path('old-review.xlsx'));
    expect(applied.stdout).toContain('decides no row');
  });
});
