import { describe, expect, it } from 'vitest';
import { checkpointLine, finishLine, headerLine, readJournal, type Checkpoint } from './journal-lines.ts';
import type { RunIdentity } from './identity.ts';
import type { Manifest } from './manifest.ts';

const identity: RunIdentity = {
  inputBytes: 3,
  inputSha256: 'ab',
  layout: '{}',
  columns: ['địa chỉ', '__proto__'],
  stages: '[]',
  outputs: ['csv'],
  service: 'local',
  answers: 3,
};
const checkpoint = (row: number): Checkpoint => ({
  inputOffset: row * 10,
  nextLine: row + 2,
  marks: { csv: { bytes: row, sha256: `${row}` } },
  counts: { rowsIn: row, results: row, rejected: 0, stages: {} },
});
const whole = Buffer.from(
  headerLine(identity) + [1, 2, 3].map((row) => checkpointLine(checkpoint(row))).join(''),
);

describe('readJournal', () => {
  it('gives back what was written', () => {
    const content = readJournal(whole);
    expect(content?.identity).toEqual(identity);
    expect(content?.checkpoints.map((entry) => entry.checkpoint)).toEqual([1, 2, 3].map(checkpoint));
    expect(content?.checkpoints.at(-1)?.endBytes).toBe(whole.length);
    expect(content?.finish).toBeUndefined();
  });

  it('reads the manifest of a run that only lacks its final names', () => {
    const manifest = { geomill: 2, job: 'x' } as Manifest;
    expect(readJournal(Buffer.concat([whole, Buffer.from(finishLine(manifest))]))?.finish).toEqual(manifest);
  });

  it('takes whole lines only, at every truncation', () => {
    const ends = [...(readJournal(whole)?.checkpoints ?? [])].map((entry) => entry.endBytes);
    for (let length = 0; length <= whole.length; length += 1) {
      const content = readJournal(whole.subarray(0, length));
      const expected = ends.filter((end) => end <= length).length;
      expect(content?.checkpoints.length ?? 0).toBe(expected);
    }
  });

  it('never believes a line after a flipped bit', () => {
    const header = readJournal(whole)?.headerBytes as number;
    for (let bit = 0; bit < whole.length * 8; bit += 7) {
      const damaged = Buffer.from(whole);
      damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
      const content = readJournal(damaged);
      if (bit >> 3 < header) expect(content).toBeUndefined();
      else {
        const before = readJournal(whole.subarray(0, bit >> 3))?.checkpoints.length as number;
        expect(content?.checkpoints.map((entry) => entry.checkpoint)).toEqual(
          [1, 2, 3].slice(0, before).map(checkpoint),
        );
      }
    }
  });
});
