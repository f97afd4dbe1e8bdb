import { describe, expect, it } from 'vitest';
import { readZip } from './read-zip.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

const FIRST_DAY = 0x21;
const DATE_AT = 12;

async function pack(entries: readonly ZipEntry[]): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  for await (const block of writeZip(entries)) blocks.push(block);
  return Buffer.concat(blocks);
}

const refusal = async (act: () => Promise<unknown>) => {
  const error = await act().then(
    () => undefined,
    (reason: Error) => reason,
  );
  return error?.message ?? 'none';
};

describe('a zip archive', () => {
  const entries = [
    { name: 'a.xml', blocks: ['Đường ', '', 'Lê Lợi 😀'] },
    { name: 'b/empty.xml', blocks: [] },
  ];

  it('is read as it was written, and has the same bytes on any day', async () => {
    const bytes = await pack(entries);
    expect(await pack(entries)).toEqual(bytes);
    expect(bytes.readUInt16LE(DATE_AT)).toBe(FIRST_DAY);
    const texts: [string, string][] = [];
    for (const file of (await readZip(bytes)).values()) {
      const blocks: Buffer[] = [];
      for await (const block of file.open()) blocks.push(block);
      texts.push([file.name, Buffer.concat(blocks).toString()]);
    }
    expect(texts).toEqual([
      ['a.xml', 'Đường Lê Lợi 😀'],
      ['b/empty.xml', ''],
    ]);
  });

  it('fails as its source does, and closes it where nobody reads on', async () => {
    const failing = (function* () {
      yield 'a';
      throw new Error('the disk is gone');
    })();
    expect(await refusal(() => pack([{ name: 'a', blocks: failing }]))).toBe('the disk is gone');
    let isClosed = false;
    const endless = (function* () {
      try {
        for (;;) yield 'a'.repeat(1 << 16);
      } finally {
        isClosed = true;
      }
    })();
    for await (const block of writeZip([{ name: 'a', blocks: endless }])) if (block.length > 1000) break;
    await new Promise(setImmediate);
    expect(isClosed).toBe(true);
  });

  it('is refused where its directory or a file cannot be read', async () => {
    const bytes = await pack(entries);
    expect(await refusal(() => readZip(bytes.subarray(0, 60)))).toMatch(/^The workbook breaks off/);
    const noEntry = Buffer.from(bytes);
    noEntry.writeUInt32LE(0, bytes.readUInt32LE(bytes.length - 6));
    expect(await refusal(() => readZip(noEntry))).toMatch(/^The workbook is damaged. Its directory/);
    const noFile = Buffer.from(bytes);
    noFile.fill(0xff, 35, 50);
    const read = async () => {
      for await (const block of (await readZip(noFile)).get('a.xml')!.open()) void block;
    };
    expect(await refusal(read)).toMatch(/^The workbook is damaged. Its file a.xml/);
  });
});
