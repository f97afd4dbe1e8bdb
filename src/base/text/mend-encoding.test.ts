import { expect, it } from 'vitest';
import { mendEncoding } from './mend-encoding.ts';

const misread = (text: string): string =>
  [...new TextEncoder().encode(text)]
    .map((byte) => new TextDecoder('windows-1252').decode(Uint8Array.of(byte)))
    .join('');

it.each(['12 Lê Lợi, Phường Bến Nghé, Quận 1', 'Đường Nguyễn Huệ, Đà Nẵng', 'Xã Ea H’Leo, Đắk Lắk'])(
  'mends %s',
  (text) => {
    expect(mendEncoding(misread(text))).toBe(text);
  },
);

it.each([
  '12 Lê Lợi, Phường Bến Nghé',
  'Ấp 5, Xã Á Âu',
  'ÃÂ lạ',
  // One letter is lost.
  misread('Phường Bến Nghé').slice(0, -1),
])('leaves %s', (text) => {
  expect(mendEncoding(text)).toBe(text);
});
