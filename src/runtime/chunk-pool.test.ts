import { describe, expect, it } from 'vitest';
import { threadEnded } from './chunk-threads.ts';

describe('threadEnded', () => {
  it('says why, and what to do', () => {
    const memory = Object.assign(new Error('Worker terminated'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
    expect(threadEnded(memory)).toMatchObject({
      code: 'INTERNAL',
      message: expect.stringMatching(/ran out of memory.*fewer --workers/) as string,
    });
    expect(threadEnded(new Error('worker exited with code: 7')).message).toMatch(
      /worker exited with code: 7.*the same command again to continue/,
    );
  });
});
