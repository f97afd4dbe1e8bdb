import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { effort } from '../support/effort.ts';
import { growthOf, type Growth } from '../support/growth.ts';
import { HOSTILE_KINDS, KNOWN_CELLS } from '../support/hostile-cells.ts';
import { HOSTILE_ROOMS } from '../support/hostile-rooms.ts';
import { HOSTILE_CASES } from '../support/hostile-table.ts';

const run = promisify(execFile);

/** Characters of the longest texts: of those of one function, and of those that ten operations read. */
const LONGEST = effort('100000', '1000000', import.meta.filename);
const LONGEST_READ = effort('100000', '250000', import.meta.filename);

// Each process is killed, and its test fails, where a text costs more than its length: a generous limit, as a net only.
const HARD_LIMIT_MS = 500_000;
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
      const output = await inChild('--import', 'tsx', 'test/support/hostile-answers.ts', LONGEST_READ);
      const lines = linesOf<{ operation?: string; name: string; answer: string }>(output);
      const answers = lines.filter(({ operation }) => operation !== undefined);
      expect(answers).toHaveLength(Object.keys(ANSWERS).length * (KNOWN_CELLS.length + HOSTILE_KINDS.length));
      for (const { operation = '', name, answer } of answers)
        expect(answer, `${operation} of ${name}`).toContain(ANSWERS[operation]?.(name));
    },
    HARD_LIMIT_MS,
  );
});
