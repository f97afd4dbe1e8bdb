import { badSource } from './source-report.ts';
import type { ValueSink } from './row-sink.ts';

const LINE_BYTES_MAX = 64 << 20;
const NEWLINE = 0x0a;

/** Reads one JSON object per line; see readSourceRows. An invalid line is one bad row. */
export async function readJsonLines(
  file: string,
  blocks: AsyncIterable<Buffer>,
  sink: ValueSink,
): Promise<void> {
  let number = 0;
  let byteOffset = 0;
  let begun: Buffer[] = [];
  let begunLength = 0;
  const line = (bytes: Buffer): void => {
    const text = bytes.toString('utf8');
    if (text.trim() === '') return;
    number += 1;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      sink.bad(number, 'not JSON');
      return;
    }
    sink.take(number, value);
  };
  for await (const block of blocks) {
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
      const part = block.subarray(start, end);
      line(begunLength === 0 ? part : Buffer.concat([...begun, part]));
      begun = [];
      begunLength = 0;
      start = end + 1;
    }
    const rest = block.subarray(start);
    if (rest.length > 0) begun.push(rest);
    begunLength += rest.length;
    if (begunLength > LINE_BYTES_MAX) {
      const message = `the line that follows row ${number}, about byte ${byteOffset + start}, is over ${LINE_BYTES_MAX >> 20} MiB long. Write one feature a line.`;
      throw badSource(file, message);
    }
    byteOffset += block.length;
  }
  line(Buffer.concat(begun));
}
