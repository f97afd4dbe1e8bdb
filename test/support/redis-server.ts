import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Why the tests of the queue cannot run here; undefined where they can. In CI they run and fail instead of being skipped. */
export const NO_REDIS = process.env.CI === 'true' ? undefined : whyNone();

function whyNone(): string | undefined {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'redis-server is not installed: apt-get install redis-server';
  }
}

/** A Redis server of a test. */
export interface RedisServer {
  url: string;
  port: number;
  /** Kills it, as `kill -9` does. */
  kill(): Promise<void>;
  /** Starts it again over the same files. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts Redis on a free port in a temporary folder. */
export async function startRedis(more: readonly string[] = []): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'geomill-redis-'));
  const port = await freePort();
  const settings = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--loglevel',
    'warning',
  ];
  let server: ChildProcess;

  async function start(): Promise<void> {
    server = spawn('redis-server', [...settings, ...more], { stdio: 'ignore' });
    for (let tries = 0; !(await accepts(port)); tries += 1) {
      if (tries > 200 || server.exitCode !== null) throw new Error('redis-server does not start');
      await delay(25);
    }
  }
  async function kill(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    restart: start,
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
