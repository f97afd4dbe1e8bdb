import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DEPLOY_SCHEMAS, faultsOf } from '../support/deploy-schemas.ts';
import { geomill } from './cli-harness.ts';

interface Container {
  args: string[];
  env: { name: string }[];
  livenessProbe: { httpGet: { path: string } };
}
interface Manifest {
  kind: string;
  spec: {
    completionMode?: string;
    completions?: number;
    selector?: { matchLabels: object };
    template: { metadata?: { labels: object }; spec: { containers: Container[] } };
  };
}

const read = async <T>(path: string) => parse(await readFile(path, 'utf8')) as T;

/** Checks that a command has the options of a command line, and its environment the variables. */
async function expectKnown(args: readonly string[], variables: readonly string[]): Promise<void> {
  const { stdout } = await geomill(['help', args[0] ?? '']);
  const options = args.filter((each) => each.startsWith('--'));
  expect(options.filter((option) => !stdout.includes(option))).toEqual([]);
  const help = (await geomill(['help'])).stdout;
  expect(variables.filter((name) => !help.includes(name))).toEqual([]);
}

describe('deploy/', () => {
  it('compose.yaml: runs commands and options that exist', async () => {
    const { services } = await read<{
      services: Record<string, { command: string[]; environment: Record<string, string> }>;
    }>('deploy/compose.yaml');
    expect(Object.keys(services)).toEqual(['redis', 'worker', 'run']);
    for (const name of ['worker', 'run']) {
      const { command = [], environment = {} } = services[name] ?? {};
      expect(command[0]).toBe(name);
      await expectKnown(command, Object.keys(environment));
    }
    expect(services.redis?.command.at(-1)).toContain('--maxmemory-policy noeviction');
  });

  it('kubernetes/worker.yaml: runs a command that exists, with the paths that it serves', async () => {
    const { kind, spec } = await read<Manifest>('deploy/kubernetes/worker.yaml');
    expect(kind).toBe('Deployment');
    expect(spec.template.metadata?.labels).toEqual(spec.selector?.matchLabels);
    const [worker] = spec.template.spec.containers;
    await expectKnown(worker?.args ?? [], worker?.env.map(({ name }) => name) ?? []);
    expect(worker?.livenessProbe.httpGet.path).toBe('/healthz');
  });

  it('kubernetes/shards.yaml: has as many shards as pods', async () => {
    const { kind, spec } = await read<Manifest>('deploy/kubernetes/shards.yaml');
    expect([kind, spec.completionMode]).toEqual(['Job', 'Indexed']);
    expect(spec.template.spec.containers[0]?.args.join(' ')).toContain(`/${spec.completions}`);
  });

  it.each([
    ['kubernetes/shards.yaml', DEPLOY_SCHEMAS.JOB, 'backoffLimitPerIndex', 'backoffLimitPerIndx'],
    ['kubernetes/worker.yaml', DEPLOY_SCHEMAS.DEPLOYMENT, 'matchLabels', 'matchLabel'],
    ['compose.yaml', DEPLOY_SCHEMAS.COMPOSE, 'depends_on', 'depend_on'],
  ])('%s: has members that exist, where they belong', async (name, schema, member, misspelt) => {
    const text = await readFile(`deploy/${name}`, 'utf8');
    expect(faultsOf(schema, parse(text))).toEqual([]);
    const faults = faultsOf(schema, parse(text.replace(member, misspelt)));
    expect(faults.join('\n')).toContain(misspelt);
    expect(faultsOf(schema, parse(text.replace(/cpu: '2'|interval: 2s/, 'cpu: two')))).not.toEqual([]);
  });
});
