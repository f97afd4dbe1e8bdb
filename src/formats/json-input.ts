import { collectColumns } from './columns.ts';
import type { InputFormat } from './input-format.ts';
import { spoolElements } from './spool-elements.ts';

/** One JSON array of objects. */
export const jsonInput: InputFormat = {
  name: 'json',
  extensions: ['.json'],
  hasHeader: false,
  detect(head) {
    const sample = head.json();
    const isAccepted = sample?.form === 'array' && !sample.isFeatures;
    return isAccepted ? { columns: collectColumns(sample.records) } : undefined;
  },
  rewrite: (blocks, collector, write) => spoolElements(blocks, false, collector, write),
};
