import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useLoopback } from '../support/use-loopback.ts';
import { geomill } from './cli-harness.ts';

const loopback = useLoopback('odd-responses');

/** A response in OSM shape whose members are not those of the interface. */
function oddResponse(text: string, isUseless: boolean) {
  const properties = {
    name: text,
    label: isUseless ? 7 : `${text} found`,
    id: `id of ${text}`,
    source: 12,
    category: 'market',
    website: ['https://a.example'],
  };
  const geometry = { type: 'Point', coordinates: [106.7, 10.7] };
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry, properties }],
    bbox: {},
    errors: null,
  };
}

/** Runs three addresses over a service that answers each of them so. */
async function runOver(isUseless: (text: string) => boolean) {
  const folder = loopback.newFolder();
  const input = join(folder, 'in.csv');
  await writeFile(input, 'id,address\n1,1 Lê Lợi\n2,2 Lê Lợi\n3,3 Lê Lợi\n');
  const service = await loopback.start({
    answer: (_, query) => {
      const text = query.get('text') ?? '';
      return oddResponse(text, isUseless(text));
    },
  });
  const output = join(folder, 'out');
  const env = { GEOMILL_SERVICE: service.baseUrl, GEOMILL_CACHE: join(folder, 'cache') };
  const args = ['run', 'geocode', '--input', input, '--output', output, '--no-report', '--json', '--yes'];
  const run = () => geomill(args, env);
  return { run, csv: () => readFile(join(output, 'in.csv'), 'utf8') };
}

describe('a service whose responses differ from the interface', () => {
  it('is used where nothing depends on the difference, which is said once and counted', async () => {
    const { run, csv } = await runOver(() => false);
    const { exitCode, stdout, stderr } = await run();
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      requests: 3,
      odd_responses: 3,
      stages: { geocode: { ok: 3 } },
    });
    for (const place of ['bbox', 'features/…/properties/source', 'features/…/properties/category'])
      expect(stderr.split(`differ from the interface at ${place},`)).toHaveLength(2);
    expect(await csv()).toContain('2 Lê Lợi found');
  });

  it('costs the row where what it says would be wrong', async () => {
    const { run } = await runOver((text) => text.startsWith('2'));
    const { stdout } = await run();
    expect(JSON.parse(stdout)).toMatchObject({ odd_responses: 2, stages: { geocode: { ok: 2, error: 1 } } });
  });
});
