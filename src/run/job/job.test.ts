import { describe, expect, it } from 'vitest';
import { MESSAGE_BYTES_MAX } from '../../base/errors/list-faults.ts';
import { jobWrong } from './job.ts';

describe('the message of a broken job', () => {
  it('has at most 4 kB, whatever its faults', () => {
    const fault = (message: string) => ({ place: 'job.yaml:1', message });
    for (const faults of [
      [fault('ộ'.repeat(90_000))],
      Array.from({ length: 2000 }, () => fault('is unknown')),
    ])
      expect(Buffer.byteLength(jobWrong('job.yaml', faults).message)).toBeLessThanOrEqual(MESSAGE_BYTES_MAX);
  });
});
