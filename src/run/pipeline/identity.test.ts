import { expect, it } from 'vitest';
import { differencesOf, presentIdentity, type RunIdentity } from './identity.ts';

const SHA = 'a'.repeat(64);
const NOW: RunIdentity = {
  inputBytes: 1,
  inputSha256: '',
  layout: '',
  columns: [],
  stages: '',
  outputs: [],
  service: 'remote https://host/v1',
  aliases: SHA,
};

it('reads the alias file of identities that have it in the name of the service', () => {
  const { aliases, ...others } = NOW;
  const old = { ...others, service: `${NOW.service}, aliases ${aliases}` };
  expect(presentIdentity(old)).toEqual(NOW);
  expect(presentIdentity(NOW)).toEqual(NOW);
  expect(presentIdentity(others)).toEqual(others);
  expect(differencesOf(old, NOW)).toEqual([]);
  expect(differencesOf(others, NOW)).toEqual([expect.stringContaining('the service was')]);
});
