import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

const GROUND = ['geo', 'text', 'errors'];
const GEOCODER = [...GROUND, 'contract', 'gazetteer'];
const PIPELINE = ['geo', 'errors', 'contract', 'formats', 'stages'];
const RUNTIME = [
  ...GROUND,
  'contract',
  'formats',
  'gazetteer',
  'routing',
  'imagery',
  'geocoder',
  'local',
  'remote',
  'dataset',
  'stages',
  'pipeline',
  'job',
  'object-store',
];

/** Which folder of src/ may import which: the table of docs/ARCHITECTURE.md. Sub-folders follow the folder they are in. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  geo: [],
  text: [],
  errors: [],
  contract: ['geo', 'errors'],
  formats: ['geo', 'errors'],
  gazetteer: GROUND,
  routing: ['geo', 'errors', 'contract'],
  imagery: ['geo', 'errors', 'contract'],
  geocoder: GEOCODER,
  local: [...GEOCODER, 'geocoder', 'routing', 'imagery'],
  remote: ['geo', 'errors', 'contract'],
  dataset: [...GROUND, 'formats', 'gazetteer', 'routing', 'imagery'],
  stages: [...GROUND, 'contract'],
  viewer: ['geo', 'contract'],
  pipeline: PIPELINE,
  job: [...PIPELINE, 'text', 'pipeline'],
  'object-store': ['errors', 'gazetteer', 'pipeline'],
  runtime: RUNTIME,
  server: [
    ...GROUND,
    'contract',
    'formats',
    'gazetteer',
    'imagery',
    'local',
    'remote',
    'stages',
    'pipeline',
    'job',
  ],
  report: ['geo', 'text', 'errors', 'formats', 'pipeline', 'stages', 'runtime'],
  queue: ['errors', 'contract', 'formats', 'pipeline', 'runtime'],
  cli: [...RUNTIME, 'runtime', 'server', 'report', 'queue'],
};

/**
 * Which sub-folder may import which within its folder. `.` stands for the files directly in the folder, which may
 * import every sub-folder.
 */
const INSIDE: Record<string, Record<string, readonly string[]>> = {
  contract: { operations: ['.', 'records', 'values'], records: ['.'], values: [] },
  formats: {
    flatgeobuf: ['.'],
    geopackage: ['.'],
    parquet: ['.'],
    xlsx: ['.', 'zip'],
    zip: ['.'],
  },
  gazetteer: {
    categories: [],
    store: [],
    units: ['.', 'store'],
    names: ['store'],
    spatial: ['store'],
    'unit-search': ['.', 'store', 'units', 'names'],
    autocomplete: ['store', 'units', 'unit-search'],
  },
  routing: {
    direction: ['.'],
    ordering: ['.'],
    fleet: ['.'],
    straight: ['.'],
    valhalla: ['.'],
    optimized: ['.', 'ordering', 'fleet', 'straight'],
  },
  imagery: {
    index: [],
    items: ['index'],
    query: ['index'],
    source: ['index', 'items', 'query'],
    stac: ['index', 'items'],
  },
  geocoder: { places: [], forward: ['places'], autocomplete: ['places'], calibration: ['places'] },
  runtime: { aliases: ['.'] },
  remote: { disk: [] },
  local: { operations: ['.', 'parameters', 'shapes', 'sessions'], parameters: [], shapes: [], sessions: [] },
  dataset: {
    osm: ['.'],
    sources: ['.'],
    compile: ['.', 'imagery'],
    imagery: ['sources'],
    roads: ['osm'],
  },
  server: {
    access: ['.'],
    batch: ['.'],
    dialects: ['.', 'access'],
    imagery: ['.'],
    pages: ['.'],
    pictures: ['.'],
    viewer: ['.'],
  },
  pipeline: { rerun: ['.'], shards: ['.'], stream: ['.'] },
  queue: { coordinator: ['.'], worker: ['.'] },
  report: { data: [], read: ['data'], ground: ['data', 'read'], page: ['data'], compare: ['data', 'read'] },
  viewer: {
    adapter: ['.'],
    demo: [],
    imagery: ['.'],
    interface: ['context'],
    context: ['.', 'imagery'],
    track: ['.'],
    plan: ['.', 'context'],
    tour: ['.', 'context', 'imagery'],
    plugins: ['.', 'context', 'plan', 'tour', 'track'],
    photo: ['.', 'context', 'imagery', 'plugins', 'tour'],
    styles: [],
  },
  cli: { commands: ['.', 'actions'], actions: ['.', 'checks'], checks: ['.'] },
};

