import { describe, expect, it } from 'vitest';
import { createColumnCollector } from './columns.ts';
import { inspectInput } from './inspect.ts';

const MOST = 16_384;

describe('columns of an input', () => {
  it('are at most 16,384 member names', () => {
    const collector = createColumnCollector();
    for (let nth = 0; nth < MOST; nth += 1) collector.add(`{"id":1,"key_${nth % (MOST - 1)}":2}`);
    expect(collector.columns()).toHaveLength(MOST);
    expect(() => collector.add('{"one more":1}')).toThrow(
      expect.objectContaining({
        code: 'INPUT_BAD',
        message: expect.stringMatching(/more than 16384/) as unknown,
      }),
    );
  });

  it('are at most 16,384 cells of a header', async () => {
    const header = (cells: number) =>
      inspectInput(
        {
          head: Buffer.from(`${Array.from({ length: cells }, (_, nth) => `c${nth}`).join(',')}\n`),
          name: 'wide.csv',
          isWhole: true,
        },
        {},
      );
    expect((await header(MOST)).columns).toHaveLength(MOST);
    await expect(header(MOST + 1)).rejects.toMatchObject({
      code: 'INPUT_BAD',
      message: expect.stringMatching(/16385 columns, at most 16384/) as unknown,
    });
  });
});
