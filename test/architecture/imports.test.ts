import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

/** Everything under `run/` and below it. */
const BELOW_RUNTIME = [
  'data',
  'locales',
  'base',
  'contract',
  'formats',
  'engine',
  'remote',
  'dataset',
  'run',
];

/**
 * Which folder of src/ may import which: the table of docs/ARCHITECTURE.md. `engine/routing` allows that sub-folder
 * alone.
 */
const WINGS: Record<string, readonly string[]> = {
  data: [],
  locales: [],
  base: ['data', 'locales'],
  contract: ['base'],
  formats: ['data', 'base'],
  engine: ['data', 'base', 'contract'],
  remote: ['base', 'contract'],
  dataset: ['data', 'base', 'formats', 'engine/gazetteer', 'engine/routing', 'engine/imagery'],
  run: ['data', 'base', 'contract', 'formats'],
  'object-store': ['base', 'run'],
  runtime: BELOW_RUNTIME,
  mcp: [...BELOW_RUNTIME, 'runtime'],
  server: [...BELOW_RUNTIME, 'runtime', 'mcp'],
  queue: [...BELOW_RUNTIME, 'runtime'],
  report: [...BELOW_RUNTIME, 'runtime'],
  cli: [...BELOW_RUNTIME, 'runtime', 'mcp', 'server', 'queue', 'report', 'object-store'],
  web: ['locales', 'base/geo', 'base/messages', 'base/position', 'base/text', 'contract', 'report/data'],
};

/** What every run has, of `run/pipeline`. */
const CORE = ['.', 'input', 'journal', 'outputs'];

/**
 * Which sub-folder may import which within its folder. `.` stands for the files directly in the folder, which may
 * import every sub-folder.
 */
const INSIDE: Record<string, Record<string, readonly string[]>> = {
  base: {
    errors: ['messages'],
    geo: [],
    position: ['geo', 'messages', 'text'],
    text: ['geo', 'messages'],
    files: ['errors', 'messages'],
    messages: [],
  },
  contract: { operations: ['.', 'records', 'values'], records: ['.'], values: [] },
  formats: {
    parquet: ['.'],
    xlsx: ['.', 'zip'],
    zip: ['.'],
  },
  engine: {
    gazetteer: [],
    routing: [],
    imagery: [],
    geocoder: ['gazetteer'],
    local: ['gazetteer', 'routing', 'imagery', 'geocoder'],
  },
  'engine/gazetteer': {
    categories: [],
    store: [],
    units: ['.', 'store'],
    names: ['store'],
    spatial: ['store'],
    'unit-table': ['.', 'store', 'units', 'names'],
    autocomplete: ['store', 'units', 'unit-table'],
  },
  'engine/routing': {
    direction: ['.'],
    ordering: ['.'],
    fleet: ['.'],
    straight: ['.'],
    valhalla: ['.'],
    optimized: ['.', 'ordering', 'fleet', 'straight'],
  },
  'engine/imagery': {
    index: [],
    items: ['index'],
    query: ['index'],
    source: ['index', 'items', 'query'],
    stac: ['index', 'items'],
  },
  'engine/geocoder': {
    reader: [],
    places: ['reader'],
    forward: ['reader', 'places'],
    autocomplete: ['reader', 'places'],
    calibration: ['reader', 'places'],
    convert: ['reader', 'places', 'forward', 'calibration'],
  },
  'engine/local': {
    operations: ['.', 'parameters', 'shapes'],
    parameters: [],
    shapes: [],
  },
  remote: { disk: [] },
  dataset: {
    osm: ['.'],
    sources: ['.'],
    compile: ['.', 'imagery'],
    ground: [],
    imagery: ['sources'],
    roads: ['osm'],
    decrees: ['.', 'compile', 'sources'],
  },
  'dataset/imagery': { pictures: ['.'] },
  run: { stages: [], pipeline: ['stages'], job: ['stages', 'pipeline'] },
  'run/pipeline': {
    input: ['.'],
    journal: ['.', 'input', 'outputs', 'shards', 'update'],
    outputs: ['.', 'input', 'journal'],
    rerun: CORE,
    sample: [...CORE, 'update'],
    shards: CORE,
    stream: CORE,
    update: [...CORE, 'rerun'],
  },
  server: {
    access: ['.'],
    batch: ['.'],
    dialects: ['.', 'access'],
    imagery: ['.', 'pages'],
    pages: ['.'],
    pictures: ['.'],
    viewer: ['.'],
  },
  'server/dialects': { google: ['.'], nominatim: ['.'], pelias: ['.'], photon: ['.'] },
  report: { data: [], read: ['data'], compare: ['data', 'read'], ground: ['data', 'read'] },
  web: { kit: [], viewer: ['kit'], 'report-page': ['kit'], 'review-page': ['kit'], pages: ['kit'] },
  'web/kit': { map: ['.'] },
  'web/viewer': {
    adapter: ['.', 'context'],
    demo: [],
    imagery: ['.'],
    context: ['.', 'imagery'],
    track: ['.'],
    plan: ['.', 'context'],
    tour: ['.', 'context', 'imagery'],
    plugins: ['.', 'context', 'plan', 'tour', 'track'],
    photo: ['.', 'context', 'imagery', 'plugins', 'tour'],
    styles: [],
  },
  cli: { commands: ['.', 'checks'], checks: ['.'] },
};

