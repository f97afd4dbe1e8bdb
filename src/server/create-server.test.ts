import { describe, expect, it } from 'vitest';
import { createGeoService } from '../contract/service.ts';
import { createServer } from './create-server.ts';

const service = createGeoService({
  decodeForcode: {
    only: async ({ forcodes }) => ({ lat: 21, lng: 105, resolution: 13, forcodes, status: 'OK' }),
  },
});

describe('a server', () => {
  it('answers an operation of the contract', async () => {
    const { app } = await createServer({ service });
    const response = await app.inject({ method: 'POST', url: '/v1/forcodes/decode?forcodes=HN4TZ&apikey=k' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ lat: 21, lng: 105, resolution: 13, forcodes: 'HN4TZ', status: 'OK' });
    await app.close();
  });

  it('refuses an unknown parameter with its name', async () => {
    const { app } = await createServer({ service });
    const response = await app.inject({ method: 'POST', url: '/v1/forcodes/decode?forcode=HN4TZ' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      status: 'ERROR',
      message: expect.stringContaining('forcode.') as string,
    });
    await app.close();
  });
});