let result: ICruiseResult;

beforeAll(async () => {
  const { output } = await cruise(['src'], {
    exclude: '\\.test\\.ts$',
    // What packages import of each other takes most of the time, and is not asked.
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: {
      forbidden: [{ name: 'no-cycles', severity: 'error', from: { path: '^src' }, to: { circular: true } }],
    },
  });
  result = output as ICruiseResult;
});

const folderOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1];
/** The sub-folder a file is in, `.` for one directly in its folder. */
const roomOf = (path: string) => /^src\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? '.';

describe('imports', () => {
  it('cover every folder there is, with modules in each', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
    expect(new Set(result.modules.map(({ source }) => folderOf(source)).filter(Boolean))).toEqual(
      new Set(Object.keys(MAY_IMPORT)),
    );
  });

  it('are those of the table in docs/ARCHITECTURE.md', () => {
    const documented: Record<string, readonly string[]> = {};
    const rows = readFileSync('docs/ARCHITECTURE.md', 'utf8').matchAll(
      /^\|[^|]+\| `([\w-]+)\/`\s*\|[^|]+\|([^|]+)\|$/gm,
    );
    for (const [, folder = '', cell = ''] of rows) {
      const text = cell.trim();
      if (text === 'every folder above') documented[folder] = Object.keys(documented);
      else documented[folder] = text === '-' ? [] : text.split(', ');
    }
    const sorted = (table: Record<string, readonly string[]>) =>
      Object.fromEntries(Object.entries(table).map(([folder, others]) => [folder, [...others].sort()]));
    expect(sorted(documented)).toEqual(sorted(MAY_IMPORT));
  });

  it('are drawn with every folder in docs/architecture.svg', () => {
    const picture = readFileSync('docs/architecture.svg', 'utf8');
    const drawn = [...picture.matchAll(/class="folder[^>]*>([^<]+)</g)].flatMap(([, names = '']) =>
      names.trim().split(/\s+/),
    );
    expect([...new Set(drawn)].sort()).toEqual(
      Object.keys(MAY_IMPORT)
        .map((folder) => `${folder}/`)
        .sort(),
    );
  });

  it('know every sub-folder there is', () => {
    const rooms = Object.keys(MAY_IMPORT).flatMap((folder) =>
      readdirSync(`src/${folder}`, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${folder}/${name}`),
    );
    const listed = Object.entries(INSIDE).flatMap(([folder, inside]) =>
      Object.keys(inside).map((room) => `${folder}/${room}`),
    );
    expect(rooms.sort()).toEqual(listed.sort());
  });

  it('go only where the tables allow', () => {
    const wrong = result.modules.flatMap(({ source, dependencies }) => {
      const from = folderOf(source);
      if (from === undefined) return [];
      return dependencies.flatMap(({ resolved }) => {
        const to = folderOf(resolved);
        if (to === undefined) return [];
        if (to !== from && !MAY_IMPORT[from]?.includes(to))
          return [
            `${source} imports ${resolved}: ${from}/ may import ${MAY_IMPORT[from]?.join(', ') || 'no other folder'}`,
          ];
        const room = roomOf(source);
        const other = roomOf(resolved);
        if (to !== from || room === '.' || other === room) return [];
        const allowed = INSIDE[from]?.[room] ?? [];
        return allowed.includes(other)
          ? []
          : [
              `${source} imports ${resolved}: ${from}/${room}/ may import ${allowed.join(', ') || 'nothing else'} of ${from}/`,
            ];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('make no cycles', () => {
    expect(result.summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`)).toEqual(
      [],
    );
  });

  it('never name cli or tools from the library', () => {
    const users = result.modules.filter(
      ({ source, dependencies }) =>
        folderOf(source) !== 'cli' &&
        dependencies.some(({ resolved }) => /^(src\/cli|tools)\//.test(resolved)),
    );
    expect(users.map(({ source }) => source)).toEqual([]);
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
