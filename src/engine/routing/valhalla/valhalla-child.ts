import { isGeomillError } from '../../../base/errors/geomill-error.ts';
import { message } from '../../../base/messages/message.ts';
import { loadActor } from './binding.ts';
import type { ChildMessage, RequestMessage } from './child.ts';
import valhalla from '../../../data/valhalla.json' with { type: 'json' };
import { checkTileExtract } from './tile-extract.ts';

// The program of a child process: one Actor over one tile set, for the life of the process. The module keeps the Actor referenced, because an
// Actor that is garbage-collected during a request crashes the process.
const tileExtract = process.argv[2] ?? '';
const send = (sent: ChildMessage) => process.send?.(sent);
const config = { ...valhalla.config, mjolnir: { ...valhalla.config.mjolnir, tile_extract: tileExtract } };

// Ctrl-C goes to the whole process group, but the parent may still need responses.
process.on('SIGINT', () => {});
// Without a parent no response is needed, and a running request ends only with the process.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

try {
  checkTileExtract(tileExtract);
  const actor = await loadActor(config);
  process.on('message', ({ action, request }: RequestMessage) => {
    actor[action](request).then(
      (response) => send({ response }),
      (error: unknown) => send({ failure: messageOf(error) }),
    );
  });
  send({ ready: true });
} catch (error) {
  send(
    isGeomillError(error)
      ? { unusable: error.reason, code: error.code }
      : { unusable: message('text.plain', { text: messageOf(error) }), code: 'SERVICE_DOWN' },
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
