const LENGTH_BYTES = 4;

/** Packs a JSON value and bytes into one message. */
export function packMessage(header: unknown, parts: readonly Uint8Array[]): Buffer {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, ...parts]);
}

/** Unpacks a message. Shape: the bytes are a view of the message. Errors: RangeError, SyntaxError if it was not packed so. */
export function unpackMessage(message: Buffer): { header: unknown; body: Buffer } {
  const end = LENGTH_BYTES + message.readUInt32LE(0);
  if (end > message.length) throw new RangeError('the message is cut');
  return {
    header: JSON.parse(message.toString('utf8', LENGTH_BYTES, end)) as unknown,
    body: message.subarray(end),
  };
}
