import { failure, GeomillError } from '../../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { englishText, message, type Message } from '../../../base/messages/message.ts';
import type { Fingerprint } from '../input/input-watch.ts';
import { streamFile } from '../input/stream-file.ts';
import { endNaming } from '../outputs/finish.ts';
import { compareFile, compareQuickly, verifyMarks, writeHashed } from './marks.ts';
import { changedError, differencesOf, isOfVersion, programText, type RunIdentity } from './identity.ts';
import { beginJournal, continueJournal, type Journal } from './journal.ts';
import type { Checkpoint, JournalContent } from './journal-lines.ts';
import type { Manifest } from './manifest.ts';
import { emptyCounts } from '../run-counts.ts';
import { fileOf, pathsOfRun, type RunPaths } from './run-paths.ts';
import { openSink, type Sink, type SinkFrame } from '../outputs/sink.ts';

/** The start of a run: everything up to `checkpoint` is in the sinks already. */
export interface Start {
  journal: Journal;
  /** By the name of the output. */
  sinks: ReadonlyMap<string, Sink>;
  checkpoint: Checkpoint;
}

/** The arguments of {@link findStart}. */
export interface StartOptions {
  fs: DurableFs;
  paths: RunPaths;
  /** Frames of the row outputs, by name. */
  frames: ReadonlyMap<string, SinkFrame>;
  identity: RunIdentity;
  /** Of the input now; its prefix was taken at the length of the input then. */
  fingerprint: Fingerprint;
  found: { journal?: JournalContent; manifest?: Manifest };
  append: boolean;
  /** The file that rows are read from. */
  dataPath: string;
  /** Why rows cannot be appended to this kind of input; undefined when they can. */
  appendRefusal?: Message;
  limitRows?: number;
  prefixes: readonly string[];
  dataOffset: number;
  firstLine: number;
  onNote: (note: string) => void;
}

/**
 * Decides where a run starts: from the beginning, where an unfinished one stopped, after the last row of a finished one, or not at all.
 *
 * Shape: the manifest when there is nothing left to do.
 * Errors: INPUT_CHANGED when the folder has a run of another input, job or service; RESULTS_DOUBTFUL when it has one whose rows may be wrong.
 */
export async function findStart(options: StartOptions): Promise<Start | { finished: Manifest }> {
  const { fs, paths, found } = options;
  if (found.journal?.doubt !== undefined)
    throw failure('RESULTS_DOUBTFUL', 'journal.runDoubtful', {
      folder: paths.folder,
      reason: found.journal.doubt,
    });
  if (found.journal) {
    const { identity, finish } = found.journal;
    if (!finish) refuseOtherVersion(options, identity);
    const input = comparedInput(options, identity);
    if (finish && (await endNaming(fs, paths, finish))) {
      options.onNote(englishText(message('journal.namingDone')));
      return fromManifest(options, finish, input);
    }
    refuseOtherVersion(options, identity);
    return fromJournal(options, found.journal, input);
  }
  if (found.manifest)
    return fromManifest(options, found.manifest, comparedInput(options, found.manifest.identity));
  return anew(options);
}

/** Refuses to continue an unfinished run by another version. Errors: INPUT_CHANGED. */
function refuseOtherVersion({ paths, identity }: StartOptions, then: RunIdentity): void {
  if (isOfVersion(then, identity)) return;
  const began = programText(then);
  throw failure('INPUT_CHANGED', 'journal.otherVersion', {
    folder: paths.folder,
    then: began,
    now: programText(identity),
  });
}

type InputState = 'same' | 'grown';

