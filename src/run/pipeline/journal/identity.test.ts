import { expect, it } from 'vitest';
import { differencesOf, type RunIdentity } from './identity.ts';
import { inEnglish } from '../../../../test/support/in-english.ts';

const SHA = 'a'.repeat(64);
const NOW: RunIdentity = {
  inputBytes: 1,
  inputSha256: '',
  layout: '{}',
  columns: [],
  stages: '',
  outputs: [],
  service: 'remote https://host/v1',
  aliases: SHA,
  answers: 3,
};

it.each<[string, Partial<RunIdentity>, Partial<RunIdentity>, string[]]>([
  [
    'the dataset',
    { service: `local ${'b'.repeat(64)}` },
    { service: `local ${SHA}` },
    ['the dataset is another one, or has changed'],
  ],
  ['the service', { service: `local ${SHA}` }, {}, ['the service was local and is https://host/v1']],
  [
    'the reading',
    { layout: '{"encoding":"utf-8"}' },
    { layout: '{"encoding":"tcvn3","table":{"headerRow":3}}' },
    [
      'the input: its encoding was utf-8 and is tcvn3',
      'the input: its table was not set and is {"headerRow":3}',
    ],
  ],
  [
    'columns',
    { columns: ['id', 'a'] },
    { columns: ['id', 'b', 'c'] },
    ['the columns "b", "c" are new', 'the column "a" is gone'],
  ],
  ['their order', { columns: ['id', 'a'] }, { columns: ['a', 'id'] }, ['the columns are in another order']],
  [
    'outputs',
    { outputs: ['csv', 'geojson'] },
    { outputs: ['csv'] },
    ['the outputs were csv, geojson and are csv'],
  ],
])('says that %s differs, without hashes or raw lists', (_, then, now, sentences) => {
  expect(inEnglish(differencesOf({ ...NOW, ...then }, { ...NOW, ...now }))).toEqual(sentences);
});
