import { join } from 'node:path';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import type { Manifest } from '../../run/pipeline/journal/manifest.ts';
import { REJECTS } from '../../run/pipeline/outputs/outputs.ts';
import { streamFile } from '../../run/pipeline/input/stream-file.ts';
import { commonReason } from '../data/common-reason.ts';
import type { RejectFacts } from '../data/report-facts.ts';
import { shownText } from '../data/shown-text.ts';

const MOST = 50;
const RAW_LIMIT = 300;
/** A longer line holds a record that is no text of a table. */
const MOST_BYTES = 4 << 20;

/** Different reasons that are counted; later ones are left out. */
const MOST_REASONS = 1000;
const SHOWN_REASONS = 12;

/** The rejected rows of a run: the first ones, and all by reason. */
export interface RejectedRows {
  rejects: RejectFacts[];
  rejectReasons: { reason: string; rows: number }[];
}

/** Reads the rejected rows of a run. Shape: a row is counted with its first reason. */
export async function readRejects(fs: DurableFs, folder: string, manifest: Manifest): Promise<RejectedRows> {
  const file = manifest.files[REJECTS];
  if (!file || file.bytes === 0) return { rejects: [], rejectReasons: [] };
  const rejects: RejectFacts[] = [];
  const counts = new Map<string, number>();
  const result = (): RejectedRows => ({
    rejects,
    rejectReasons: Array.from(counts, ([reason, rows]) => ({ reason, rows }))
      .sort((a, b) => b.rows - a.rows || (a.reason < b.reason ? -1 : 1))
      .slice(0, SHOWN_REASONS),
  });
  let rest = '';
  const decoder = new TextDecoder();
  for await (const block of streamFile(fs, join(folder, file.name))) {
    const lines = (rest + decoder.decode(block, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const reject = rejectOf(line);
      const reason = commonReason(reject.reasons[0] ?? '');
      if (counts.has(reason) || counts.size < MOST_REASONS) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      if (rejects.length < MOST) rejects.push(reject);
    }
    if (rest.length > MOST_BYTES) return result();
  }
  return result();
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
    reasons: reasons.map((reason) => shownText(reason.message ?? JSON.stringify(reason))),
    raw: shownText(raw ?? raw_base64 ?? '', RAW_LIMIT),
  };
}
