import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

/** Which folder of src/ may import which: the table of docs/ARCHITECTURE.md. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  geo: [],
  text: [],
  errors: [],
  contract: ['geo', 'errors'],
  local: ['geo', 'text', 'errors', 'contract'],
  remote: ['geo', 'errors', 'contract'],
  dataset: ['geo', 'text', 'errors', 'local'],
  formats: ['geo', 'errors'],
  stages: ['geo', 'text', 'errors', 'contract'],
  pipeline: ['geo', 'errors', 'contract', 'formats', 'stages'],
  job: ['text', 'errors', 'formats', 'stages', 'pipeline'],
  docs: ['errors', 'contract', 'local', 'stages', 'job'],
  cli: [
    'geo',
    'text',
    'errors',
    'contract',
    'local',
    'remote',
    'dataset',
    'formats',
    'stages',
    'pipeline',
    'job',
  ],
};

let result: ICruiseResult;

beforeAll(async () => {
  const { output } = await cruise(['src'], {
    exclude: '\\.test\\.ts$',
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: {
      forbidden: [{ name: 'no-cycles', severity: 'error', from: { path: '^src' }, to: { circular: true } }],
    },
  });
  result = output as ICruiseResult;
});

const folderOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1];

describe('imports', () => {
  it('looks at every folder there is', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
    expect(new Set(result.modules.map(({ source }) => folderOf(source)).filter(Boolean))).toEqual(
      new Set(Object.keys(MAY_IMPORT)),
    );
  });

  it('go only where the table allows', () => {
    const wrong = result.modules.flatMap(({ source, dependencies }) => {
      const from = folderOf(source);
      if (from === undefined) return [];
      return dependencies
        .filter(({ resolved }) => {
          const to = folderOf(resolved);
          return to !== undefined && to !== from && !MAY_IMPORT[from]?.includes(to);
        })
        .map(({ resolved }) => `${source} imports ${resolved}`);
    });
    expect(wrong).toEqual([]);
  });

  it('make no cycles', () => {
    expect(result.summary.violations.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('meet h3-js in src/geo alone', () => {
    const users = result.modules
      .filter(
        ({ source, dependencies }) =>
          folderOf(source) && dependencies.some(({ module }) => module === 'h3-js'),
      )
      .map(({ source }) => source);
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter((source) => folderOf(source) !== 'geo')).toEqual([]);
  });
});
