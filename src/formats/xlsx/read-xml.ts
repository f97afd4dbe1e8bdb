import { message } from '../../base/messages/message.ts';
import { SaxesParser } from 'saxes';
import { inputBad } from '../input-bad.ts';

/** Attributes of an element by their names without prefix. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives the elements of an XML document; names are without prefix. */
export interface XmlHandler {
  readonly open: (name: string, attributes: XmlAttributes) => void;
  /** `text` is that since the element was opened, or since the last element in it was closed. */
  readonly close: (name: string, text: string) => void;
}

/** Elements in one another; those of a workbook are some ten. */
const DEPTH_MAX = 256;

/**
 * Parses an XML document as a stream and yields after each block, when its elements were handled.
 *
 * Errors: INPUT_BAD if it is not well-formed or nested too deep. Entities that a document declares are not expanded.
 */
export async function* readXml(
  blocks: AsyncIterable<Uint8Array>,
  file: string,
  { open, close }: XmlHandler,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false });
  let text = '';
  let depth = 0;
  parser.on('error', (error) => {
    throw inputBad(message('workbook.notXml', { file, fault: error.message }));
  });
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    if (++depth > DEPTH_MAX) throw inputBad(message('workbook.xmlTooDeep', { file, most: DEPTH_MAX }));
    open(withoutPrefix(name), withoutPrefixes(attributes as Record<string, string>));
  });
  parser.on('closetag', ({ name }) => {
    close(withoutPrefix(name), text);
    text = '';
    depth -= 1;
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('cdata', (part) => {
    text += part;
  });
  const decoder = new TextDecoder();
  for await (const block of blocks) {
    parser.write(decoder.decode(block, { stream: true }));
    yield;
  }
  parser.write(decoder.decode()).close();
  yield;
}

/** Parses an XML document at once. Errors: as {@link readXml}. */
export async function readSmallXml(
  blocks: AsyncIterable<Uint8Array>,
  file: string,
  open: XmlHandler['open'],
): Promise<void> {
  const parts = readXml(blocks, file, { open, close: () => undefined });
  while ((await parts.next()).done !== true);
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function withoutPrefixes(attributes: Record<string, string>): Record<string, string> {
  for (const name in attributes) {
    if (!name.includes(':')) continue;
    attributes[withoutPrefix(name)] ??= attributes[name] ?? '';
  }
  return attributes;
}

const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** Decodes the characters that a spreadsheet escapes as `_xHHHH_`. Source: ECMA-376 part 1, 22.9.2.19. */
export function decodeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
