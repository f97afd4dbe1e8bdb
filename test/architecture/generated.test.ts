import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { GENERATED_FILES } from '../../tools/docs/generated-files.ts';

it.each(GENERATED_FILES)(
  '$path is what the code generates; otherwise run `make docs`',
  async ({ path, make }) => {
    const text = await readFile(path, 'utf8');
    expect(await make(text)).toBe(text);
  },
);
