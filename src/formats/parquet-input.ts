import type { InputFormat } from './input-format.ts';

const MAGIC = Buffer.from('PAR1');

/** Parquet and GeoParquet. */
export const parquetInput: InputFormat = {
  name: 'parquet',
  extensions: ['.parquet', '.geoparquet'],
  hasHeader: false,
  detect: () => undefined,
  binary: {
    isDetected: (head) => head.subarray(0, MAGIC.length).equals(MAGIC),
    rewrite: async (...args) => {
      // Loaded when it is read: other inputs need no Parquet reader.
      const { spoolParquet } = await import('./parquet/spool-parquet.ts');
      await spoolParquet(...args);
    },
  },
};
