import { BlockList } from 'node:net';

/**
 * Returns the IPv4 addresses that an IPv6 address stands for: packets to it are sent to them by a gateway, or by this machine.
 *
 * Source: RFC 4291 (mapped, compatible), 6052 (NAT64), 2765 (translated), 3056 (6to4), 4380 (Teredo), 5214 (ISATAP).
 */
export function carriedAddresses(address: string): string[] {
  const bytes = bytesOf(address);
  return FORMS.filter(({ fits }) => fits(address, bytes)).flatMap(({ read }) => read(bytes));
}

interface Form {
  fits: (address: string, bytes: readonly number[]) => boolean;
  read: (bytes: readonly number[]) => string[];
}

const last = (bytes: readonly number[]) => [bytes.slice(12).join('.')];
const FORMS: readonly Form[] = [
  // Mapped, compatible, translated, NAT64.
  ...['::ffff:0:0', '::', '::ffff:0:0:0', '64:ff9b::'].map((prefix) => ({
    fits: under(prefix, 96),
    read: last,
  })),
  { fits: under('2002::', 16), read: (bytes) => [bytes.slice(2, 6).join('.')] },
  // The address of the Teredo server, and that of the client with all bits inverted.
  {
    fits: under('2001::', 32),
    read: (bytes) => [
      bytes.slice(4, 8).join('.'),
      bytes
        .slice(12)
        .map((byte) => 255 - byte)
        .join('.'),
    ],
  },
  // ISATAP, under any prefix: the interface is 0000:5efe or 0200:5efe.
  {
    fits: (_, [...bytes]) => [0, 2].includes(bytes[8] ?? -1) && bytes.slice(9, 12).join() === '0,94,254',
    read: last,
  },
];

function under(prefix: string, length: number): Form['fits'] {
  const range = new BlockList();
  range.addSubnet(prefix, length, 'ipv6');
  return (address) => range.check(address, 'ipv6');
}

/** Returns the 16 bytes of an IPv6 address. */
function bytesOf(address: string): number[] {
  // URL writes every form, also one that ends in an IPv4 address, as groups of hexadecimal digits.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [front = '', back = ''] = hostname.slice(1, -1).split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const [head, tail] = [groupsOf(front), groupsOf(back)];
  const groups = [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  return groups.flatMap((group) => [group >> 8, group & 255]);
}
