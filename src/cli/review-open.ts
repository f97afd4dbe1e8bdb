import { spawn } from 'node:child_process';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { createDurableFs } from '../base/files/durable-fs.ts';
import { message } from '../base/messages/message.ts';
import { printable } from '../base/text/printable.ts';
import type { DecisionCells, DecisionResult } from '../report/data/review-facts.ts';
import { sentenceOf } from '../report/read/sentences.ts';
import { reviewPage } from '../report/review-page.ts';
import { manifestPath } from '../run/pipeline/journal/run-paths.ts';
import { aliasKey } from '../run/pipeline/rerun/alias-file.ts';
import type { Alias } from '../run/pipeline/rerun/aliases.ts';
import type { ReviewService } from '../run/pipeline/rerun/review-candidates.ts';
import { readChoices } from '../run/pipeline/rerun/review-choices.ts';
import { readServiceSettings } from '../runtime/service-settings.ts';
import { formatCounted } from './format-figures.ts';
import type { CliIo, OutputStream } from './io.ts';
import { serveLoopbackPage } from './loopback-page.ts';
import {
  listDoubtful,
  type ListOptions,
  keepDecisions,
  kindOf,
  openReviewService,
  planCommand,
  type Review,
} from './review-queue.ts';
import { createStopper } from './stopper.ts';

/** The page of a review. Shape: its lines; the texts and the rows in it, without those that are decided. */
export interface BuiltReview {
  lines: string[];
  texts: readonly string[];
  rows: number;
}

/** Builds the page of a review; `isServed` for one whose decisions go to the server that sends it. */
export async function buildReviewPage(
  opened: Review,
  list: ListOptions,
  isServed: boolean,
  io: CliIo,
): Promise<BuiltReview> {
  const { run, options } = opened;
  const found = await listDoubtful(opened, { ...list, isOpen: true }, io, true);
  const settings = await readServiceSettings(options.engine, io);
  const lines = await reviewPage({
    ...{ ...found, run, isServed, of: kindOf(opened), version: io.version },
    datasetDir: settings.kind === 'local' ? settings.datasetDir : undefined,
  });
  return { lines, texts: found.lines.map(({ text }) => text), rows: found.rows };
}

/**
 * Serves the page of a review to a browser of this machine until its person has finished, or a signal ends it, and returns whether it was finished.
 *
 * Errors: OUTPUT_REFUSED when the results are there already. Guarantee: a decision is in the alias file before the page goes on.
 */
export async function reviewInBrowser(opened: Review, list: ListOptions, io: CliIo): Promise<boolean> {
  const { folder, aliasesPath, options } = opened;
  // At the end a person could only lose what the results are for.
  if (options.output.restart !== true && (await createDurableFs().exists(manifestPath(folder))))
    throw new GeomillError('OUTPUT_REFUSED', message('update.folderTaken', { folder, found: 'run' }));
  const { lines, texts, rows } = await buildReviewPage(opened, list, true, io);
  const { service, close } = await openReviewService(opened, texts, io);
  const finished = new AbortController();
  const stopper = createStopper(io, {
    canDrain: () => true,
    onStop: () => undefined,
    onLeave: () => undefined,
  });
  const decisions = createDecisions(opened, service);
  const page = await serveLoopbackPage({
    html: lines.join('\n'),
    actions: {
      kept: async () => ({ lines: decisions.lines() }),
      decide: ({ cells, replaces }) => decisions.put(cells, replaces === true),
      async finish() {
        finished.abort();
        return { file: aliasesPath, folder, command: planCommand(opened) };
      },
    },
  });
  try {
    const counts = `${formatCounted(texts.length, 'text')} of ${formatCounted(rows, 'doubtful row')}`;
    io.stdout.write(printable(`${counts}: ${page.url}\nCtrl+C ends it; decisions are kept at once\n`));
    openBrowser(page.url, io.stdout, io.env);
    await new Promise<void>((done) => {
      for (const signal of [finished.signal, stopper.signal])
        signal.addEventListener('abort', () => done(), { once: true });
    });
    return finished.signal.aborted;
  } finally {
    stopper.dispose();
    await page.close();
    await decisions.idle();
    await close();
  }
}

/** Keeps the decisions of a page, one after the other. */
function createDecisions(opened: Review, service: ReviewService) {
  /** What this page has added, by text: only that is taken back. */
  const added = new Map<string, Alias>();
  const lines = new Map<string, DecisionCells>();
  let turn: Promise<unknown> = Promise.resolve();
  async function put(given: unknown, replaces: boolean): Promise<DecisionResult> {
    const cells = new Map(Object.entries(given ?? {}).map(([name, value]) => [name, String(value).trim()]));
    const cell = (name: string) => cells.get(name) ?? '';
    const key = aliasKey(cell('text'));
    const { aliases, faults } = await readChoices([{ cell, placeOf: (column) => column }], service);
    const [fault] = faults;
    if (fault) return fault.isAsked ? { asks: sentenceOf(fault.says) } : { fault: sentenceOf(fault.says) };
    const before = added.get(key);
    const kept = await keepDecisions(opened, aliases, { replaces, withdrawn: before ? [before] : [] });
    added.delete(key);
    lines.delete(key);
    const [other] = kept.contradictions;
    if (other !== undefined && !replaces) return { other: sentenceOf(other) };
    for (const alias of kept.added) added.set(key, alias);
    if (aliases.length > 0) lines.set(key, Object.fromEntries(cells));
    return {};
  }
  return {
    lines: () => [...lines.values()],
    idle: () => turn,
    put(cells: unknown, replaces: boolean): Promise<DecisionResult> {
      const done = turn.then(() => put(cells, replaces));
      turn = done.catch(() => undefined);
      return done;
    },
  };
}

/** Programs that open an address where there is a desktop. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address for a person at a desktop; the address is printed in any case. */
function openBrowser(url: string, stdout: OutputStream, env: CliIo['env']): void {
  const hasDesktop = OPENERS[process.platform] ?? (env.DISPLAY || env.WAYLAND_DISPLAY);
  if (stdout.isTTY !== true || !hasDesktop) return;
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
