import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runJob } from '../../src/run/pipeline/run.ts';
import { STAGES } from '../support/stages.ts';
import { echoService } from '../support/memory-run.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill hostile ễ '));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(input: Buffer, name = 'input.csv') {
  const path = join(folder, name);
  await writeFile(path, input);
  const definition = STAGES.geocode;
  if (!definition) throw new Error('no geocode stage');
  const outputDir = join(folder, 'out');
  const report = await runJob({
    job: {
      name: 'test',
      input: { format: 'auto' },
      stages: [{ prefix: 'geocode', definition, options: { text: '{address}' } }],
      outputs: ['csv', 'geojson', 'ndjson'],
    },
    input: { name: 'results', fileName: name, path },
    outputDir,
    mode: 'resume',
    service: echoService().service,
    serviceIdentity: 'test',
    openRows: 100,
    chunkBytes: 4096,
  });
  const read = (file: string) => readFile(join(outputDir, file), 'utf8');
  const rejects = (await read('rejects.ndjson')).split('\n').filter(Boolean);
  return {
    report,
    table: parse(await read('results.csv')),
    features: (
      JSON.parse(await read('results.geojson')) as { features: { properties: Record<string, unknown> }[] }
    ).features,
    lines: (await read('results.ndjson')).split('\n').filter(Boolean),
    rejects: rejects.map((line) => JSON.parse(line) as Reject),
  };
}

interface Reject {
  row: number;
  line: number;
  offset: number;
  bytes: number;
  reasons: { code: string; message: string }[];
  raw?: string;
  raw_base64?: string;
}

describe('a CSV with everything wrong at once', () => {
  const good = (id: number) => Buffer.from(`${id},"${id} Lê Lợi, Bến Nghé",x,y,z\n`);
  const parts: { bytes: Buffer; reason?: string }[] = [
    { bytes: good(1) },
    { bytes: Buffer.from('2,"stray quote,x,y,z\n'), reason: 'stray_quote' },
    { bytes: good(3) },
    { bytes: Buffer.from('4,too,few\n'), reason: 'too_few_cells' },
    { bytes: Buffer.from('5,a,b,c,d,e,f\n'), reason: 'too_many_cells' },
    { bytes: good(6) },
    {
      bytes: Buffer.concat([Buffer.from('7,'), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from(',x,y,z\n')]),
      reason: 'invalid_utf8',
    },
    { bytes: Buffer.from('8,nul\0byte,x,y,z\n'), reason: 'nul_byte' },
    { bytes: Buffer.from(`9,${'a'.repeat(2 << 20)},x,y,z\n`), reason: 'row_too_large' },
    { bytes: Buffer.from('10,"two\nlines",x,y,z\n') },
    { bytes: Buffer.from('\n\r\n') },
    { bytes: good(11) },
  ];
  const header = Buffer.from('id,address,__proto__,constructor,id\n');

  it('finishes, keeps the good rows, and names every bad one where it is', async () => {
    const { report, table, features, lines, rejects } = await run(
      Buffer.concat([header, ...parts.map(({ bytes }) => bytes)]),
    );
    expect(report.counts).toMatchObject({ rowsIn: 11, results: 5, rejected: 6 });
    expect(table.map(([id]) => id)).toEqual(['id', '1', '3', '6', '10', '11']);
    expect(table[0]?.slice(0, 5)).toEqual(['id', 'address', '__proto__', 'constructor', 'id_2']);
    expect(table[1]?.slice(0, 6)).toEqual(['1', '1 Lê Lợi, Bến Nghé', 'x', 'y', 'z', 'ok']);
    expect(table[4]?.[1]).toBe('two\nlines');

    expect(features).toHaveLength(5);
    expect(lines).toHaveLength(5);
    for (const line of lines) {
      expect(Object.keys(JSON.parse(line) as object)).toContain('__proto__');
      expect(line).toContain('"id_2":"z"');
    }

    expect(rejects.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual(
      parts.filter(({ reason }) => reason).map(({ reason }) => [reason]),
    );
    let offset = header.length;
    const offsets = parts.flatMap(({ bytes, reason }) => {
      const here = offset;
      offset += bytes.length;
      return reason ? [here] : [];
    });
    expect(rejects.map((reject) => reject.offset)).toEqual(offsets);
    expect(rejects.map(({ row }) => row)).toEqual([2, 4, 5, 7, 8, 9]);
    expect(rejects.map(({ line }) => line)).toEqual([3, 5, 6, 8, 9, 10]);
    expect(rejects[0]?.raw).toBe('2,"stray quote,x,y,z');
    expect(Buffer.from(rejects[3]?.raw_base64 ?? '', 'base64')).toEqual(parts[6]?.bytes.subarray(0, -1));
    for (const { reasons } of rejects) expect(reasons[0]?.message.length).toBeGreaterThan(20);
  });
});

describe('inputs that look odd and are not', () => {
  it.each([
    ['a header and no row', 'id,address\n', 0],
    ['one row without a line break', 'id,address\n1,x', 1],
    ['CRLF and a BOM', '\uFEFFid,address\r\n1,x\r\n2,"y\r\nz"\r\n', 2],
    ['emoji', 'id,address\n1,🏠 12 Lê Lợi 🙂\n', 1],
    ['cells that are empty', 'id,address\n1,\n,\n', 2],
  ])('reads %s', async (_, text, rows) => {
    const { report, features } = await run(Buffer.from(text));
    expect(report.counts).toMatchObject({ rowsIn: rows, results: rows, rejected: 0 });
    expect(features).toHaveLength(rows);
  });

  it('asks for the delimiter where none fits, before anything is asked of the service', async () => {
    await expect(run(Buffer.from('id,address\n1\n2\n'))).rejects.toMatchObject({
      code: 'INPUT_BAD',
      message: expect.stringContaining('delimiter: comma') as string,
    });
  });
});

describe('outputs', () => {
  it('refuses to write over its own input', async () => {
    const path = join(folder, 'results.csv');
    await writeFile(path, 'id,address\n1,x\n');
    const definition = STAGES.geocode;
    if (!definition) throw new Error('no geocode stage');
    const options = {
      job: {
        name: 'test',
        input: { format: 'auto' as const },
        stages: [{ prefix: 'geocode', definition, options: { text: '{address}' } }],
        outputs: ['csv'],
      },
      input: { name: 'results', fileName: 'results.csv', path },
      outputDir: folder,
      mode: 'resume' as const,
      service: echoService().service,
      serviceIdentity: 'test',
      openRows: 100,
    };
    await expect(runJob(options)).rejects.toMatchObject({ code: 'OUTPUT_REFUSED' });
    expect(await readFile(path, 'utf8')).toBe('id,address\n1,x\n');
  });
});
