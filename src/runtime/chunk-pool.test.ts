import { describe, expect, it } from 'vitest';
import type { CutChunk } from '../formats/chunk-cutter.ts';
import { emptyCounts } from '../run/pipeline/run-counts.ts';
import { threadEnded, packResults } from './chunk-pool.ts';

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

it('keeps the results of this thread as bytes, in buffers that are used again after the commit', async () => {
  let nth = 0;
  const { process } = packResults({
    process: async () => {
      nth += 1;
      const outputs = { csv: `${nth},Huế\n`, geojson: `{"n":${nth}}` };
      return {
        outputs,
        endOffset: nth,
        nextLine: nth + 1,
        counts: emptyCounts([]),
        ...(nth === 3 && { isCut: true }),
      };
    },
  });
  const chunk = {} as CutChunk;
  const textOf = (output: string | Uint8Array | undefined) => Buffer.from(output ?? '').toString();
  const first = await process(chunk);
  const second = await process(chunk);
  expect([first, second].map(({ outputs }) => [textOf(outputs.csv), textOf(outputs.geojson)])).toEqual([
    ['1,Huế\n', '{"n":1}'],
    ['2,Huế\n', '{"n":2}'],
  ]);
  const bufferOf = ({ outputs }: typeof first) => (outputs.csv as Uint8Array).buffer;
  expect(bufferOf(first)).not.toBe(bufferOf(second));
  first.release?.();
  const third = await process(chunk);
  expect(bufferOf(third)).toBe(bufferOf(first));
  expect(third).toMatchObject({ endOffset: 3, nextLine: 4, isCut: true });
});
