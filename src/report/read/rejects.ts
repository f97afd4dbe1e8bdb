import { join } from 'node:path';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import type { Manifest } from '../../run/pipeline/manifest.ts';
import { REJECTS } from '../../run/pipeline/outputs.ts';
import { streamFile } from '../../run/pipeline/stream-file.ts';
import type { RejectFacts } from '../data/report-facts.ts';
import { shownText } from './shown-text.ts';

const MOST = 50;
const RAW_LIMIT = 300;
/** A longer line holds a record that is no text of a table. */
const MOST_BYTES = 4 << 20;

/** Reads the first rejected rows of a run. */
export async function readRejects(fs: DurableFs, folder: string, manifest: Manifest): Promise<RejectFacts[]> {
  const file = manifest.files[REJECTS];
  if (!file || file.bytes === 0) return [];
  const rejects: RejectFacts[] = [];
  let rest = '';
  const decoder = new TextDecoder();
  for await (const block of streamFile(fs, join(folder, file.name))) {
    const lines = (rest + decoder.decode(block, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      rejects.push(rejectOf(line));
      if (rejects.length === MOST) return rejects;
    }
    if (rest.length > MOST_BYTES) return rejects;
  }
  return rejects;
}

function rejectOf(line: string): RejectFacts {
  const {
    row,
    line: at,
    reasons,
    raw,
    raw_base64,
  } = JSON.parse(line) as {
    row: number;
    line: number;
    reasons: { message?: string }[];
    raw?: string;
    raw_base64?: string;
  };
  return {
    row,
    line: at,
    reasons: reasons.map((reason) => shownText(reason.message ?? JSON.stringify(reason), RAW_LIMIT)),
    raw: shownText(raw ?? raw_base64 ?? '', RAW_LIMIT),
  };
}
