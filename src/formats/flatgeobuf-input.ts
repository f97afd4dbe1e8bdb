import type { InputFormat } from './input-format.ts';

/** The first bytes of version 3; the last one is the patch level. */
const MAGIC = Buffer.from([0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62]);

/** FlatGeobuf, with or without index. */
export const flatGeobufInput: InputFormat = {
  name: 'fgb',
  extensions: ['.fgb'],
  description: 'FlatGeobuf; its points become the columns lon and lat',
  hasHeader: false,
  detect: () => undefined,
  binary: {
    isDetected: (head) => head.subarray(0, MAGIC.length).equals(MAGIC),
    rewrite: async (...args) => {
      // Loaded when it is read: other inputs need no reader of FlatGeobuf.
      const { spoolFlatGeobuf } = await import('./flatgeobuf/spool-flatgeobuf.ts');
      await spoolFlatGeobuf(...args);
    },
  },
};