/** Rooms beside the core, which a run without them never loads, and the only places that import each of them: their doors. */
const BESIDE: Record<string, readonly string[]> = {
  queue: ['cli'],
  'object-store': ['cli'],
  mcp: ['cli', 'server/mcp-plugin.ts', 'server/server-context.ts'],
  'server/dialects': ['server/plugins.ts'],
};

/** What a sub-folder may not import although its folder may, and why. */
const NEVER: readonly { from: string; to: string; why: string }[] = [
  { from: 'engine/gazetteer', to: 'contract', why: 'a dataset does not depend on the interface' },
  { from: 'run/stages', to: 'formats', why: 'a stage sees rows, not files' },
];

/** An import of a call that renames or syncs, or of all calls at once, by which either could be reached. */
const DURABLE_CALLS =
  /import (?:\{[^}]*\b(?:rename|renameSync|f(?:data)?sync(?:Sync)?)\b[^}]*\}|\* as \w+|\w+) from '(?:node:)?fs(?:\/promises)?'/;

let result: ICruiseResult;

beforeAll(async () => {
  const { output } = await cruise(['src'], {
    exclude: '\\.test\\.ts$',
    // What packages import of each other takes most of the time, and is not needed.
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: {
      forbidden: [{ name: 'no-cycles', severity: 'error', from: { path: '^src' }, to: { circular: true } }],
    },
  });
  result = output as ICruiseResult;
});

