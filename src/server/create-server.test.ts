import { connect } from 'node:net';
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
      message: expect.stringContaining('forcode: did you mean forcodes?') as string,
    });
    await app.close();
  });

  it('names parameters of other clients in a header, and answers as without them', async () => {
    const { app } = await createServer({ service });
    const ask = (query: string) => app.inject({ method: 'POST', url: `/v1/forcodes/decode?${query}` });
    const response = await ask('forcodes=HN4TZ&language=vi&lang=en&utm_source=x');
    expect([response.statusCode, response.headers['geomill-ignored']]).toEqual([
      200,
      'language, lang, utm_source',
    ]);
    const plain = await ask('forcodes=HN4TZ');
    expect([plain.body, plain.headers['geomill-ignored']]).toEqual([response.body, undefined]);
    expect((await ask('forcodes=HN4TZ&langue=vi')).statusCode).toBe(400);
    await app.close();
  });

  it('says of an address with letters that are not percent-encoded what to do', async () => {
    const { app } = await createServer({ service });
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const answerTo = (forcodes: Buffer) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.write(Buffer.concat([Buffer.from('POST /v1/forcodes/decode?forcodes='), forcodes]));
        socket.write(' HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
        let text = '';
        socket.on('data', (data) => (text += data.toString()));
        socket.on('end', () => resolve(text));
        socket.on('error', reject);
      });
    expect(await answerTo(Buffer.from('chợ%20Bến'))).toMatch(/^HTTP\/1.1 400[^]*must be percent-encoded/);
    await app.close();
  });
});
