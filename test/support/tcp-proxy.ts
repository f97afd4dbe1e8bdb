import { EventEmitter, once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The direction of bytes: `up` to the server, `down` to the client. */
export type Direction = 'up' | 'down';

/** A proxy between clients and one server, whose connections a test breaks. */
export interface TcpProxy {
  port: number;
  /** Resets all connections, and each new one. */
  cut(): void;
  /** Keeps the bytes of the directions back. Connections stay open, new ones too. */
  stall(directions: readonly Direction[]): void;
  /** Passes each block of bytes after a pause. Units: ms. */
  slow(pauseMs: number): void;
  /** Closes the server's end of all connections; the clients' ends stay open and silent. New connections work. */
  halfOpen(): void;
  /** Ends `cut`, `stall` and `slow`: bytes that were kept back are passed. */
  heal(): void;
  close(): Promise<void>;
}

/** Starts a proxy for a port of this machine. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const open = new Set<{ client: Socket; server: Socket; isSilent: boolean }>();
  const stalled = new Set<Direction>();
  let isCut = false;
  let pauseMs = 0;
  const events = new EventEmitter().setMaxListeners(0);

  const listener = createServer((client) => {
    if (isCut) return void client.resetAndDestroy();
    const pair = { client, server: connect(port, '127.0.0.1'), isSilent: false };
    open.add(pair);
    client.setNoDelay(true);
    pair.server.setNoDelay(true);
    const end = () => {
      if (pair.isSilent) return;
      open.delete(pair);
      client.destroy();
      pair.server.destroy();
    };
    for (const socket of [client, pair.server]) socket.on('error', () => undefined).on('close', end);
    void pass(client, pair.server, 'up');
    void pass(pair.server, client, 'down');
  });

  async function pass(from: Socket, to: Socket, direction: Direction): Promise<void> {
    try {
      for await (const bytes of from) {
        while (stalled.has(direction)) await once(events, 'heal');
        if (pauseMs > 0) await delay(pauseMs);
        to.write(bytes as Buffer);
      }
    } catch {
      // The connection was reset.
    }
  }

  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const { client } of open) client.resetAndDestroy();
    },
    stall: (directions) => directions.forEach((direction) => stalled.add(direction)),
    slow: (ms) => (pauseMs = ms),
    halfOpen() {
      for (const pair of open) {
        pair.isSilent = true;
        pair.server.destroy();
      }
    },
    heal() {
      isCut = false;
      pauseMs = 0;
      stalled.clear();
      events.emit('heal');
    },
    async close() {
      listener.close();
      for (const { client, server } of open) {
        client.destroy();
        server.destroy();
      }
      stalled.clear();
      events.emit('heal');
      await once(listener, 'close');
    },
  };
}
