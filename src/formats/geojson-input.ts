import { collectColumns } from './columns.ts';
import { flattenFeature } from './geojson-flatten.ts';
import type { InputFormat, RewriteAsNdjson } from './input-format.ts';
import { isLineDelimited, RECORD_SEPARATOR } from './json-sample.ts';
import { HEAD_BYTES } from './limits.ts';
import { LF } from './lines.ts';
import { parseJsonObject } from './ndjson-read.ts';
import { peekBlocks } from './peek-blocks.ts';
import { spoolElements } from './spool-elements.ts';
import { spoolRecords } from './spool-records.ts';

/** GeoJSON: a FeatureCollection, an array of Features, Features on lines, or a text sequence. Source: RFC 7946, RFC 8142. */
export const geojsonInput: InputFormat = {
  name: 'geojson',
  extensions: ['.geojson', '.geojsonl', '.geojsons', '.ndgeojson'],
  hasHeader: false,
  detect(head) {
    const sample = head.json();
    if (sample === undefined) return undefined;
    const isAccepted = sample.isFeatures || sample.form === 'sequence' || sample.form === 'collection';
    if (!isAccepted || (sample.form === 'lines' && head.stated === 'ndjson')) return undefined;
    return { columns: collectColumns(sample.records.map(flattened)) };
  },
  rewrite,
};

function flattened(json: string): string {
  return 'code' in parseJsonObject(json) ? json : flattenFeature(json.trim());
}

async function rewrite(...[blocks, collector, write]: Parameters<RewriteAsNdjson>): Promise<void> {
  const { head, isWhole, all } = await peekBlocks(blocks, HEAD_BYTES);
  const start = head.toString('utf8').trimStart();
  if (!isLineDelimited(start, isWhole)) return spoolElements(all(), true, collector, write);
  const separator = start.startsWith(RECORD_SEPARATOR) ? RECORD_SEPARATOR.charCodeAt(0) : LF;
  return spoolRecords(all(), separator, true, collector, write);
}
