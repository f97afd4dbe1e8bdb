import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { RemoteEvent } from '../../src/remote/options.ts';
import { openService } from '../../src/runtime/open-service.ts';
import { readServiceSettings } from '../../src/runtime/service-settings.ts';
import { createMemoryRun, csvRows } from '../support/memory-run.ts';
import { inEnglish } from '../support/in-english.ts';

const folder = mkdtempSync(join(tmpdir(), 'geomill-tls-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a service in an environment; returns its findings and events. */
async function open(service: string, env: Record<string, string>) {
  const events: RemoteEvent[] = [];
  const settings = await readServiceSettings({ service, cache: false }, { env });
  const opened = await openService(settings, { onEvent: (event) => events.push(event) });
  await opened.close();
  return { findings: opened.findings ?? [], events: events.map(({ event }) => event) };
}

describe('NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };

  it('is warned of for a service over HTTPS, and noted in the manifest', async () => {
    const { findings, events } = await open('https://maps.example/v1', env);
    expect([inEnglish(findings), events]).toEqual([
      [expect.stringMatching(/certificate.*not checked/)],
      ['Tls:Unchecked'],
    ]);
    const run = createMemoryRun(folder, 1);
    run.disk.put(run.inputPath, `id,address\n${csvRows(5)}\n`);
    await run.run({ serviceFindings: findings });
    const manifest = JSON.parse(run.results()['manifest.json'] ?? '') as { findings: unknown[] };
    expect(manifest.findings).toContainEqual(findings[0]);
  });

  it('is no matter where there are no certificates, or they are checked', async () => {
    expect(await open('http://127.0.0.1:9/v1', env)).toEqual({ findings: [], events: [] });
    expect(await open('https://maps.example/v1', {})).toEqual({ findings: [], events: [] });
  });
});
