import { beginsBatch } from '../../../formats/framing.ts';
import { createChunkCutter, type CutChunk } from '../../../formats/chunk-cutter.ts';
import type { FoundLayout } from '../../../formats/inspect.ts';
import type { Frame } from '../../../formats/record.ts';
import type { BlockSums } from '../../../base/files/block-sums.ts';
import { openData, readChunks } from '../input/chunk-reader.ts';
import { createDurableFs, type DurableFile, type DurableFs } from '../../../base/files/durable-fs.ts';
import type { JobSpec } from '../job-spec.ts';
import { prepareRun, refuseFaults, scratchSpool } from '../prepare.ts';
import { checkShard, type Place, type Shard, type Share } from './shard.ts';

/** Larger blocks are not faster: measured, framing takes the time. */
const BLOCK_BYTES = 1 << 18;

/** The file that the rows of an input are read from. */
interface Data {
  dataPath: string;
  sums?: BlockSums;
  layout: FoundLayout;
}

/** Returns the records of a shard. Cost: as {@link findPlaces}, up to the end of the share. */
export async function findShare(fs: DurableFs, data: Data, { index, count }: Shard): Promise<Share> {
  const [from, to] = (await findPlaces(fs, data, count, index)).slice(-2);
  return { from: from as Place, to: to as Place };
}

/**
 * Returns the places at which an input is divided into shards, the beginning and the end included: the first `last + 1` of them.
 *
 * Shape: a shard begins with the first record at or after its equal part of the bytes; with batches, with the first record of a batch. A shard may have no record.
 * Guarantee: depends on the bytes, the layout and the number of shards only.
 * Cost: frames all records before the last place: where a record begins in CSV is known only from those before it, and every row has its number in the input.
 */
export async function findPlaces(fs: DurableFs, data: Data, count: number, last = count): Promise<Place[]> {
  const { layout } = data;
  const file = await openData(fs, data);
  try {
    const size = await file.size();
    const places: Place[] = [{ offset: layout.dataOffset, row: 1, line: layout.firstLine }];
    let end = places[0] as Place;
    const wanted = () => layout.dataOffset + Math.floor(((size - layout.dataOffset) * places.length) / count);
    for await (const chunk of chunksOf(file, layout)) {
      addPlaces(places, chunk, { wanted, most: Math.min(last + 1, count), isBatched: layout.isBatched });
      if (places.length > last) return places;
      end = { offset: chunk.endOffset, row: chunk.nextRow, line: chunk.nextLine };
    }
    while (places.length <= last) places.push(end);
    return places;
  } finally {
    await file.close();
  }
}

function chunksOf(file: Pick<DurableFile, 'read'>, layout: FoundLayout): AsyncIterable<CutChunk> {
  const { dataOffset, firstLine } = layout;
  const cutter = createChunkCutter(layout, { offset: dataOffset, line: firstLine, maxRows: BLOCK_BYTES });
  return readChunks(file, cutter, { offset: dataOffset, blockBytes: BLOCK_BYTES });
}

/** Adds the places of a chunk. Shape: `wanted` returns the offset at or after which the next place is, `most` is the number of places at most. */
function addPlaces(
  places: Place[],
  { bytes, frames, offset, firstRow, firstLine }: CutChunk,
  {
    wanted,
    most,
    isBatched = false,
  }: { wanted: () => number; most: number; isBatched?: boolean | undefined },
): void {
  const last = frames.at(-1);
  if (!last || places.length >= most || offset + last.start < wanted()) return;
  for (const [at, frame] of frames.entries()) {
    // A chunk of batches begins with one.
    const isPlace = !isBatched || at === 0 || beginsBatch(bytes, frames[at - 1] as Frame, frame);
    if (!isPlace) continue;
    const place = { offset: offset + frame.start, row: firstRow + at, line: firstLine + frame.line };
    while (places.length < most && wanted() <= place.offset) places.push(place);
    if (places.length >= most) return;
  }
}

/** The shares of an input. Shape: `isCopied` tells that offsets and bytes are those of the plain text that each shard makes of the input first. */
export interface ShardPlan {
  shares: readonly Share[];
  isCopied: boolean;
}

/**
 * Returns the share of every shard of an input.
 *
 * Shape: `scratchDir` receives the plain text of an input that cannot be divided where it is, or whose batches are put together.
 * Errors: USAGE for a number of shards that there cannot be; JOB_WRONG, INPUT_MISSING, INPUT_BAD, IO.
 */
export async function planShards(
  job: JobSpec,
  input: { name: string; path: string },
  count: number,
  { scratchDir, fs = createDurableFs() }: { scratchDir: string; fs?: DurableFs },
): Promise<ShardPlan> {
  checkShard({ index: 1, count });
  const prepared = await prepareRun(job, { ...input, spool: scratchSpool(scratchDir) }, fs);
  refuseFaults(prepared);
  const places = await findPlaces(fs, prepared, count);
  const shares = places.slice(1).map((to, at) => ({ from: places[at] as Place, to }));
  return { shares, isCopied: prepared.isSpooled };
}
