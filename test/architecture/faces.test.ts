import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

/** Folders of rooms; any other folder of src/ is a room itself. */
const HOUSES = ['engine', 'run', 'web'];

/** Rooms of which everything is for all others. */
const OPEN = ['base', 'contract', 'data', 'locales'];

/** Tests that measure or search the inner steps themselves. */
const INSIDERS: readonly { tests: RegExp; why: string }[] = [
  { tests: /^test\/(?:bench|benchmark)\//, why: 'measures the steps of a search one by one' },
  {
    tests: /^test\/simulation\//,
    why: 'runs the parts of the protocol on simulated disks, clocks and queues',
  },
  { tests: /^test\/support\/(?:hostile|costly)-/, why: 'a row for each function that reads foreign text' },
];

/** Inner files that other tests import, and why. */
const INNER: readonly { why: string; files: readonly string[] }[] = [
  {
    why: 'parts of a dataset, put together without a build (`test/support/place-world.ts`, `generated-pictures.ts`)',
    files: [
      'dataset/compile/assemble-tables.ts',
      'dataset/imagery/build-picture-tables.ts',
      'dataset/imagery/read-imagery-file.ts',
      'engine/geocoder/forward/place-search.ts',
      'engine/geocoder/place-engine.ts',
      'engine/geocoder/places/place-match.ts',
      'engine/geocoder/reader/admin-search.ts',
    ],
  },
  {
    why: 'writes fixtures',
    files: [
      'dataset/osm/osm-entities.ts',
      'dataset/osm/shapes.ts',
      'dataset/osm/write-pbf.ts',
      'dataset/roads/tile-tar.ts',
      'formats/ndjson-write.ts',
      'formats/parquet-make.ts',
      'formats/xlsx-make.ts',
      'formats/zip/write-zip.ts',
    ],
  },
  {
    why: 'opens what a format wrote',
    files: [
      'formats/csv-read.ts',
      'formats/zip/read-zip.ts',
      'run/pipeline/journal/marks.ts',
      'queue/job.ts',
    ],
  },
  {
    why: 'every unit of two days, compared with the law step by step',
    files: [
      'engine/geocoder/convert/choose-target.ts',
      'engine/geocoder/convert/converter.ts',
      'engine/geocoder/convert/write-line.ts',
    ],
  },
  {
    why: 'suggestions over its arrays',
    files: ['engine/geocoder/autocomplete/correct-words.ts', 'engine/geocoder/autocomplete/word-list.ts'],
  },
  {
    why: 'compared with Valhalla itself',
    files: [
      'engine/routing/costing.ts',
      'engine/routing/ordering/order-stops.ts',
      'engine/routing/valhalla/requests.ts',
    ],
  },
  {
    why: 'damages what it has on disk, or starts it in a process of its own',
    files: [
      'remote/cached-responses.ts',
      'remote/disk/quota-ledger.ts',
      'remote/service-request.ts',
      'object-store/s3-store.ts',
      'object-store/upload-file.ts',
      'server/access/key-ring.ts',
    ],
  },
  {
    why: 'checks of a machine that is not as it should be',
    files: ['cli/checks/check-machine.ts'],
  },
  {
    why: 'a thread that dies or hangs',
    files: ['runtime/task-thread.ts', 'runtime/task-threads.ts'],
  },
  {
    why: 'pages and their texts in a browser',
    files: [
      'server/pages/examples.ts',
      'server/pages/page-assets.ts',
      'web/viewer/context/texts.ts',
      'web/viewer/public-texts.ts',
      'web/viewer/tour/kept-nodes.ts',
    ],
  },
  {
    why: 'what a report is made of',
    files: ['report/ground/dataset-ground.ts', 'report/ground/provinces-around.ts', 'report/read/earlier.ts'],
  },
  {
    why: 'limits and names that a request is built with',
    files: ['server/guards.ts', 'server/operation-routes.ts', 'run/stages/imagery.ts'],
  },
  {
    why: 'the address that a stage reads of a cell',
    files: ['run/stages/house-of-date.ts'],
  },
  {
    why: 'rows of a finished run again',
    files: [
      'cli/run-command.ts',
      'cli/run-queue.ts',
      'run/pipeline/rerun/selection.ts',
      'run/pipeline/update/read-cells.ts',
      'runtime/with-aliases.ts',
    ],
  },
];
const EXCEPTIONS = INNER.flatMap(({ files }) => files);

/** Returns the room of a file of src/: '' for the files beside the rooms. */
function roomOf(path: string): string {
  const folders = path.split('/').slice(1, -1);
  return folders.slice(0, HOUSES.includes(folders[0] ?? '') ? 2 : 1).join('/');
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|js)$/.test(file))
    .map((file) => posix.join(folder, file));

/** Returns the files of src/ that a file imports, types and lazy imports too. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+\.ts)'/g)]
    .map(([, target = '']) => posix.join(posix.dirname(file), target))
    .filter((target) => target.startsWith('src/'));
}

/** A face of a room is a file that another room imports, or that src/README.md names as a start. */
function findFaces(sources: readonly string[]): Set<string> {
  const starts = readFileSync('src/README.md', 'utf8').matchAll(/`([\w/.-]+\.ts)`/g);
  const faces = new Set(Array.from(starts, ([, path]) => `src/${path}`));
  for (const source of sources)
    for (const target of importsOf(source)) if (roomOf(target) !== roomOf(source)) faces.add(target);
  return faces;
}

const isTest = (file: string) => file.startsWith('test/') || file.endsWith('.test.ts');
const isWithin = (room: string, rooms: readonly string[]) =>
  rooms.some((open) => room === open || room.startsWith(`${open}/`));

it('tests outside of a room import its faces only', () => {
  const files = [...filesIn('src'), ...filesIn('test')];
  const faces = findFaces(files.filter((file) => !isTest(file)));
  const found = files
    .filter((file) => isTest(file) && !INSIDERS.some(({ tests }) => tests.test(file)))
    .flatMap((test) =>
      importsOf(test)
        .filter((target) => !faces.has(target) && !isWithin(roomOf(target), OPEN))
        .filter((target) => test.startsWith('test/') || roomOf(target) !== roomOf(test))
        .map((target) => ({ test, target: target.slice('src/'.length) })),
    );
  const wrong = found
    .filter(({ target }) => !EXCEPTIONS.includes(target))
    .map(({ test, target }) => `${target} <- ${test}`);
  expect([...new Set(wrong)].sort()).toEqual([]);
  // None that is not needed any more.
  expect(EXCEPTIONS.filter((path) => !found.some(({ target }) => target === path))).toEqual([]);
});