/** The path of a module below src/; undefined for packages and other folders. */
const belowSrc = (path: string) => (path.startsWith('src/') ? path.slice('src/'.length) : undefined);
const isIn = (path: string, folder: string) => path.startsWith(`${folder}/`);
const foldersIn = (folder: string) =>
  readdirSync(posix.join('src', folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** The deepest folder that holds both files: '' is src/ itself. */
function commonFolder(one: string, other: string): string {
  const [a, b] = [one.split('/').slice(0, -1), other.split('/').slice(0, -1)];
  const at = a.findIndex((name, index) => name !== b[index]);
  return (at < 0 ? a : a.slice(0, at)).join('/');
}

/** Returns why one file of src/ may not import another; undefined if it may. */
function faultOf(source: string, target: string): string | undefined {
  const common = commonFolder(source, target);
  const inside = (path: string) => (common === '' ? path : path.slice(common.length + 1));
  const rooms = inside(source).split('/');
  const never = NEVER.find(({ from, to }) => isIn(source, from) && isIn(target, to));
  if (never) return `${source} imports ${target}: ${never.why}`;
  if (rooms.length === 1) return undefined;
  const room = rooms[0]!;
  const allowed = (common === '' ? WINGS : INSIDE[common])?.[room] ?? [];
  const isAllowed = inside(target).includes('/')
    ? allowed.some((folder) => isIn(inside(target), folder))
    : allowed.includes('.');
  return isAllowed
    ? undefined
    : `${source} imports ${target}: ${posix.join(common, room)}/ may import ${allowed.join(', ') || 'nothing else'}`;
}

describe('imports', () => {
  it('cover every folder there is, with modules in each', () => {
    expect(foldersIn('')).toEqual(Object.keys(WINGS).sort());
    const used = result.modules.flatMap(({ source }) => belowSrc(source)?.split('/')[0] ?? []);
    expect(Object.keys(WINGS).filter((folder) => !used.includes(folder))).toEqual([]);
  });

  it('are those of the table in docs/ARCHITECTURE.md', () => {
    const documented: Record<string, readonly string[]> = {};
    const rows = readFileSync('docs/ARCHITECTURE.md', 'utf8').matchAll(
      /^\|[^|]+\| `([\w-]+)\/`\s*\|[^|]+\|([^|]+)\|[^|]+\|$/gm,
    );
    for (const [, folder = '', cell = ''] of rows) {
      const text = cell.trim();
      const above = Object.keys(documented);
      if (text === 'every folder above') documented[folder] = above;
      else if (text.startsWith('as ')) documented[folder] = documented[text.slice(3)] ?? [];
      else documented[folder] = text === '-' ? [] : text.split(', ');
    }
    const sorted = (table: Record<string, readonly string[]>) =>
      Object.fromEntries(Object.entries(table).map(([folder, others]) => [folder, [...others].sort()]));
    expect(sorted(documented)).toEqual(sorted(WINGS));
  });

  it('are drawn with every folder in docs/architecture.svg', () => {
    const picture = readFileSync('docs/architecture.svg', 'utf8');
    const drawn = [...picture.matchAll(/class="folder[^>]*>([^<]+)</g)].flatMap(([, names = '']) =>
      names.trim().split(/\s+/),
    );
    const wings = Object.keys(WINGS).map((folder) => `${folder}/`);
    expect(wings.filter((folder) => !drawn.some((name) => name.startsWith(folder)))).toEqual([]);
    expect(drawn.filter((name) => !foldersIn('').some((folder) => name.startsWith(`${folder}/`)))).toEqual(
      [],
    );
  });

  it('know every sub-folder there is', () => {
    const withRooms = (folder: string): string[] =>
      foldersIn(folder).flatMap((name) => {
        const path = posix.join(folder, name);
        return [...(foldersIn(path).length > 0 ? [path] : []), ...withRooms(path)];
      });
    const folders = withRooms('');
    expect(folders.sort()).toEqual(Object.keys(INSIDE).sort());
    for (const folder of folders)
      expect(Object.keys(INSIDE[folder]!).sort(), folder).toEqual(foldersIn(folder));
  });

  it('go only where the tables allow', () => {
    const wrong = result.modules.flatMap(({ source, dependencies }) => {
      const from = belowSrc(source);
      if (from === undefined) return [];
      return dependencies.flatMap(({ resolved }) => {
        const to = belowSrc(resolved);
        return to === undefined ? [] : (faultOf(from, to) ?? []);
      });
    });
    expect(wrong).toEqual([]);
  });

  it('of rooms beside the core come from their doors', () => {
    const isDoor = (source: string, doors: readonly string[]) =>
      doors.some((door) => source === door || isIn(source, door));
    for (const [room, doors] of Object.entries(BESIDE)) {
      const importers = result.modules.flatMap(({ source, dependencies }) => {
        const from = belowSrc(source);
        if (from === undefined || isIn(from, room)) return [];
        return dependencies.some(({ resolved }) => isIn(belowSrc(resolved) ?? '', room)) ? [from] : [];
      });
      expect(importers.length, room).toBeGreaterThan(0);
      expect(
        importers.filter((from) => !isDoor(from, doors)),
        room,
      ).toEqual([]);
    }
  });

  it('that are wrong would be found', () => {
    expect(faultOf('dataset/a.ts', 'engine/geocoder/b.ts')).toContain('dataset/ may import');
    expect(faultOf('run/stages/a.ts', 'run/pipeline/b.ts')).toContain('run/stages/ may import');
    expect(faultOf('run/stages/a.ts', 'formats/b.ts')).toContain('a stage sees rows');
    expect(faultOf('web/viewer/a.ts', 'report/read/b.ts')).toContain('web/ may import');
    expect(faultOf('engine/gazetteer/names/a.ts', 'engine/gazetteer/b.ts')).toContain('names/ may import');
    expect(faultOf('engine/gazetteer/units/a.ts', 'engine/gazetteer/b.ts')).toBe(undefined);
  });

  it('make no cycles', () => {
    expect(result.summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`)).toEqual(
      [],
    );
  });

  it('never name cli or tools from the library', () => {
    const users = result.modules.filter(
      ({ source, dependencies }) =>
        belowSrc(source)?.startsWith('cli/') === false &&
        dependencies.some(({ resolved }) => /^(src\/cli|tools)\//.test(resolved)),
    );
    expect(users.map(({ source }) => source)).toEqual([]);
  });

  it('meet h3-js in src/base/geo alone', () => {
    const users = result.modules
      .filter(
        ({ source, dependencies }) =>
          belowSrc(source) && dependencies.some(({ module }) => module === 'h3-js'),
      )
      .map(({ source }) => source);
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter((source) => !source.startsWith('src/base/geo/'))).toEqual([]);
  });

  it('rename and sync files in base/files only', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    );
    expect(files.length).toBeGreaterThan(500);
    const found = files.filter((file) => DURABLE_CALLS.test(readFileSync(posix.join('src', file), 'utf8')));
    expect(found.filter((file) => !isIn(file, 'base/files'))).toEqual([]);
    expect(found.sort()).toEqual(
      ['durable-fs.ts', 'file-calls.ts', 'lock.ts', 'replace-file.ts'].map((name) => `base/files/${name}`),
    );
  });
});
