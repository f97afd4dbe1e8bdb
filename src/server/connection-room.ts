import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Limits the connections of a server so that those without a request make room for new ones: silent connections lock no one out.
 *
 * Shape: above `most` connections the one that has been without a request longest is closed; a new one is refused only while all others have requests.
 */
export function makeRoom(server: Server, most: number): void {
  /** Connections without a request, the one that waited longest first. */
  const waiting = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      waiting.delete(socket);
    });
    if (open > most) {
      const [longest = socket] = waiting;
      // Its end is reported later.
      waiting.delete(longest);
      longest.destroy();
      if (longest === socket) return;
    }
    waiting.add(socket);
  });
  server.on('request', ({ socket }, response) => {
    waiting.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) waiting.add(socket);
    });
  });
}
