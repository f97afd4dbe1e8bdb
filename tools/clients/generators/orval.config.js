export default {
  geomill: {
    input: { target: './open.json' },
    output: { target: './orval/client.ts', client: 'fetch', baseUrl: { runtime: 'globalThis.ORIGIN' } },
  },
};
