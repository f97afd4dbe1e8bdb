import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GeomillError } from '../../src/base/errors/geomill-error.ts';
import { aliasKey } from '../../src/run/pipeline/rerun/alias-file.ts';
import type { Alias, Aliases } from '../../src/run/pipeline/rerun/aliases.ts';
import type { RunOptions } from '../../src/run/pipeline/spec.ts';
import type { OpenedService } from '../../src/runtime/opened-service.ts';
import { withAliases } from '../../src/runtime/with-aliases.ts';
import { osmAnswer, osmFeature, recordingService } from '../support/fake-service.ts';
import { PowerLoss } from '../support/memory-disk.ts';
import { createRerunWorld, FILES, rows } from '../support/rerun-world.ts';

const UPDATE = { update: { key: '1' } };
const KEEPING = { update: { key: '1', keepOlder: true } };
const LOCAL = 'local aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
/** Another version, as of a program that answers otherwise. */
const NEWER = { version: '2.0', answers: 2 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-versions-'));
  for (const name of ['old', 'new', 'clean']) await mkdir(join(folder, name));
});
afterAll(() => rm(folder, { recursive: true }));

/** A service whose labels name it; `has` says for which texts it has an answer. */
function serviceNamed(name: string, has: (text: string) => boolean = () => true) {
  return recordingService({
    geocodeForward: {
      osm: async ({ text }) => {
        if (!has(text)) throw new GeomillError('SERVICE_ERROR', 'not in the cache');
        return osmAnswer(osmFeature({ label: `${text} ${name}`, name: text }, [105, 20]));
      },
    },
    geocodeReverse: {
      osm: async (position) =>
        osmAnswer(osmFeature({ label: `${name} ${JSON.stringify(position)}`, distance: 1 })),
    },
  });
}

/** A finished run of an older version, over a dataset. */
async function finishedWorld(
  count: number,
  more: Partial<RunOptions> = {},
  outputs?: readonly string[],
  seed = 0,
) {
  const world = createRerunWorld(folder, rows(count), outputs, seed);
  const notes: string[] = [];
  const run = (name: string, options: Partial<RunOptions>) =>
    world.run(name, { onNote: (note) => notes.push(note), ...options });
  await run('old', { ...UPDATE, serviceIdentity: LOCAL, mode: 'restart', ...more });
  notes.length = 0;
  return { ...world, run, notes };
}

const NOW = { ...NEWER, serviceIdentity: LOCAL };
const NEW_EDITION = { serviceIdentity: 'local bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' };
const namesOf = (text: string | undefined) => new Set(text?.match(/\bv\d\b/g));

describe('an unfinished run', () => {
  async function unfinished(more: Partial<RunOptions> = {}) {
    const world = createRerunWorld(folder, rows(60), ['csv']);
    world.disk.intercept((operation, what) => {
      if (operation > 60 && what === 'sync') throw new PowerLoss('power loss');
    });
    await world.run('old', { mode: 'restart', ...more }).catch(() => undefined);
    world.disk.crash();
    expect(world.text('old', '.journal.ndjson') ?? world.disk.names().join(' ')).toContain('journal');
    return world;
  }

  it.each([
    ['another version of Geomill', { version: '2.0' }],
    ['another version of answers', { answers: 2 }],
    ['another version of both', NEWER],
  ])('is refused to %s, with both ways out', async (_, other) => {
    const world = await unfinished();
    const before = world.disk.names().toSorted();
    await expect(world.run('old', other)).rejects.toMatchObject({
      code: 'INPUT_CHANGED',
      message: expect.stringMatching(
        /unfinished run of Geomill 1\.0 \(version of answers 1\), and this is Geomill .*Finish it with Geomill 1\.0 .*, or use --restart/,
      ) as string,
    });
    expect(world.disk.names().toSorted()).toEqual(before);
    await world.run('old', { ...other, mode: 'restart' });
    expect(world.manifest('old').identity).toMatchObject(other);
  });

  it('of a version before there were any is refused, too, and its own version continues it', async () => {
    const world = await unfinished({ version: undefined as never });
    await expect(world.run('old', {})).rejects.toThrow(/unfinished run of Geomill \(version of answers 1\)/);
    expect(await world.run('old', { version: undefined as never })).toMatchObject({ outcome: 'finished' });
  });
});

describe('a finished run', () => {
  it('is that of another program with the same answers, and not that of other answers', async () => {
    const world = await finishedWorld(20, { serviceIdentity: 'test' });
    expect(await world.run('old', { version: '2.0' })).toMatchObject({ outcome: 'already_finished' });
    await expect(world.run('old', NEWER)).rejects.toThrow(/the version of answers was 1 and is 2.*--restart/);
    world.put(`${rows(20)}${rows(1, 501).split('\n')[1]}\n`);
    await expect(world.run('old', { ...NEWER, mode: 'append' })).rejects.toThrow(/version of answers/);
    await world.run('old', { version: '2.0', mode: 'append' });
    expect(world.manifest('old').counts.rowsIn).toBe(21);
  });

  it('is not processed again in part by another version', async () => {
    const world = await finishedWorld(20, { serviceIdentity: 'test', ...({ fails: true } as object) });
    await expect(world.rerun({}, NEWER)).rejects.toThrow(/the version of answers was 1 and is 2/);
  });
});

