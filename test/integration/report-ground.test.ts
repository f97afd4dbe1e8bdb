import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDurableFs } from '../../src/base/files/durable-fs.ts';
import { decodeShapes } from '../../src/base/geo/ground-tiles.ts';
import { decodeOutlines } from '../../src/base/geo/outlines.ts';
import type { ReportFacts } from '../../src/report/data/report-facts.ts';
import { readDatasetGround } from '../../src/report/ground/dataset-ground.ts';
import { provincesAround } from '../../src/report/ground/provinces-around.ts';
import { readPageFiles } from '../../src/report/page-text.ts';
import { writeReport } from '../../src/report/write-report.ts';
import { writeManifest, type Manifest } from '../../src/run/pipeline/journal/manifest.ts';
import { writeFinishedRun } from '../support/finished-run.ts';
import { useTemporaryFolders } from '../support/temporary-folders.ts';

const makeFolder = useTemporaryFolders('report-ground');
const fs = createDurableFs();
const HA_NOI = { lat: 21.03, lon: 105.85 };

describe('the ground of a report from the dataset of its run', () => {
  const STARTER = 'fixtures/starter';
  const idOf = async () =>
    (JSON.parse(await readFile(`${STARTER}/manifest.json`, 'utf8')) as { id: string }).id;

  it('has the streets around the points, more of them the nearer the map is', async () => {
    const { tiles: streets, coverage } = (await readDatasetGround(STARTER, await idOf(), [HA_NOI]))!;
    expect(streets.facts.attribution).toContain('OpenStreetMap');
    const pointsAt = (wanted: number) =>
      streets.facts.tiles.flatMap(([zoom], nth) =>
        zoom === wanted ? decodeShapes(inflateRawSync(streets.blocks[nth]!)).map(({ points }) => points) : [],
      );
    expect([...new Set(streets.facts.tiles.map(([zoom]) => zoom))]).toEqual([8, 10, 12, 14]);
    expect(pointsAt(14).length).toBeGreaterThan(pointsAt(8).length);
    // Hoàn Kiếm has streets in the dataset, a mountain ward has none.
    const levelOf = (code: string) => coverage.find((ward) => ward.code === code)?.level;
    expect(['00070', '01288'].map(levelOf)).toEqual(['doorstep', 'ward']);
  });

  it('is as small as was asked for, and none of another dataset or of a missing one', async () => {
    const id = await idOf();
    const { tiles: streets } = (await readDatasetGround(STARTER, id, [HA_NOI], 3000))!;
    expect(streets.blocks.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(3000);
    expect(await readDatasetGround(STARTER, 'f'.repeat(64), [HA_NOI])).toBeUndefined();
    expect(await readDatasetGround('no-such-folder', id, [HA_NOI])).toBeUndefined();
  });

  it('has the wards of the provinces with points alone', async () => {
    const { provinces, wardsOf } = await readPageFiles('dist/report');
    const near = provincesAround(provinces, [HA_NOI]);
    const blocks = await Promise.all(near.map(wardsOf));
    const units = blocks.flatMap((block) => decodeOutlines(inflateRawSync(block)).units);
    const listed = (await readFile(`${STARTER}/wards.csv`, 'utf8'))
      .split('\n')
      .map((line) => line.split(','));
    const inHaNoi = listed.filter(([, , , , province]) => province === '01').map(([code]) => code);
    expect(units.filter(({ parent }) => parent === '01').map(({ code }) => code)).toEqual(inHaNoi);
    expect(new Set(units.map(({ parent }) => parent)).size).toBeLessThan(4);
  });

  it('says which rows are at a ward because the dataset has no street there', async () => {
    const folder = join(makeFolder(), 'run');
    const more = ['ward_code_new', 'province_code_new'];
    const row = (id: string, level: string, ward: string) => [
      id,
      'x',
      'ok',
      '',
      '21.03',
      '105.85',
      'x',
      level,
      '0.9',
      ward,
      '01',
    ];
    await writeFinishedRun(folder, {
      columns: ['id', 'address'],
      more,
      rows: [row('1', 'ward', '01288'), row('2', 'ward', '00070'), row('3', 'house', '00070')],
    });
    const path = join(folder, 'manifest.json');
    const { check: _, ...manifest } = JSON.parse(await readFile(path, 'utf8')) as Manifest & {
      check: string;
    };
    const dataset = { id: await idOf(), edition: '2026-09-20' };
    const expectations = [{ name: 'ok_rate', expected: '>= 0.9', found: 1, isMet: true }];
    await writeManifest(fs, { folder, manifest: path }, { ...manifest, dataset, expectations });
    const options = { folder, files: await readPageFiles('dist/report'), version: '1', datasetDir: STARTER };
    const html = await readFile((await writeReport(options)).path, 'utf8');
    const facts = JSON.parse(/id="facts">([^<]*)</.exec(html)![1]!) as ReportFacts;
    expect(facts.warnings).toEqual([
      {
        text: expect.objectContaining({ en: expect.stringMatching(/^1 of the 2 /) as string }) as object,
        filter: { dimension: 'use', value: 'ward' },
      },
    ]);
    expect(facts.run.edition).toBe('2026-09-20');
    const description = {
      en: 'share of the rows with the status ok, in the stage where it is lowest',
      vi: 'tỷ lệ dòng có trạng thái đạt, ở bước có tỷ lệ thấp nhất',
    };
    expect(facts.expectations).toEqual([{ ...expectations[0], description }]);
    expect(facts.areas).toEqual([
      ['01288', '01'],
      ['00070', '01'],
    ]);
    expect(facts.coverage).toEqual(['ward', 'doorstep']);
    expect(facts.ground?.tiles.length).toBeGreaterThan(0);
  });
});
