import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effort } from '../support/effort.ts';
import { growthOf, type Growth } from '../support/growth.ts';
import { HOSTILE_KINDS, KNOWN_CELLS, hostileCell } from '../support/hostile-cells.ts';
import { HOSTILE_ROOMS } from '../support/hostile-rooms.ts';
import { HOSTILE_CASES } from '../support/hostile-table.ts';

const run = promisify(execFile);

/** Characters of the longest texts. */
const LONGEST = effort('100000', '1000000');

// Each process is killed, and its test fails, where a text costs more than its length: a generous limit, as a net only.
const HARD_LIMIT_MS = 170_000;
const inChild = async (...args: string[]): Promise<string> =>
  run(process.execPath, args, { timeout: HARD_LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: 64 << 20 }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string; killed: boolean }) => {
      // The last line says what had begun.
      const last = error.stdout.trim().split('\n').at(-1) ?? '';
      throw new Error(`${error.killed ? 'killed' : 'failed'} in ${last.slice(0, 300)}: ${error.stderr}`, {
        cause: error,
      });
    },
  );

const linesOf = <T>(output: string): T[] =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

/** The operations, and what each answers to all hostile texts with an address behind them. */
const ANSWERS: Readonly<Record<string, (name: string) => string>> = {
  geocodeForward: streetOf,
  geocodeForwardGoogle: streetOf,
  autocomplete: (name) => (name.startsWith('long ') ? '"features":[' : streetOf(name)),
  autocompleteGoogle: (name) => (name.startsWith('long ') ? '"predictions":[' : streetOf(name)),
  convert: (name) => (name === '45 letters' ? 'the text names no ward' : '"status":"OK"'),
  convertWard: (name) => (name === '45 letters' ? 'the text names no ward' : '"status":"OK"'),
  geocodeReverse: () => '{"refused":"INVALID_REQUEST"}',
  nearby: () => '{"refused":"INVALID_REQUEST"}',
  // Of commas alone, most are ids without a character.
  place: (name) => (name === 'long commas' ? '{"refused":"INVALID_REQUEST"}' : '"status":"NOT_FOUND"'),
  decodeForcode: () => '"status":"INVALID_FORCODES"',
};

/** Kinds of long texts with words or numbers that hide the house and street behind them, not its city. */
const HIDING = ['long numbers', 'long slashes', 'long house', 'long capitals', 'long names'];

function streetOf(name: string): string {
  if (HIDING.includes(name)) return 'Hà Nội';
  const known = KNOWN_CELLS.find((each) => each.name === name);
  return known?.address.includes('Bát Đàn') === false ? 'Phố Hàng Bài' : 'Phố Bát Đàn';
}

describe('a text costs no more than its length', () => {
  it(
    'in each function with an expression that was slow',
    async () => {
      const output = await inChild('--import', 'tsx', 'test/support/hostile-child.ts', LONGEST);
      const found = linesOf<Partial<Growth>>(output).filter(({ place }) => place !== undefined);
      const cases = [...HOSTILE_CASES, ...HOSTILE_ROOMS];
      expect(found).toHaveLength(cases.flatMap(({ families }) => families).length);
      expect(found.filter(({ slow = [], faults = [] }) => slow.length + faults.length > 0)).toEqual([]);
      // A refusal that the table allows occurs.
      const refusing = found.filter(({ refused = [] }) => refused.length > 0).map(({ place }) => place);
      const stated = cases.filter(({ refuses }) => refuses !== undefined).map(({ place }) => place);
      expect(new Set(refusing)).toEqual(new Set(stated));
    },
    HARD_LIMIT_MS,
  );

  it('which is what the measurement measures', async () => {
    const text = { pumps: [['', '\t']], suffix: 'x' } as const;
    const measured = (call: (text: string) => unknown) =>
      growthOf({ place: 'here', call, families: [text] }, 0, [500, 12_000]);
    expect(await measured((each) => each.split('\t'))).toMatchObject({ slow: [], faults: [] });
    expect(await measured((each) => /\t+$/.test(each))).toMatchObject({ slow: [12_000] });
    const failing = await measured(() => {
      throw new TypeError('a bug');
    });
    expect(failing.faults).toEqual(['TypeError: a bug']);
  });

  it(
    'in the operations that read texts, which still find the address behind it',
    async () => {
      const output = await inChild('--import', 'tsx', 'test/support/hostile-answers.ts', LONGEST);
      const lines = linesOf<{ operation?: string; name: string; answer: string }>(output);
      const answers = lines.filter(({ operation }) => operation !== undefined);
      expect(answers).toHaveLength(Object.keys(ANSWERS).length * (KNOWN_CELLS.length + HOSTILE_KINDS.length));
      for (const { operation = '', name, answer } of answers)
        expect(answer, `${operation} of ${name}`).toContain(ANSWERS[operation]?.(name));
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
