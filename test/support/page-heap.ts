import type { CDPSession, Page } from 'playwright-core';

/** The page settles between collections: what ends later, such as requests and callbacks of collected objects, is free in the next one. */
const COLLECTIONS = 5;
const SETTLE_MS = 300;
/** What V8 calls the data of scripts in a snapshot of the heap. The rest is code, which grows while the browser compiles what is used often, and parts of the browser. */
const DATA_TYPES = [
  'object',
  'object shape',
  'closure',
  'array',
  'string',
  'concatenated string',
  'sliced string',
  'number',
  'regexp',
  'symbol',
  'bigint',
];

/** What a page holds after collections of garbage. */
export interface PageHeap {
  /** The heap of V8, with compiled code. Units: bytes. */
  bytes: number;
  /** The data of the scripts: objects, functions, arrays, texts. Units: bytes. */
  dataBytes: number;
  /** Nodes of documents, also of detached ones. */
  nodes: number;
  listeners: number;
}

/** The parts of a snapshot that are read here. Source: Chrome DevTools, format of heap snapshots. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
}

/** Returns what a page holds. */
export async function pageHeap(page: Page): Promise<PageHeap> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('Performance.enable');
  for (let times = 0; times < COLLECTIONS; times++) {
    await page.waitForTimeout(SETTLE_MS);
    await session.send('HeapProfiler.collectGarbage');
  }
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value;
  const dataBytes = dataBytesOf(await snapshotOf(session));
  await session.detach();
  return {
    bytes: metric('JSHeapUsedSize'),
    dataBytes,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
}

async function snapshotOf(session: CDPSession): Promise<Snapshot> {
  const chunks: string[] = [];
  const keep = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', keep);
  return JSON.parse(chunks.join('')) as Snapshot;
}

function dataBytesOf({ snapshot: { meta }, nodes }: Snapshot): number {
  const [types] = meta.node_types;
  const [typeAt, sizeAt] = ['type', 'self_size'].map((field) => meta.node_fields.indexOf(field));
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += meta.node_fields.length) {
    if (DATA_TYPES.includes(types[nodes[node + typeAt!]!]!)) bytes += nodes[node + sizeAt!]!;
  }
  return bytes;
}
