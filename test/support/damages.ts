/** A damage of a file. Shape: `part` from 0 to 1 says where; undefined: the file is removed. */
export type Damage = (bytes: Buffer, part: number) => Buffer | undefined;

/** The ways in which files are damaged. */
export const DAMAGES: Readonly<Record<string, Damage>> = {
  'a flipped bit': (bytes, part) => {
    const damaged = Buffer.from(bytes);
    const bit = Math.floor(part * bytes.length * 8);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return damaged;
  },
  'a cut end': (bytes, part) => bytes.subarray(0, Math.floor(part * bytes.length)),
  'zeros in the middle': (bytes, part) => {
    const at = Math.floor(part * bytes.length);
    return Buffer.from(bytes).fill(0, at, Math.min(bytes.length, at + 16));
  },
  'more at its end': (bytes, part) => Buffer.concat([bytes, Buffer.from('x\n'.repeat(1 + 20 * part))]),
  'a repeated part': (bytes, part) => {
    const at = Math.floor(part * bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - 20))]);
  },
  removal: () => undefined,
};