describe('an update over answers of another version or edition', () => {
  const v2 = () => serviceNamed('v2').service;

  it.each([
    ['version of answers', NOW, 'Geomill 1.0 (version of answers 1)'],
    ['edition of the dataset', NEW_EDITION, 'the dataset of 2026-01-01'],
    [
      'version and edition',
      { ...NOW, ...NEW_EDITION },
      'Geomill 1.0 (version of answers 1) over the dataset of 2026-01-01',
    ],
  ])(
    'of another %s answers all rows again, says so, and has the bytes of a run over all rows',
    async (_, other, by) => {
      const dataset = { id: 'a', edition: '2026-01-01' };
      const world = await finishedWorld(66, { dataset });
      const old = world.manifest('old').counts.results;
      for (const next of [rows(66), `${rows(66)}${rows(3, 501).split('\n').slice(1).join('\n')}`]) {
        await world.run('old', { ...UPDATE, dataset, serviceIdentity: LOCAL, mode: 'restart' });
        world.notes.length = 0;
        world.put(next);
        const report = await world.run('old', { ...UPDATE, ...other, service: v2() });
        expect(report).toMatchObject({ outcome: 'finished', older: { rows: old, by, areKept: false } });
        expect(world.notes.join('\n')).toContain(
          `${old} rows were answered by ${by}: they are answered again; --keep-older keeps them`,
        );
        await world.run('clean', { ...other, service: v2(), mode: 'restart' });
        for (const name of FILES) expect(world.text('old', name), name).toBe(world.text('clean', name));
        expect(namesOf(world.text('old', 'results.csv'))).toEqual(new Set(['v2']));
        expect(await world.run('old', { ...UPDATE, ...other })).toMatchObject({
          outcome: 'already_finished',
        });
        world.put(rows(66));
      }
    },
  );

  it('keeps them with --keep-older, knows each of them, and answers just these again without it', async () => {
    const world = await finishedWorld(66);
    const old = world.manifest('old').counts.results;
    const next = `${rows(2, 901)}${rows(66).split('\n').slice(1).join('\n')}`;
    world.put(next);
    const kept = await world.run('old', { ...KEEPING, ...NOW, service: v2() });
    expect(kept).toMatchObject({ update: { kept: old, added: 2, renewed: 0 }, older: { areKept: true } });
    expect(world.notes.join('\n')).toContain('keep these answers (--keep-older)');
    expect(world.manifest('old')).toMatchObject({
      identity: { answers: 2, version: '2.0' },
      counts: { older: { rows: old, by: 'Geomill 1.0 (version of answers 1)', ranges: [[2, old + 2]] } },
    });
    expect(await world.run('old', { ...KEEPING, ...NOW })).toMatchObject({ outcome: 'already_finished' });
    const again = await world.run('old', { ...UPDATE, ...NOW, service: v2() });
    expect(again).toMatchObject({ update: { kept: 2, added: 0, changed: 0, renewed: old } });
    await world.run('clean', { ...NOW, service: v2(), mode: 'restart' });
    for (const name of FILES) expect(world.text('old', name), name).toBe(world.text('clean', name));
  });

  it('of a remote service makes them again from kept answers, and sends nothing for one that was not kept', async () => {
    const remote = { serviceIdentity: 'remote host' };
    const world = await finishedWorld(66, remote);
    const old = world.manifest('old').counts.results;
    const sent = serviceNamed('v2');
    const kept = serviceNamed('v2', (text) => !text.includes('nowhere'));
    const options = { ...UPDATE, ...NEWER, ...remote, service: sent.service, keptAnswers: kept.service };
    const report = await world.run('old', options);
    expect(sent.questions).toEqual([]);
    const lost = world.text('old', 'results.csv')!.match(/nowhere/g)!.length;
    expect(report.update).toMatchObject({ renewed: old - lost, kept: lost });
    expect(world.manifest('old').counts.older).toMatchObject({ rows: lost });
    expect(world.notes.join('\n')).toContain(
      'from the responses in the cache; rows without one keep what they have',
    );
    // A new row costs a request, those that were not kept still do not.
    world.put(`${rows(66)}${rows(1, 910).split('\n').slice(1).join('\n')}`);
    await world.run('old', options);
    expect(sent.questions).toHaveLength(2);
  });

  it('survives a power cut at any operation, in each way', async () => {
    const OUTPUTS = ['csv', 'geojson', 'csv.gz'];
    const NAMES = ['results.csv', 'results.geojson', 'results.csv.gz', ...FILES.slice(-3), 'earlier.json'];
    for (const options of [
      { ...UPDATE, ...NOW },
      { ...KEEPING, ...NOW },
    ]) {
      const finished = async (seed: number) => {
        const world = await finishedWorld(44, {}, OUTPUTS, seed);
        world.put(`${rows(2, 901)}${rows(44).split('\n').slice(1).join('\n')}`);
        return { ...world, files: () => NAMES.map((file) => world.text('old', file)) };
      };
      const whole = await finished(0);
      whole.disk.intercept(() => undefined);
      await whole.run('old', { ...options, service: v2() });
      const operations = whole.disk.operations();
      for (let at = 0; at < operations; at += 11) {
        const world = await finished(at);
        world.disk.intercept((operation) => {
          if (operation >= at) throw new PowerLoss('power loss');
        });
        await world.run('old', { ...options, service: v2() }).catch(() => undefined);
        world.disk.crash();
        await world.run('old', { ...options, service: v2() });
        expect(world.files(), `after ${at}`).toEqual(whole.files());
      }
    }
  });

  it('that was killed begins anew in a third version', async () => {
    const world = await finishedWorld(66);
    world.put(`${rows(2, 901)}${rows(66).split('\n').slice(1).join('\n')}`);
    world.disk.intercept((operation, what) => {
      if (operation > 120 && what === 'sync') throw new PowerLoss('power loss');
    });
    await world.run('old', { ...UPDATE, ...NOW, service: v2() }).catch(() => undefined);
    world.disk.crash();
    const third = { ...NOW, version: '3.0', answers: 3, service: serviceNamed('v3').service };
    await world.run('old', { ...UPDATE, ...third });
    expect(world.notes.join('\n')).toContain('it begins anew');
    expect(namesOf(world.text('old', 'results.csv'))).toEqual(new Set(['v3']));
    await world.run('clean', { ...third, mode: 'restart' });
    for (const name of FILES) expect(world.text('old', name), name).toBe(world.text('clean', name));
  });
});

