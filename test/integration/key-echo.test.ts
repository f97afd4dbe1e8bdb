import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { answerOf } from '../support/loopback-answers.ts';
import { startLoopbackService } from '../support/loopback-service.ts';
import { geomill } from './cli-harness.ts';

const KEY = 'recognizable-key/0123+4';
const escapes = [...KEY].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
/** The key as a service may write it into the JSON text of a response. */
const ECHOES = [
  KEY,
  escapes,
  KEY.replaceAll('/', '\\/'),
  encodeURIComponent(KEY).toLowerCase(),
  Buffer.from(`apikey=${KEY}`).toString('base64'),
  [...KEY].map((each) => `&#${each.charCodeAt(0)};`).join(''),
  KEY.replace('/', '&#x2f;'),
];
/** The key, and the beginning of it in Base64 where it stands alone or behind "apikey=". */
const FORMS = [KEY, encodeURIComponent(KEY).toLowerCase(), 'cmVjb2duaXph', 'PXJlY29nbml6'];
const formIn = (text: string) =>
  FORMS.find((form) => text.includes(form) || text.toLowerCase().includes(form)) ?? null;

it('writes a key that the service echoes into no file and to no terminal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-echo-'));
  const plain = JSON.stringify(answerOf('geocodeForward', new URLSearchParams({ text: 'x' })));
  const service = await startLoopbackService({
    intercept: (request, response) => {
      const echo = ECHOES[Number(/nth-(\d+)/.exec(request.url ?? '')?.[1])] ?? '';
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(plain.replaceAll('"label":"', `"label":"at ${echo} `));
      return true;
    },
  });
  try {
    const rows = ECHOES.map((_, nth) => `${nth},nth-${nth}\n`);
    writeFileSync(join(folder, 'echo.csv'), `id,address\n${rows.join('')}`);
    const { exitCode, stdout, stderr } = await geomill(
      ['run', 'geocode', '--input', join(folder, 'echo.csv'), '--output', join(folder, 'out')].concat([
        '--service',
        service.baseUrl,
        '--json',
        '--yes',
        '--set',
        'outputs=csv,csv.gz,ndjson,geojson,excel',
      ]),
      { GEOMILL_CACHE: join(folder, 'cache'), GEOMILL_API_KEY: KEY },
    );
    expect([exitCode, stderr]).toEqual([0, expect.anything()]);
    const files = ['out', 'cache'].flatMap((name) =>
      readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    expect(files.length).toBeGreaterThanOrEqual(8);
    for (const file of files) {
      const bytes = readFileSync(file);
      const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
      // Escapes of JSON and HTML decoded, as a reader of the file would.
      const decoded = text
        .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
        .replace(/&#(x?)([0-9a-f]+);/gi, (_, x: string, code: string) =>
          String.fromCharCode(parseInt(code, x ? 16 : 10)),
        )
        .replaceAll('\\/', '/');
      for (const form of [text, decoded]) expect([file, formIn(form)]).toEqual([file, null]);
    }
    expect(readFileSync(join(folder, 'out/echo.csv'), 'utf8')).toContain('<API_KEY>');
    expect(formIn(`${stdout}${stderr}`)).toBeNull();
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
});
