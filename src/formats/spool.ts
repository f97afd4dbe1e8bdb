import type { Message } from '../base/messages/message.ts';
import { createColumnCollector } from './columns.ts';
import { gunzip } from './gunzip.ts';
import type { BinaryFormat } from './input-format.ts';
import { inputFormat } from './inputs.ts';
import type { FoundLayout, SpoolWrite } from './input-source.ts';
import type { InputLayout } from './record.ts';
import { withNewlines } from './lines.ts';
import { convertLetters } from '../base/text/legacy-encodings.ts';
import { createUnescaper } from './csv-escape.ts';
import { createTranscoder, isOfLetters } from './transcode.ts';
import { wholeCharacters } from './utf8.ts';

export type { SpoolWrite } from './input-source.ts';

/** Reports whether an input must be rewritten as plain text before it can be cut into records. */
export function needsSpool(
  layout: Pick<InputLayout, 'format' | 'compression' | 'encoding' | 'escape' | 'lineEnds'>,
): boolean {
  return (
    layout.compression !== 'none' ||
    layout.encoding !== 'utf-8' ||
    layout.lineEnds !== undefined ||
    layout.escape !== undefined ||
    inputFormat(layout.format).records === undefined
  );
}

/**
 * Rewrites an input as UTF-8 CSV or NDJSON, as a stream, and returns the layout of the result, with the exact columns.
 *
 * Shape: CSV stays CSV, all others become one object on each line; Features are flattened (see `flattenFeature`). `layout` is that of
 * `inspectInput`, `blocks` the whole input from its first byte. A record that cannot be read is written unchanged, and the reader rejects it.
 * Errors: INPUT_BAD with the position when gzip or a JSON document is truncated or damaged, or in another coordinate system than WGS84.
 * Cost: memory for a few blocks and one record.
 */
export async function spoolInput(
  blocks: AsyncIterable<Uint8Array>,
  layout: FoundLayout,
  write: SpoolWrite,
): Promise<FoundLayout> {
  const inflated = layout.compression === 'gzip' ? gunzip(blocks) : blocks;
  const { rewrite, binary } = inputFormat(layout.format);
  if (binary !== undefined) return spoolBinary(binary, inflated, layout, write);
  const text = wholeCharacters(transcode(inflated, layout));
  const spooled: FoundLayout = { ...layout, compression: 'none', encoding: 'utf-8' };
  delete spooled.lineEnds;
  delete spooled.escape;
  if (rewrite === undefined) {
    const plain = layout.escape ? createUnescaper(layout.delimiter) : undefined;
    for await (const block of text) {
      const part = plain?.push(block, false) ?? block;
      if (part.length > 0) await write(part);
    }
    if (plain) await write(plain.push(new Uint8Array(0), true));
    return spooled;
  }
  const collector = createColumnCollector();
  await rewrite(withoutMark(text), collector, write);
  return { ...spooled, format: 'ndjson', columns: collector.columns(), dataOffset: 0, firstLine: 1 };
}

async function spoolBinary(
  { rewrite }: BinaryFormat,
  blocks: AsyncIterable<Uint8Array>,
  layout: FoundLayout,
  write: SpoolWrite,
): Promise<FoundLayout> {
  const collector = createColumnCollector();
  const findings = [...layout.findings];
  const report = (finding: Message) => findings.push(finding);
  const settings = { sheet: layout.sheet, table: layout.table, report };
  const { encoding } = layout;
  if (isOfLetters(encoding)) {
    // Names and values of the rows are converted as text: JSON itself is ASCII.
    const names = { ...collector, add: (json: string) => collector.add(convertLetters(json, encoding)) };
    const transcoder = createTranscoder(encoding);
    await rewrite(blocks, names, (bytes) => write(transcoder.push(bytes, false)), settings);
    await write(transcoder.push(new Uint8Array(0), true));
  } else await rewrite(blocks, collector, write, settings);
  const columns = collector.columns();
  return { ...layout, compression: 'none', encoding: 'utf-8', format: 'ndjson', columns, findings };
}

async function* transcode(
  blocks: AsyncIterable<Uint8Array>,
  { encoding, lineEnds }: Pick<InputLayout, 'encoding' | 'lineEnds'>,
): AsyncGenerator<Buffer> {
  const transcoder = createTranscoder(encoding);
  for await (const block of blocks) yield withNewlines(transcoder.push(block, false), lineEnds);
  yield withNewlines(transcoder.push(new Uint8Array(0), true), lineEnds);
}

/** Removes a UTF-8 byte order mark. */
async function* withoutMark(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isStart = true;
  for await (const block of blocks) {
    const hasMark = isStart && block[0] === 0xef && block[1] === 0xbb && block[2] === 0xbf;
    if (block.length > 0) isStart = false;
    yield hasMark ? block.subarray(3) : block;
  }
}
