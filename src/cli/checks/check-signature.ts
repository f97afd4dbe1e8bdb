import { spawn } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, failure, GeomillError } from '../../base/errors/geomill-error.ts';
import { message } from '../../base/messages/message.ts';
import { MANIFEST_FILE, readManifest } from '../../engine/gazetteer/store/manifest.ts';

/** What a signature is for, which `ssh-keygen -Y sign -n` names. */
const NAMESPACE = 'geomill-dataset';

/**
 * Checks the signature of a dataset, which is over its manifest: that has the hash of every other file. Returns who signed it.
 *
 * Shape: `signers` is a file of allowed signers, a line for each: name, `namespaces="geomill-dataset"`, type and key.
 * Errors: DATASET_BAD without a manifest or a signature, or with one of somebody else or of other bytes; USAGE without `ssh-keygen`.
 * Source: ssh-keygen(1), ALLOWED SIGNERS.
 */
export async function checkSignature(dir: string, signers: string): Promise<string> {
  // Its own message says what a folder without a dataset is.
  await readManifest(dir);
  const manifest = await readFile(join(dir, MANIFEST_FILE));
  const signature = join(dir, `${MANIFEST_FILE}.sig`);
  for (const path of [signers, signature])
    await access(path).catch((cause: unknown) => {
      throw new GeomillError('DATASET_BAD', message('usage.noSignature', { path }), { cause });
    });
  const found = await run(['find-principals', '-s', signature, '-f', signers], manifest);
  const signer = found.stdout.split('\n', 1)[0] ?? '';
  const words = ['verify', '-n', NAMESPACE, '-f', signers, '-I', signer, '-s', signature];
  const { code, stderr } = found.code === 0 ? await run(words, manifest) : found;
  if (code === 0) return signer;
  const reason = stderr.trim().split('\n', 1)[0] ?? '';
  throw failure('DATASET_BAD', 'usage.wrongSignature', { folder: dir, signers, reason });
}

/** Runs `ssh-keygen -Y` with a manifest as its input. */
function run(
  words: readonly string[],
  manifest: Buffer,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('ssh-keygen', ['-Y', ...words]);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (part: Buffer) => (said[name] += part.toString()));
    child.on('error', (cause) =>
      reject(
        new GeomillError('USAGE', message('usage.noSshKeygen', { cause: errnoOf(cause) ?? '' }), { cause }),
      ),
    );
    child.on('close', (code) => resolve({ code, ...said }));
    // It ends without reading where the signature is none.
    child.stdin.on('error', () => undefined);
    child.stdin.end(manifest);
  });
}
