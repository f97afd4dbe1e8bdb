import { expect } from 'vitest';
import { OPERATIONS } from '../../../src/contract/catalogue.ts';
import { A_TEXT } from './samples.ts';
import type { Checks } from './world.ts';

/** The checks of sections 5 and 9 that only a server can be asked, and of section 4 as a whole. */
export const httpChecks: Checks = {
  any: {},
  http: {
    '4 Authentication sentence 1': async ({ http }) => {
      for (const { method, path, root } of Object.values(OPERATIONS)) {
        const prefix = root === 'base' ? '/v1' : '/imagery/v1';
        const known = await http?.send(method, `${prefix}${path}`);
        expect([path, known?.status]).not.toEqual([path, 404]);
        expect([path, known?.status]).not.toEqual([path, 405]);
        // A search is also asked by POST, as STAC has it.
        const other = root === 'imagery' ? 'PUT' : method === 'GET' ? 'POST' : 'GET';
        const wrong = await http?.send(other, `${prefix}${path}`);
        expect([path, wrong?.status]).toEqual([path, 405]);
      }
    },
    '5 apikey': async ({ http }) => {
      const path = '/v1/forcodes/decode?forcodes=x';
      for (const { method, root, path: below } of Object.values(OPERATIONS)) {
        const prefix = root === 'base' ? '/v1' : '/imagery/v1';
        const refused = await http?.send(method, `${prefix}${below}`, { authorization: '' });
        expect([below, refused?.status]).toEqual([below, 401]);
      }
      const missing = await http?.send('POST', path, { authorization: '' });
      expect([missing?.status, missing?.body]).toEqual([401, { status: 'ERROR', message: A_TEXT }]);
      const wrong = await http?.send('POST', `${path}&apikey=${'x'.repeat(20)}`, { authorization: '' });
      expect([wrong?.status, wrong?.body]).toEqual([401, { status: 'ERROR', message: 'Invalid API key' }]);
      const right = await http?.send('POST', `${path}&apikey=${http.key}`, { authorization: '' });
      expect(right?.status).toBe(200);
    },
    '5 apikey (2)': async ({ http }) => {
      // The stated requirement counts, also for the requests of the guides that omit the key.
      const refused = await http?.send('GET', '/v1/geocode/reverse?latlng=21,105.8', { authorization: '' });
      expect(refused?.status).toBe(401);
    },
    '9 sentence 1': async ({ http }) => {
      for (const path of ['/forcodes/decode', '/v2/forcodes/decode', '/imagery/forcodes/decode'])
        expect((await http?.send('POST', `${path}?forcodes=x`))?.status).toBe(404);
      expect((await http?.send('POST', '/v1/forcodes/decode?forcodes=x'))?.status).toBe(200);
    },
  },
};
