import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { estimateRun, spendingOf, createDistinctCounter, type Estimate } from './estimate.ts';
import { parseJob } from './parse-job.ts';

const ADDRESSES = `id,address
1,"Bạch Mai, Hà Nội"
2,"Bạch Mai,  Hà Nội"
3,
4,Cần Thơ
5,Cần Thơ,too many cells
`;
const job = (stages: string) => parseJob(`name: x\noutputs: [csv]\nstages: ${stages}\n`, { file: 'x.yaml' });

describe('estimateRun', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-estimate-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function estimate(stages: string, bytes: string | Uint8Array, name = 'in.csv', cached = '') {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const isCached = ({ parameters }: { parameters: object }) => JSON.stringify(parameters).includes(cached);
    const options = { scratchDir: folder, isCached: cached === '' ? () => false : isCached };
    return (await estimateRun(await job(stages), { name, path }, options)).estimate;
  }

  it('counts rows, rejects, questions, distinct ones, and those in the cache', async () => {
    expect(await estimate('[geocode]', ADDRESSES, 'in.csv', 'Cần Thơ')).toEqual({
      rows: 5,
      rejected: 1,
      questions: 3,
      distinct: 2,
      cached: 1,
      laterAtMost: 0,
      isExact: true,
    });
  });

  it('bounds what is asked about answers that are not known yet', async () => {
    expect(await estimate('[geocode, forcode]', ADDRESSES)).toMatchObject({
      questions: 6,
      distinct: 2,
      laterAtMost: 2,
    });
  });

  it('reads compressed inputs and JSON alike', async () => {
    expect(await estimate('[geocode]', gzipSync(ADDRESSES), 'in.csv.gz')).toMatchObject({
      rows: 5,
      distinct: 2,
    });
    const json = JSON.stringify([
      { lat: 21, lon: 105 },
      { lat: 21, lon: 105 },
      { lat: 'x', lon: 0 },
    ]);
    expect(await estimate('[forcode]', json, 'in.json')).toMatchObject({
      rows: 3,
      questions: 2,
      distinct: 1,
    });
  });

  it('tells what does not fit the input, with its line', async () => {
    await expect(estimate('[geocode: { text: "{adress}" }]', ADDRESSES)).rejects.toMatchObject({
      code: 'JOB_WRONG',
      message: expect.stringMatching(/^x\.yaml:3: geocode\.text: there is no column "adress"/) as string,
    });
  });
});

describe('spendingOf', () => {
  const estimate: Estimate = {
    rows: 1500,
    rejected: 0,
    questions: 1400,
    distinct: 1000,
    cached: 200,
    laterAtMost: 100,
    isExact: true,
  };
  it('works out time, days and cost of what is not answered yet', () => {
    expect(spendingOf(estimate, { ratePerSecond: 20, perDay: 400, pricePerRequest: 0.5 })).toEqual({
      requests: 900,
      seconds: 45,
      days: 3,
      cost: 450,
    });
    expect(spendingOf(estimate, {})).toEqual({ requests: 900 });
  });
});

describe('createDistinctCounter', () => {
  it('counts exactly as long as it keeps every key, and asks for the property once a key', () => {
    const counter = createDistinctCounter(1000);
    let asked = 0;
    for (let i = 0; i < 3000; i += 1) {
      counter.add(`key ${i % 1000}`, () => {
        asked += 1;
        return i % 4 === 0;
      });
    }
    expect(asked).toBe(1000);
    expect(counter.result()).toEqual({ distinct: 1000, withProperty: 250, isExact: true });
  });

  it('estimates beyond that, within a few times 1 / sqrt(kept)', () => {
    const counter = createDistinctCounter(4096);
    for (let i = 0; i < 100_000; i += 1) counter.add(`key ${i % 50_000}`, () => i % 2 === 0);
    const { distinct, withProperty, isExact } = counter.result();
    expect(isExact).toBe(false);
    expect(Math.abs(distinct / 50_000 - 1)).toBeLessThan(0.08);
    expect(Math.abs(withProperty / 25_000 - 1)).toBeLessThan(0.1);
  });
});
