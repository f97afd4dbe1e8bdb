import { loadActor } from './binding.ts';
import type { ChildAnswer, ChildQuestion } from './child-messages.ts';
import { FROZEN_CONFIG } from './frozen-config.ts';

// The program of a child process: one Actor over one tile set, for the life of the process. The Actor is held by the module, since one that
// is collected while it works takes the process with it.
const tileExtract = process.argv[2] ?? '';
const send = (message: ChildAnswer) => process.send?.(message);
const config = { ...FROZEN_CONFIG, mjolnir: { ...FROZEN_CONFIG.mjolnir, tile_extract: tileExtract } };

try {
  const actor = await loadActor(config);
  process.on('message', ({ id, action, request }: ChildQuestion) => {
    actor[action](request).then(
      (answer) => send({ id, answer }),
      (error: unknown) => send({ id, failure: error instanceof Error ? error.message : String(error) }),
    );
  });
  send({ ready: true });
} catch (error) {
  send({ broken: error instanceof Error ? error.message : String(error) });
}
