import { expect, it } from 'vitest';
import { fill } from './fill.ts';

it('a template is filled with facts, and what has none is left out', () => {
  const template = {
    kind: 'place',
    name: '$name',
    $unit: '$ward',
    $none: '$ward',
    missing: '$none',
    parts: [
      { text: '$name', types: ['a'] },
      { text: '$none', types: ['b'] },
    ],
    box: ['$west', { at: [0, '$west'] }],
  };
  expect(fill(template, { name: 'Huế', unit: 'suburb', ward: 'Phường 1', west: 0 })).toEqual({
    ...{ kind: 'place', name: 'Huế', suburb: 'Phường 1', missing: undefined },
    ...{ parts: [{ text: 'Huế', types: ['a'] }], box: [0, { at: [0, 0] }] },
  });
});
