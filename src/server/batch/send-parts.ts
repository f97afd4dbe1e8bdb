import type { ServerResponse } from 'node:http';
import { GeomillError } from '../../base/errors/geomill-error.ts';

/**
 * Sends the parts of a body, the first of which was requested already.
 *
 * Guarantee: a part is requested when the one before it was handed to the system, so that its memory can be reused; a stream would request one
 * ahead. The parts are ended in any case.
 * Errors: those of the parts; ABORTED for a closed connection.
 */
export async function sendParts(
  response: ServerResponse,
  first: IteratorResult<Uint8Array, unknown>,
  rest: AsyncGenerator<Uint8Array>,
): Promise<void> {
  try {
    for (let part = first; part.done !== true; part = await rest.next()) await write(response, part.value);
    response.end();
  } finally {
    await rest.return(undefined);
  }
}

/** Writes bytes. Errors: ABORTED for a closed connection, also where the write is never answered, as of a response that waits for another. */
function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new GeomillError('ABORTED', 'the client closed the connection'));
    response.once('close', onClose);
    response.write(bytes, (error) => {
      response.off('close', onClose);
      if (error) onClose();
      else resolve();
    });
  });
}
