import { expect } from 'vitest';

// Vitest compares typed arrays element by element, which takes seconds for a megabyte.
// What has the same bytes is equal; all else is left to Vitest, which prints the difference.
function haveSameBytes(a: unknown, b: unknown): true | undefined {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b)) return undefined;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return undefined;
  return Buffer.compare(bytesOf(a), bytesOf(b)) === 0 ? true : undefined;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

// The files of a worker share the list of testers.
const marked = globalThis as { hasFastEquality?: boolean };
if (!marked.hasFastEquality) expect.addEqualityTesters([haveSameBytes]);
marked.hasFastEquality = true;
