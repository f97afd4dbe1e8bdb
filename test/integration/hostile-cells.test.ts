import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effort } from '../support/effort.ts';
import { HOSTILE_KINDS, KNOWN_CELLS, hostileCell } from '../support/hostile-cells.ts';

const run = promisify(execFile);

/** Characters of the longest texts. */
const LONGEST = effort('100000', '1000000');

// Each process is killed, and its test fails, where a text costs more than its length: a generous limit, as a net only.
const HARD_LIMIT_MS = 170_000;
const inChild = async (...args: string[]): Promise<string> =>
  (await run(process.execPath, args, { timeout: HARD_LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: 64 << 20 }))
    .stdout;

const linesOf = <T>(output: string): T[] =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

describe('a text costs no more than its length', () => {
  it(
    'in each function with an expression that was slow',
    async () => {
      const output = await inChild('--import', 'tsx', 'test/support/hostile-child.ts', LONGEST);
      const cases = linesOf<{ place?: string; family: number; times: number[] }>(output).filter(
        ({ place }) => place,
      );
      expect(cases.length).toBeGreaterThan(100);
      // Up to 83 times as long; a quadratic one takes 6,900 times the time.
      const slow = cases.filter(({ times: [, short = 0, long = 0] }) => long > 1_000 * Math.max(short, 5));
      expect(slow).toEqual([]);
    },
    HARD_LIMIT_MS,
  );

  it(
    'in the operations that read addresses and positions, which still find the address behind it',
    async () => {
      const output = await inChild('--import', 'tsx', 'test/support/hostile-answers.ts', LONGEST);
      const answers = linesOf<{ operation: string; name: string; label: string }>(output);
      expect(answers).toHaveLength(5 * (KNOWN_CELLS.length + HOSTILE_KINDS.length));
      for (const { name, address } of KNOWN_CELLS) {
        const found = answers.find((each) => each.operation === 'geocodeForward' && each.name === name);
        expect(found?.label).toContain(address.includes('Bát Đàn') ? 'Phố Bát Đàn' : 'Phố Hàng Bài');
      }
    },
    HARD_LIMIT_MS,
  );
});

describe('a file with hostile cells', () => {
  let folder: string;
  let input: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-hostile-'));
    input = join(folder, 'cells.csv');
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = [
      ...KNOWN_CELLS.map(({ text }) => text),
      ...HOSTILE_KINDS.map((kind) => `${hostileCell(kind, 12_000)}\n86 Bát Đàn, Hà Nội`),
    ];
    const notes = ['0.000.000'.repeat(30), JSON.stringify(Array.from({ length: 20_000 }, (_, at) => at))];
    const lines = rows.map(
      (text, at) => `${at},${quoted(text)},${quoted(notes[at % notes.length] as string)}`,
    );
    await writeFile(input, `id,address,note\n${lines.join('\n')}\n`);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(['1', '2'])(
    'is geocoded by %s workers, no row lost',
    async (workers) => {
      const output = join(folder, `out-${workers}`);
      await inChild(
        'dist/cli/main.cjs',
        'run',
        'geocode',
        '--input',
        input,
        '--output',
        output,
        '--workers',
        workers,
        '--yes',
        '--quiet',
        '--no-report',
      );
      const { counts } = JSON.parse(await readFile(join(output, 'manifest.json'), 'utf8')) as {
        counts: object;
      };
      expect(counts).toMatchObject({ rowsIn: KNOWN_CELLS.length + HOSTILE_KINDS.length });
      expect(await readFile(join(output, 'cells.csv'), 'utf8')).toContain('Phố Bát Đàn');
    },
    HARD_LIMIT_MS,
  );

  it(
    'is judged by check',
    async () => {
      const ended = await inChild('dist/cli/main.cjs', 'check', 'geocode', '--input', input).catch(
        (error: { killed: boolean; stdout: string }) => (error.killed ? 'killed' : error.stdout),
      );
      expect(ended).not.toBe('killed');
    },
    HARD_LIMIT_MS,
  );
});
