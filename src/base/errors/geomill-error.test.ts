import { expect, it } from 'vitest';
import { errnoOf } from './geomill-error.ts';

it.each([
  [{ code: 'ENOSPC', errno: -28 }, 'ENOSPC'],
  // Node 20 has no name for these.
  [{ code: 'Unknown system error -122', errno: -122 }, 'EDQUOT'],
  [{ code: 'Unknown system error -116', errno: -116 }, 'ESTALE'],
  [{ code: 'Unknown system error -117', errno: -117 }, 'EUCLEAN'],
  [{ code: 'Unknown system error -9999', errno: -9999 }, undefined],
  [{ code: 'ERR_INVALID_ARG_TYPE' }, undefined],
  [{ errno: -122 }, undefined],
  [undefined, undefined],
  [null, undefined],
])('the errno of %j is %s', (error, name) => {
  expect(errnoOf(error)).toBe(name);
});
