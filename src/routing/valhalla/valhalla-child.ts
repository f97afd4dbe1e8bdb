import { isGeomillError } from '../../errors/geomill-error.ts';
import { loadActor } from './binding.ts';
import type { ChildAnswer, ChildQuestion } from './child-messages.ts';
import { FROZEN_CONFIG } from './frozen-config.ts';
import { checkTileExtract } from './tile-extract.ts';

// The program of a child process: one Actor over one tile set, for the life of the process. The Actor is held by the module, since one that
// is collected while it works takes the process with it.
const tileExtract = process.argv[2] ?? '';
const send = (message: ChildAnswer) => process.send?.(message);
const config = { ...FROZEN_CONFIG, mjolnir: { ...FROZEN_CONFIG.mjolnir, tile_extract: tileExtract } };

// Ctrl-C is for the parent, which may still have questions to finish.
process.on('SIGINT', () => {});
// A parent that is gone waits for nothing; a call in flight can only be ended with the process.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

try {
  checkTileExtract(tileExtract);
  const actor = await loadActor(config);
  process.on('message', ({ action, request }: ChildQuestion) => {
    actor[action](request).then(
      (answer) => send({ answer }),
      (error: unknown) => send({ failure: messageOf(error) }),
    );
  });
  send({ ready: true });
} catch (error) {
  send({ broken: messageOf(error), code: isGeomillError(error) ? error.code : 'SERVICE_DOWN' });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