describe('decisions of a person', () => {
  const decided = (...list: [text: string, lat: number][]): Aliases => {
    const aliases = list.map(([text, lat]): [string, Alias] => [aliasKey(text), { text, lat, lon: 106 }]);
    return { byText: new Map(aliases), sha256: JSON.stringify(list), lineOf: new Map(), notes: [] };
  };
  /** The options of a run with decisions. */
  const withDecisions = async (service: RunOptions['service'], aliases: Aliases) => ({
    aliases,
    service: (await withAliases({ service } as OpenedService, {}, { read: aliases })).service,
  });

  it('ask an update the rows that they are about, and no other; the bytes are those of a run over all rows', async () => {
    const world = createRerunWorld(folder, rows(66));
    const nights = [
      decided(['4 Lê Lợi', 11], ['6 Lê Lợi', 12]),
      // One stays, one is another, one is new.
      decided(['4 Lê Lợi', 11], ['6 Lê Lợi', 13], ['nowhere 3', 14]),
      // One is gone.
      decided(['6 Lê Lợi', 13], ['nowhere 3', 14]),
    ];
    await world.run('old', { ...UPDATE, mode: 'restart' });
    for (const [night, changed] of [2, 2, 1].entries()) {
      const options = await withDecisions(world.service, nights[night]!);
      const { update } = await world.run('old', { ...UPDATE, ...options });
      expect(update, `night ${night}`).toMatchObject({ changed, added: 0, retried: 0, renewed: 0, gone: 0 });
      // Only the text whose decision is gone is requested.
      expect(world.asked()).toEqual(night === 2 ? ['4 Lê Lợi'] : []);
      await world.run('clean', { ...options, mode: 'restart' });
      for (const name of FILES) expect(world.text('old', name), name).toBe(world.text('clean', name));
    }
    await expect(world.run('old', UPDATE)).rejects.toThrow(/the alias file is another one/);
  });

  it('are taken by a retry beside the rows with an error', async () => {
    const world = createRerunWorld(folder, rows(66));
    const first = await withDecisions(world.service, decided(['4 Lê Lợi', 11]));
    await world.run('old', { ...first, mode: 'restart', fails: true });
    const failed = world.failed();
    expect(failed.length).toBeGreaterThan(0);
    const then = await withDecisions(world.service, decided(['4 Lê Lợi', 11], ['6 Lê Lợi', 12]));
    const { rerun } = await world.rerun({}, then, true);
    expect(rerun.rows).toBe(failed.length + 1);
    expect(world.asked()).toEqual(failed);
    await world.run('clean', { ...then, mode: 'restart' });
    for (const name of FILES) expect(world.text('new', name), name).toBe(world.text('clean', name));
    await expect(world.rerun({}, {}, true)).rejects.toThrow(/made with an alias file: name it/);
  });
});