function comparedInput(
  { paths, identity, fingerprint, append, appendRefusal }: StartOptions,
  then: RunIdentity,
): InputState {
  const isSame = then.inputBytes === fingerprint.bytes && then.inputSha256 === fingerprint.sha256;
  const grown = !isSame && fingerprint.prefixSha256 === then.inputSha256;
  const differences = differencesOf(then, identity);
  if (!isSame && !(grown && append)) {
    const how = grown ? 'grown' : 'changed';
    differences.unshift(
      message('journal.inputChanged', { how, before: then.inputBytes, bytes: fingerprint.bytes }),
    );
  }
  if (differences.length > 0) {
    const canAppend = grown && !append && differences.length === 1;
    throw changedError(
      paths.folder,
      differences,
      message(canAppend ? 'journal.adviceAppend' : 'journal.adviceRestart'),
      isSame,
    );
  }
  if (grown && appendRefusal !== undefined) throw new GeomillError('INPUT_CHANGED', appendRefusal);
  return isSame ? 'same' : 'grown';
}

async function anew({
  fs,
  paths,
  frames,
  identity,
  prefixes,
  dataOffset,
  firstLine,
}: StartOptions): Promise<Start> {
  // The files are made before the journal: the sync that makes its name durable covers theirs too.
  const sinks = await openSinks(frames, (name, frame) => openSink(fs, fileOf(paths, name).part, frame));
  const journal = await beginJournal(fs, paths.journal, paths.folder, identity);
  const checkpoint = {
    inputOffset: dataOffset,
    nextLine: firstLine,
    marks: {},
    counts: emptyCounts(prefixes),
  };
  return { journal, sinks, checkpoint };
}

async function fromJournal(
  options: StartOptions,
  content: JournalContent,
  input: InputState,
): Promise<Start> {
  const { fs, paths, frames, onNote } = options;
  const { checkpoints } = content;
  const { verified, valid, last } = await verifyAll(fs, paths, [...frames.keys()], checkpoints);
  if (valid < checkpoints.length) {
    onNote(
      englishText(
        last
          ? message('journal.damagedAfterRow', { row: last.checkpoint.counts.rowsIn })
          : message('journal.damagedAfterStart'),
      ),
    );
  }
  if (!last) return anew(options);
  const checkpoint = { ...last.checkpoint };
  if (input === 'grown') checkpoint.inputOffset = await appendedFrom(options, checkpoint.inputOffset);
  const sinks = await openSinks(frames, async (name, frame) => {
    const { part } = fileOf(paths, name);
    const mark = markOf(checkpoint, name);
    const reached = verified.get(name);
    const { hash } = reached?.valid === valid ? reached : await verifyMarks(fs, part, [mark]);
    return openSink(fs, part, frame, { mark, hash });
  });
  const journal =
    input === 'same'
      ? await continueJournal(fs, paths.journal, last.endBytes, last.checkpoint)
      : await beginJournal(fs, paths.journal, paths.folder, options.identity, checkpoint);
  return { journal, sinks, checkpoint };
}

/** Returns how many of the checkpoints all files agree with, from the first, and the last of them. */
async function verifyAll(
  fs: DurableFs,
  paths: RunPaths,
  outputs: readonly string[],
  checkpoints: JournalContent['checkpoints'],
) {
  const verified = new Map(
    await Promise.all(
      outputs.map(async (name) => {
        const marks = checkpoints.map(({ checkpoint }) => markOf(checkpoint, name));
        return [name, await verifyMarks(fs, fileOf(paths, name).part, marks)] as const;
      }),
    ),
  );
  const valid = Math.min(...Array.from(verified.values(), (result) => result.valid));
  return { verified, valid, last: checkpoints[valid - 1] };
}

/** Returns the last checkpoint that the files of an unfinished run agree with; undefined without one. */
export async function lastWholeCheckpoint(
  ...of: Parameters<typeof verifyAll>
): Promise<Checkpoint | undefined> {
  return (await verifyAll(...of)).last?.checkpoint;
}

