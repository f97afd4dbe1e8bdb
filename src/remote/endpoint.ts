import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { message, type Message } from '../base/messages/message.ts';
import { trimEnd } from '../base/text/trim-end.ts';

/** A base address: the origin to connect to and the prefix of every path. */
export interface Endpoint {
  origin: string;
  pathPrefix: string;
  /** Address without key, the name of the service in cache and quota. */
  name: string;
}

/**
 * Parses a base address.
 *
 * Errors: USAGE when it is no URL, neither https nor loopback http, carries a user, a query or a fragment, does not end in a version
 * segment, or names a private or link-local address without `allowPrivate`.
 */
export function readEndpoint(text: string, allowPrivate: boolean): Endpoint {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw usage(message('service.addressNotUrl'));
  if (url.username || url.password || url.search || url.hash) throw usage(message('service.addressHasMore'));
  const loopback = isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback))
    throw usage(message('service.addressNotHttps', { protocol: url.protocol }));
  const pathPrefix = trimEnd(url.pathname, '/');
  if (!/\/v\d+$/.test(pathPrefix))
    throw usage(message('service.addressWithoutVersion', { address: url.origin + pathPrefix }));
  if (!allowPrivate && !loopback && isPrivateAddress(bareHost(url.hostname)))
    throw usage(message('service.addressPrivate', { address: url.origin }));
  return { origin: url.origin, pathPrefix, name: url.origin + pathPrefix };
}

const privateRanges = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateRanges.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  privateRanges.addSubnet(network, prefix, 'ipv6');
}

/** Reports whether an IP address is private, link-local, loopback or otherwise not of the public network, also one that an IPv6 address carries. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return privateRanges.check(address, 'ipv4');
  if (family !== 6) return false;
  return privateRanges.check(address, 'ipv6') || carriedAddresses(address).some(isPrivateAddress);
}

/**
 * Builds the name resolution that refuses a public name which leads to a private address.
 *
 * Errors: an error with code `EPRIVATE` to the callback.
 */
export function publicLookup(resolve: LookupFunction = lookup): LookupFunction {
  return (hostname, options, callback) =>
    resolve(hostname, options, (error, address, family) => {
      const found = typeof address === 'string' ? [address] : (address ?? []).map((each) => each.address);
      if (error || !found.some(isPrivateAddress)) return callback(error, address, family);
      const refusal = Object.assign(new Error('the name leads to a private address'), { code: 'EPRIVATE' });
      callback(refusal, '', 0);
    });
}

/** Reports whether a host of a URL is this machine by name or number. */
export function isLoopback(hostname: string): boolean {
  const host = bareHost(hostname);
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

const bareHost = (hostname: string) => hostname.replace(/^\[|\]$/g, '');
const usage = (reason: Message) => new GeomillError('USAGE', reason);

/**
 * Returns the IPv4 addresses that an IPv6 address stands for: packets to it are sent to them by a gateway, or by this machine.
 *
 * Source: RFC 4291 (mapped, compatible), 6052 (NAT64), 2765 (translated), 3056 (6to4), 4380 (Teredo), 5214 (ISATAP).
 */
function carriedAddresses(address: string): string[] {
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
  const { hostname } = new URL(`http://[${address.split('%', 1)[0]}]`);
  const [front = '', back = ''] = hostname.slice(1, -1).split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const [head, tail] = [groupsOf(front), groupsOf(back)];
  const groups = [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  return groups.flatMap((group) => [group >> 8, group & 255]);
}
