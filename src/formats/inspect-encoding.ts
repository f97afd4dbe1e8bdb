import { message, type Message } from '../base/messages/message.ts';
import { isUtf8 } from 'node:buffer';
import { inputBad } from './input-bad.ts';
import { LF } from './lines.ts';
import type { InputLayout } from './record.ts';
import { commonLetters } from '../base/text/legacy-encodings.ts';
import { INPUT_ENCODINGS, isOfLetters } from './transcode.ts';
import { incompleteTail } from './utf8.ts';

/** The beginning of a text that the letters are recognised in. */
const SAMPLE_BYTES = 16 << 10;

type Encoding = InputLayout['encoding'];

const BYTE_ORDER_MARKS: readonly { encoding: Encoding; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/**
 * Detects the encoding of a head: that of its byte order mark, else the stated one, else UTF-8 if the bytes are valid.
 *
 * Errors: INPUT_BAD if the bytes are no text, or in an encoding that must be stated. A few invalid bytes in a UTF-8 file are no
 * error here: only their rows are rejected.
 */
export function findEncoding(
  bytes: Buffer,
  isWhole: boolean,
  stated: Encoding | 'auto',
  findings: Message[],
): { encoding: Encoding; bomLength: number } {
  const mark = BYTE_ORDER_MARKS.find((candidate) =>
    candidate.bytes.every((byte, index) => bytes[index] === byte),
  );
  // Codes of a font, or bytes that were read wrongly, are in files of UTF-8 too.
  if (mark?.encoding === 'utf-8' && isOfLetters(stated))
    return { encoding: stated, bomLength: mark.bytes.length };
  if (mark !== undefined) {
    if (stated !== 'auto' && stated !== mark.encoding) {
      findings.push(message('input.otherByteOrderMark', { stated, encoding: mark.encoding }));
    } else if (mark.encoding !== 'utf-8')
      findings.push(message('input.byteOrderMark', { encoding: mark.encoding }));
    return { encoding: mark.encoding, bomLength: mark.bytes.length };
  }
  const isStated16 = stated === 'utf-16le' || stated === 'utf-16be';
  const unmarked = isStated16 ? undefined : unmarkedUtf16(bytes);
  if (unmarked !== undefined && stated === 'auto') {
    findings.push(message('input.unmarkedUtf16', { encoding: unmarked }));
    return { encoding: unmarked, bomLength: 0 };
  }
  if (stated === 'auto' || stated === 'utf-8') refuseOtherEncodings(bytes, isWhole);
  return { encoding: stated === 'auto' ? 'utf-8' : stated, bomLength: 0 };
}

/** Returns the encoding of UTF-16 without a mark, in which every other byte of most texts is zero. Errors: INPUT_BAD for bytes that are no text. */
function unmarkedUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  // A copy that broke off ends with zeros: they are a row that cannot be read, behind all that can.
  let end = Math.min(bytes.length, 65536);
  while (end > 1 && bytes[end - 1] === 0 && bytes[end - 2] === 0) end -= 1;
  if (end > 0 && bytes[end - 1] === 0 && bytes.indexOf(0) === end - 1) end -= 1;
  const sample = bytes.subarray(0, end);
  let evenNuls = 0;
  let oddNuls = 0;
  let controls = 0;
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at]!;
    if (byte === 0) {
      if (at % 2 === 0) evenNuls++;
      else oddNuls++;
    } else if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 0x1e) controls++;
  }
  const nuls = evenNuls + oddNuls;
  if (nuls > sample.length * 0.2) {
    if (oddNuls > 9 * evenNuls) return 'utf-16le';
    if (evenNuls > 9 * oddNuls) return 'utf-16be';
  }
  if (nuls > sample.length * 0.2 || controls > sample.length * 0.05) throw inputBad(message('input.binary'));
  return undefined;
}

function refuseOtherEncodings(bytes: Buffer, isWhole: boolean): void {
  const text = isWhole ? bytes : bytes.subarray(0, bytes.length - incompleteTail(bytes));
  if (isUtf8(text)) return;
  let lines = 0;
  let foreignLines = 0;
  let invalidLines = 0;
  let firstInvalid = 0;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf(LF, start);
    const end = newline === -1 ? text.length : newline;
    const line = text.subarray(start, end);
    lines++;
    if (line.some((byte) => byte >= 0x80)) foreignLines++;
    if (!isUtf8(line)) {
      invalidLines++;
      firstInvalid ||= lines;
    }
    start = end + 1;
  }
  const isSporadic = invalidLines === 1 || invalidLines < foreignLines / 2 || invalidLines < lines / 10;
  // A header that cannot be read cannot be rejected like a row.
  const hasHeader = !/^\s*[[{\u001E]/.test(text.toString('latin1', 0, 1024));
  if (isSporadic && !(hasHeader && firstInvalid === 1)) return;
  const notUtf8 = (advice: Message) =>
    message('input.notUtf8', { invalid: invalidLines, lines, line: firstInvalid, advice });
  const sample = new TextDecoder('windows-1252').decode(text.subarray(0, SAMPLE_BYTES)).split('\n');
  const found = commonLetters(sample)?.letters;
  if (found !== undefined)
    throw inputBad(notUtf8(message('input.encodingLike', { name: found.toUpperCase(), encoding: found })), {
      candidates: [found],
      hint: false,
    });
  throw inputBad(
    notUtf8(
      message('input.encodingUnknown', { encodings: INPUT_ENCODINGS.filter((name) => name !== 'utf-8') }),
    ),
    { candidates: ['windows-1258'] },
  );
}