async function fromManifest(
  options: StartOptions,
  manifest: Manifest,
  input: InputState,
): Promise<Start | { finished: Manifest }> {
  const { fs, paths, frames, limitRows, onNote } = options;
  const isLimited = !manifest.complete && (limitRows === undefined || limitRows > manifest.counts.rowsIn);
  const damaged = await findDamaged(options, manifest, options.append || input === 'grown' || isLimited);
  if (damaged !== undefined) {
    onNote(englishText(message('journal.madeAgain', { change: damaged })));
    return anew(options);
  }
  if (input === 'same' && !isLimited) return { finished: manifest };
  const copies = new Map(
    await Promise.all(
      pathsOfRun(paths, manifest).rows.map(async ({ output, path, part }) => {
        const copy = await copyWithoutTail(fs, path, part, manifest.files[output]);
        return [output, copy] as const;
      }),
    ),
  );
  const checkpoint: Checkpoint = {
    inputOffset: input === 'grown' ? await appendedFrom(options, manifest.inputOffset) : manifest.inputOffset,
    nextLine: manifest.nextLine,
    marks: Object.fromEntries(Array.from(copies, ([name, { mark }]) => [name, mark])),
    counts: manifest.counts,
  };
  const journal = await beginJournal(fs, paths.journal, paths.folder, options.identity, checkpoint);
  const sinks = await openSinks(frames, (name, frame) =>
    openSink(fs, fileOf(paths, name).part, frame, copies.get(name)),
  );
  return { journal, sinks, checkpoint };
}

/** Returns which result of a finished run was changed or is missing; `isRead` compares the bytes of all. */
async function findDamaged(
  { fs, paths }: StartOptions,
  manifest: Manifest,
  isRead: boolean,
): Promise<Message | undefined> {
  const written = await fs.stat(paths.manifest);
  for (const { output, name, path } of pathsOfRun(paths, manifest).rows) {
    const mark = manifest.files[output];
    const found = isRead ? await compareFile(fs, path, mark) : await compareQuickly(fs, path, mark, written);
    if (found !== 'same') return message('run.change', { file: name, how: found });
  }
  return undefined;
}

/**
 * Returns the offset of the appended rows: the given one, or the one after the line break that the old last row lacked.
 *
 * Errors: INPUT_CHANGED where the old last row itself has grown.
 */
async function appendedFrom({ fs, dataPath }: StartOptions, offset: number): Promise<number> {
  const file = await fs.openRead(dataPath);
  const around = Buffer.alloc(3);
  await file.read(around, offset - 1).finally(() => file.close());
  const [before, ...after] = around.toString('latin1');
  if (before === '\n') return offset;
  const lineBreak = /^\r?\n/.exec(after.join(''));
  if (lineBreak) return offset + lineBreak[0].length;
  throw failure('INPUT_CHANGED', 'journal.lastRowGrown', { byte: offset });
}

/** Copies the rows of a file, so that it stays whole under its name until the longer one is. */
export async function copyWithoutTail(
  fs: DurableFs,
  from: string,
  to: string,
  file: { bytes: number; tailBytes: number } | undefined,
) {
  async function* rows(): AsyncGenerator<Uint8Array> {
    let left = (file?.bytes ?? 0) - (file?.tailBytes ?? 0);
    for await (const block of streamFile(fs, from)) {
      if (left <= 0) return;
      yield block.subarray(0, left);
      left -= block.length;
    }
    if (left > 0) throw failure('INTERNAL', 'journal.becameShorter', { path: from });
  }
  return writeHashed(fs, to, rows());
}

/** Opens the sinks of all row outputs, by name. */
async function openSinks(
  frames: ReadonlyMap<string, SinkFrame>,
  open: (name: string, frame: SinkFrame) => Promise<Sink>,
): Promise<ReadonlyMap<string, Sink>> {
  return new Map(
    await Promise.all(Array.from(frames, async ([name, frame]) => [name, await open(name, frame)] as const)),
  );
}

/** Returns the mark of an output; one that no file fits where the checkpoint has none. */
function markOf({ marks }: Checkpoint, name: string) {
  return marks[name] ?? { bytes: 0, sha256: '' };
}
