import { join } from 'node:path';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import type { Manifest } from '../../run/pipeline/journal/manifest.ts';
import { REJECTS } from '../../run/pipeline/outputs/outputs.ts';
import { streamFile } from '../../run/pipeline/input/stream-file.ts';
import { englishOf, type RejectFacts, type Sentence } from '../data/report-facts.ts';
import { shownText } from '../data/shown-text.ts';
import { createReasons, type Reasons } from './sentences.ts';

const MOST = 50;
const RAW_LIMIT = 300;
/** A longer line holds a record that is no text of a table. */
const MOST_BYTES = 4 << 20;

const SHOWN_REASONS = 12;

/** The rejected rows of a run: the first ones, and all by reason. */
export interface RejectedRows {
  rejects: RejectFacts[];
  rejectReasons: { reason: Sentence; rows: number }[];
}

/** Reads the rejected rows of a run, without their texts where `isBare`. Shape: a row is counted with its first reason. */
export async function readRejects(
  fs: DurableFs,
  folder: string,
  manifest: Manifest,
  isBare = false,
): Promise<RejectedRows> {
  const file = manifest.files[REJECTS];
  if (!file || file.bytes === 0) return { rejects: [], rejectReasons: [] };
  const rejects: RejectFacts[] = [];
  const counts = new Map<number, number>();
  const texts = createReasons(manifest.counts.messages, isBare);
  const result = (): RejectedRows => ({
    rejects,
    rejectReasons: Array.from(counts, ([kind, rows]) => ({ reason: texts.sentenceOfKind(kind), rows }))
      .sort((a, b) => b.rows - a.rows || (englishOf(a.reason) < englishOf(b.reason) ? -1 : 1))
      .slice(0, SHOWN_REASONS),
  });
  let rest = '';
  const decoder = new TextDecoder();
  for await (const block of streamFile(fs, join(folder, file.name))) {
    const lines = (rest + decoder.decode(block, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { reject, reason } = rejectOf(line, texts);
      const kind = texts.kindOf(reason);
      if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      if (rejects.length < MOST) rejects.push(isBare ? { ...reject, raw: '' } : reject);
    }
    if (rest.length > MOST_BYTES) return result();
  }
  return result();
}

/** Returns a rejected row, and its first reason. */
function rejectOf(line: string, texts: Reasons): { reject: RejectFacts; reason: string } {
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
  const messages = reasons.map((reason) => reason.message ?? JSON.stringify(reason));
  return {
    reject: {
      row,
      line: at,
      reasons: messages.map((message) => texts.sentenceOf(message)),
      raw: shownText(raw ?? raw_base64 ?? '', RAW_LIMIT),
    },
    reason: messages[0] ?? '',
  };
}
