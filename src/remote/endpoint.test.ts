import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../base/errors/geomill-error.ts';
import { isPrivateAddress, publicLookup, readEndpoint } from './endpoint.ts';

describe('readEndpoint', () => {
  it.each([
    ['https://maps.example/v1', 'https://maps.example/v1'],
    ['https://maps.example/api/v2/', 'https://maps.example/api/v2'],
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['http://localhost/v1//', 'http://localhost/v1'],
    ['http://[::1]:9/v1', 'http://[::1]:9/v1'],
  ])('reads %s', (text, name) => {
    expect(readEndpoint(text, false).name).toBe(name);
  });

  it.each([
    ['no URL', 'maps.example/v1'],
    ['plain http', 'http://maps.example/v1'],
    ['another scheme', 'ftp://maps.example/v1'],
    ['no version', 'https://maps.example/api'],
    ['a user', 'https://me:secret@maps.example/v1'],
    ['a key', 'https://maps.example/v1?apikey=secret'],
    ['a fragment', 'https://maps.example/v1#x'],
    ['a private address', 'https://10.1.2.3/v1'],
    ['a link-local address', 'https://169.254.169.254/v1'],
    ['a private address in IPv6', 'https://[fd00::1]/v1'],
    ['a private address in disguise', 'https://[::ffff:192.168.0.1]/v1'],
    ['a private address written as one number', 'https://3232235521/v1'],
  ])('refuses %s without repeating a secret', (_, text) => {
    let caught: unknown;
    try {
      readEndpoint(text, false);
    } catch (error) {
      caught = error;
    }
    expect(isGeomillError(caught, 'USAGE')).toBe(true);
    expect((caught as Error).message).not.toContain('secret');
  });

  it('takes a private address when that is allowed, still only by https', () => {
    expect(readEndpoint('https://10.1.2.3/v1', true).origin).toBe('https://10.1.2.3');
    expect(() => readEndpoint('http://10.1.2.3/v1', true)).toThrow(/https/);
  });
});

describe('publicLookup', () => {
  const resolving = (address: string) =>
    new Promise<string>((resolve) => {
      const lookup = publicLookup((_host, _options, callback) => callback(null, [{ address, family: 4 }]));
      lookup('name.example', {}, (error) => resolve(error?.code ?? 'found'));
    });

  it('refuses a name that leads to a private address', async () => {
    expect(await resolving('192.168.1.1')).toBe('EPRIVATE');
    expect(await resolving('127.0.0.1')).toBe('EPRIVATE');
    expect(await resolving('8.8.8.8')).toBe('found');
  });
});

describe('isPrivateAddress', () => {
  it.each([
    ...[
      '0.0.0.0',
      '100.64.1.1',
      '172.31.0.1',
      '224.0.0.1',
      '::',
      '::1',
      'fe80::1',
      'fe80::1%eth0',
      'fec0::1',
    ],
    // Mapped, compatible, translated, NAT64, 6to4, Teredo by client and by server, ISATAP.
    ...['::ffff:10.0.0.1', '::ffff:a00:1', '::10.0.0.1', '::ffff:0:10.0.0.1', '64:ff9b::10.0.0.1'],
    ...['64:ff9b::7f00:1', '2002:0a00:0001::', '2002:7f00:1::1', '2001:0:808:808::f5ff:fffe'],
    ...['2001:0:a00:1::f7f7:f7f7', '2001:db8::5efe:10.0.0.1', '2001:db8::200:5efe:192.168.1.1'],
  ])('knows %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });
  it.each([
    ...['8.8.8.8', '172.32.0.1', '2001:4860:4860::8888', 'name.example', '::ffff:8.8.8.8'],
    ...['64:ff9b::8.8.8.8', '2002:808:808::1', '2001:0:808:808::f7f7:f7f7', '2001:4860::5efe:8.8.8.8'],
  ])('passes %s', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });
});
