import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The end of a connection: everything the server sent, and whether the server ended it. */
export interface RawReply {
  text: string;
  isClosed: boolean;
}

/** Opens a connection that may fail at any time without an exception. */
export function openSocket(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  return socket;
}

/** Sends bytes as they are, and returns what comes until the server closes the connection or is silent for `quietMs`. */
export async function sendRaw(port: number, bytes: string | Buffer, quietMs = 5000): Promise<RawReply> {
  const socket = openSocket(port);
  const chunks: Buffer[] = [];
  let lastMs = performance.now();
  let isClosed = false;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    lastMs = performance.now();
  });
  socket.on('close', () => (isClosed = true));
  socket.write(bytes, 'latin1');
  while (!isClosed && performance.now() - lastMs < quietMs) await sleep(10);
  const reply = { text: Buffer.concat(chunks).toString(), isClosed };
  socket.destroy();
  return reply;
}

/** Returns the status codes of the responses on a connection, in order. */
export function statusesOf({ text }: RawReply): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}
