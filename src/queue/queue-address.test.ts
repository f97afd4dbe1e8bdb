import { expect, it } from 'vitest';
import { readQueueAddress } from './queue-address.ts';

it.each([
  ['redis://queue.example', 'redis://queue.example:6379', 'queue.example', false],
  ['rediss://queue.example:6380/3', 'rediss://queue.example:6380/3', 'queue.example', true],
  ['redis://[::1]:7000', 'redis://[::1]:7000', '::1', false],
])('reads %s', (text, name, host, isTls) => {
  expect(readQueueAddress(text)).toMatchObject({ name, host, isTls, hasPasswordInUrl: false });
});

it('keeps user and password out of the name, and prefers those beside the URL', () => {
  const inUrl = readQueueAddress('redis://me:p%40ss@host');
  expect(inUrl).toMatchObject({ username: 'me', password: 'p@ss', hasPasswordInUrl: true });
  expect(inUrl.name).toBe('redis://host:6379');
  expect(readQueueAddress('redis://me:p%40ss@host', { password: 'other' }).password).toBe('other');
});

it.each(['host:6379', 'http://host', 'redis://', 'redis://u:secret@host/x', 'redis://u:secret%@host'])(
  'refuses %s without repeating it',
  (text) => {
    expect(() => readQueueAddress(text)).toThrow(/^the address of the queue \(--queue, GEOMILL_QUEUE\) /);
    expect(() => readQueueAddress(text)).not.toThrow(/secret/);
  },
);
