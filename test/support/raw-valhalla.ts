import { spawn } from 'node:child_process';
import valhalla from '../../src/data/valhalla.json' with { type: 'json' };

/** Asks Valhalla itself, without anything of ours between, and with a configuration that may be changed. */
export interface RawQuestion {
  action: 'route' | 'locate' | 'matrix' | 'optimizedRoute';
  request: object;
}

/** Holds what Valhalla answers, or says that is wrong. Units: `cpuMs` is CPU time of the process that answered. */
export interface RawAnswer {
  answer?: unknown;
  failure?: string;
  cpuMs: number;
}

const PROGRAM = `
  import { Actor } from '@valhallajs/valhallajs';
  let text = '';
  for await (const part of process.stdin) text += part;
  const { config, questions } = JSON.parse(text);
  const actor = new Actor(JSON.stringify(config));
  const answers = [];
  for (const { action, request } of questions) {
    const start = process.cpuUsage();
    const outcome = await actor[action](JSON.stringify(request)).then(
      (answer) => ({ answer: JSON.parse(answer) }),
      (error) => ({ failure: error.message }),
    );
    const { user, system } = process.cpuUsage(start);
    answers.push({ ...outcome, cpuMs: (user + system) / 1000 });
  }
  await new Promise((done) => process.stdout.write(JSON.stringify(answers), done));
  process.exit(0);
`;

/** Returns our configuration over some tiles, for {@link askRawValhalla}, as an object of its own that may be changed. */
export function configOver(tiles: string) {
  const config = structuredClone(valhalla.config) as unknown as Config;
  config.mjolnir.tile_extract = tiles;
  return config;
}

/** Holds the parts of the configuration that tests change. */
export interface Config {
  mjolnir: {
    tile_extract: string;
    tile_dir: string;
    concurrency: number;
    data_processing: Record<string, unknown>;
  };
  thor: { costmatrix: Record<string, unknown> };
}

/** Asks questions one after another, in one process that ends with the last. */
export function askRawValhalla(config: Config, questions: readonly RawQuestion[]): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(JSON.parse(Buffer.concat(parts).toString()) as RawAnswer[]);
      else reject(new Error(`Valhalla ended with ${signal ?? code}`));
    });
    child.stdin.end(JSON.stringify({ config, questions }));
  });
}
