import type { FastifyInstance } from 'fastify';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GeomillError } from '../../src/base/errors/geomill-error.ts';
import { SYSTEM_CLOCK } from '../../src/base/files/clock.ts';
import { decodeBody, decodeForcode } from '../../src/base/geo/forcode.ts';
import { readMapLink } from '../../src/base/position/map-link.ts';
import { readWrittenPosition } from '../../src/base/position/written-position.ts';
import { repairTokens } from '../../src/engine/geocoder/reader/repair.ts';
import { tokenize } from '../../src/base/text/tokens.ts';
import { createFormerIndex } from '../../src/dataset/sources/former-wards.ts';
import { readSourceRows } from '../../src/dataset/sources/source-rows.ts';
import { LAW_COLUMNS } from '../../src/engine/gazetteer/store/admin-files.ts';
import { openUnitRows } from '../../src/engine/gazetteer/units/unit-rows.ts';
import { readItem } from '../../src/engine/imagery/source/read-item.ts';
import { inspectCsv } from '../../src/formats/inspect-csv.ts';
import { numberFormat } from '../../src/formats/xlsx/number-format.ts';
import { isPrivateAddress, readEndpoint } from '../../src/remote/endpoint.ts';
import { createScrubber } from '../../src/remote/secrets.ts';
import { createServiceHealth } from '../../src/remote/service-health.ts';
import { parseJob } from '../../src/run/job/parse-job.ts';
import { differencesOf, type RunIdentity } from '../../src/run/pipeline/journal/identity.ts';
import { readChoices, writtenChoices } from '../../src/run/pipeline/rerun/review-choices.ts';
import { directionColumns } from '../../src/run/stages/direction.ts';
import { NO_LIMITS, planLimits } from '../../src/run/stages/route-limits.ts';
import { readTimeOfDay } from '../../src/run/stages/route-days.ts';
import { planTour } from '../../src/run/stages/route-tour.ts';
import { sendCompressed } from '../../src/server/compressed.ts';
import { refuseForeignPages } from '../../src/server/own-hosts.ts';
import { pump, two, type HostileCase } from './hostile-table.ts';

// The functions of the table that take more than a text: those behind files, runs, servers and the interface.

// Findings whose function sees no foreign text, or is reached elsewhere:
// - cli/commands/completion.ts:173: reads the flags of this program
// - server/imagery/imagery-pages.ts:255: reads the paths of this server
// - run/pipeline/shards/read-shards.ts:74: has no expression any more; differencesOf in this table writes what it replaces in
// - queue/contents.ts:45: reads what the Redis of the operator says about itself, of some kilobytes
// - remote/request-client.ts:207: is a closure of the client; its paths are of properties in the interface and of indexes
// - base/geo/position.ts:31: reads a number that was written by this program
// - engine/geocoder/convert/address-reader.ts:37: needs a dataset: hostile-answers.ts calls convert
// - formats/xlsx/read-merges.ts:4: is gone: read-xml.ts reads elements
// - formats/xlsx/write-table.ts:116, 134: read a range that this program wrote
// - report/ground/pmtiles.ts:125: is gone
// - runtime/lineage/lineage-target.ts:40, run-datasets.ts:100: are gone

const IDENTITY: RunIdentity = {
  ...{
    inputBytes: 1,
    inputSha256: '0',
    layout: '{}',
    columns: [],
    stages: '[]',
    outputs: [],
    service: 'local',
    answers: 1,
  },
};

/** Returns the hook that {@link refuseForeignPages} adds. */
function foreignPagesHook(): (headers: Record<string, string>, url: string) => void {
  let hook: (request: object, reply: unknown, done: () => void) => void = () => undefined;
  const app = { addHook: (_: string, added: typeof hook) => (hook = added) };
  refuseForeignPages(app as unknown as FastifyInstance, { hosts: [], origins: [] });
  return (headers, url) => hook({ headers, url, method: 'GET' }, undefined, () => undefined);
}

const checkPage = foreignPagesHook();
const PAGE_HEADERS = {
  host: 'localhost',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

function recordRefusal(message: string): void {
  const accepted = { read: () => undefined, write: () => undefined };
  const health = createServiceHealth({
    ...{ clock: SYSTEM_CLOCK, running: new AbortController().signal, maxSameRefusals: 5 },
    accepted: accepted,
  });
  const error = new GeomillError('INVALID_REQUEST', message);
  health.record({ kind: 'refused', error, spoke: true, doubt: 'none' }, 0);
}

async function readFileOf(text: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-hostile-'));
  try {
    const file = join(folder, 'rows.txt');
    writeFileSync(file, text);
    await readSourceRows(file, {
      columns: () => undefined,
      row: () => undefined,
      take: () => undefined,
      bad: () => undefined,
    } as never);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function limitsOf(cell: string): unknown {
  const plan = planLimits({ first_stop: '{a}', open_from: '{a}', demand: '{a}', capacity: 1 } as never, [
    'a',
  ]);
  if ('faults' in plan) throw new Error(JSON.stringify(plan.faults));
  return plan.read({ cells: [cell] } as never);
}

/** Plans a tour of one stop with a service whose trip has a message. */
async function tourWith(message: string): Promise<void> {
  const position = { lat: 21, lon: 105 };
  const places = [0, 1, 2].map((at) => ({ ...position, original_index: at }));
  const trip = { locations: places, legs: [], summary: { time: 0, length: 0 }, status_message: message };
  const end = { position, rows: [] };
  const stop = { ...end, limits: NO_LIMITS, rowLimits: [] };
  const request = {
    start: end,
    end,
    stops: [stop],
    options: { costing: 'motorcycle' },
    statesLimits: false,
    nameOf: String,
  };
  await planTour(request as never, { optimizedRoute: async () => ({ trip }) } as never, {});
}

function choose(lat: string): Promise<unknown> {
  const columns = ['row', 'text', 'choice', 'lat', 'lon'];
  const cells: Record<string, string> = { row: '1', text: 'x', choice: '', lat, lon: '' };
  const row = { number: 1, line: 2, cell: (column: string) => cells[column] ?? '' };
  const service = {
    candidatesOf: async () => [],
    unitsAt: async () => undefined,
    accountOf: async () => undefined,
    unitOfText: async () => undefined,
  };
  return readChoices(writtenChoices({ format: 'csv', columns, rows: [row] }), service);
}

const reply = {
  getHeader: () => undefined,
  headers: () => reply,
  header: () => reply,
  code: () => reply,
  send: () => reply,
};
const PLAIN = Buffer.from('x');
const CONTENT = { type: 'text/plain', etag: '"x"', plain: PLAIN, gzipped: PLAIN };

const scrubber = createScrubber('abc+/xyz %&7');

/** The functions, by file and line of the expression as it was found. */
export const HOSTILE_ROOMS: readonly HostileCase[] = [
  {
    place: 'remote/service-health.ts:126',
    call: recordRefusal,
    families: [pump('', '-', '\0' + '0'), pump('', 'a'), 'uuids'],
  },
  {
    place: 'base/text/repair.ts:13',
    call: (text) => repairTokens(tokenize(text), () => false, text),
    families: [
      pump('thanhpho', 'a'),
      pump('', 'tp '),
      pump('', 'p10q5 '),
      'word',
      'capitals',
      'firm',
      'marks',
    ],
  },
  {
    place: 'remote/endpoint.ts:151',
    call: (text) => isPrivateAddress(`fe80::1%${text}`),
    families: [pump('', 'a'), pump('', '%', '\n%')],
  },
  {
    place: 'remote/endpoint.ts:33',
    call: (text) => readEndpoint(`https://a.vn/${text}/v1/`, false),
    families: [pump('', '/', '\0/'), 'dots'],
  },
  {
    place: 'server/own-hosts.ts:9',
    call: (text) => checkPage(PAGE_HEADERS, `/imagery/v1${text}`),
    families: [pump('', '/1', '\n'), pump('/search', '/')],
    refuses: ['Refusal'],
  },
  {
    place: 'server/own-hosts.ts, the host',
    call: (text) => checkPage({ host: text }, '/'),
    families: [pump('[', 'a'), pump('', '.', 'x'), pump('', ':')],
    refuses: ['Refusal'],
  },
  {
    place: 'formats/inspect-csv.ts:131',
    call: (text) =>
      inspectCsv({
        bytes: Buffer.from(`${text};1\n1;2\n`),
        isWhole: true,
        delimiter: ';',
        report: () => undefined,
      } as never),
    families: [pump('', '\t', ','), pump('', '1', 'x'), pump('', ' ', 'x')],
  },
  {
    place: 'run/job/parse-job.ts:64',
    call: (text) =>
      parseJob(`name: x\noutputs: [csv]\nstages: [geocode]\nexpect: { ok_rate: ${JSON.stringify(text)} }\n`, {
        file: 'x.yaml',
      }),
    families: [two(['', '.'], ['\t', '\t'], '\0'), pump('', '1', '%')],
    refuses: ['JOB_WRONG'],
  },
  {
    place: 'run/pipeline/journal/identity.ts:121, 150',
    call: (text) => differencesOf({ ...IDENTITY, service: text }, IDENTITY),
    families: [
      pump('', '0 '),
      two(['', ', aliases '], ['', ', '], '\n'),
      pump('', 'a'),
      pump('', 'd is was '),
    ],
  },
  {
    place: 'dataset/sources/source-rows.ts:94',
    call: (text) => readFileOf(`${text}\n{}\n`),
    families: [pump('{"":', '\t', '":'), pump('{"', 'a')],
  },
  {
    place: 'dataset/sources/former-wards.ts:98',
    call: (text) => createFormerIndex([]).find({ province: text, district: text, fullName: text }),
    families: [pump('', '0', 'x'), pump('', 'a0')],
  },
  {
    place: 'engine/imagery/source/read-item.ts:156',
    call: (href) =>
      readItem(
        {
          id: '1',
          geometry: { type: 'Point', coordinates: [105, 21] },
          links: [{ rel: 'collection', href }],
        },
        () => undefined,
      ),
    families: [pump('', '#', '\n#'), pump('', '/')],
  },
  {
    place: 'engine/gazetteer/units/unit-rows.ts:84',
    call: (text) =>
      openUnitRows({
        datedUnits: Buffer.from(`${LAW_COLUMNS.datedUnits.join()}\n`),
        decrees: Buffer.from(text),
      }),
    families: [pump('', ','), pump('', 'a'), pump('', '2024-01-01'), pump('', '\n')],
  },
  {
    place: 'base/geo/forcode.ts:134',
    call: (text) => [decodeBody(text, 1), decodeForcode(text)],
    families: [pump('', 'ff', '\0ff'), pump('', 'F'), pump('HN', '0')],
  },
  {
    place: 'server/compressed.ts:38',
    call: (text) =>
      sendCompressed(CONTENT, { headers: { 'accept-encoding': text } } as never, reply as never),
    families: [pump('', 'gzip;q=0.', 'x'), pump('gzip', ' ', 'x'), pump('gzip;q=0.', '0', 'x')],
  },
  {
    place: 'run/stages/direction.ts:104',
    call: (text) =>
      directionColumns({ alternatives: false, instructions: true })
        .at(-1)
        ?.of({ best: { legs: [{ steps: [{ html_instructions: text }] }] }, others: [] } as never),
    families: [pump('', '<'), pump('', '&'), 'blanks'],
  },
  {
    place: 'run/stages/route-limits.ts:50',
    call: (text) => [limitsOf(text), readTimeOfDay(text)],
    families: [pump('', '\t', 'k'), pump('8', '\t', 'k'), pump('', '0')],
  },
  {
    place: 'run/stages/route-tour.ts:172',
    call: tourWith,
    families: [pump('', 'locations['), pump('locations[', '1'), pump('', 'json.locations[1] is 1')],
  },
  {
    place: 'run/pipeline/rerun/review-choices.ts:234',
    call: choose,
    families: [pump('0,0', ',0\t', ',0\n\n0,0\n0,0'), pump('', '1,1 ')],
  },
  {
    place: 'formats/xlsx/number-format.ts:38',
    call: (text) => numberFormat(200, text),
    families: [pump('[', 'H['), pump('', '"', 'x')],
  },
  {
    place: 'base/position/map-link.ts, built at run time',
    call: (text) => readMapLink(`https://a/${text}`),
    families: ['?q=1', '?q=1.1,', '?q=1,%20', '/dir/', '/place/1', '@1.1', '#map=1.', '?mlat=1'].map((each) =>
      pump('', each, '!'),
    ),
  },
  {
    place: 'base/position/written-position.ts, built at run time',
    call: (text) => readWrittenPosition(text),
    families: [
      ...[
        '10.77690 ',
        '1°1\'1" ',
        '106,70091;',
        'lat 10.1234',
        'POINT(1 ',
        '7P28QPG4+',
        'AB1',
        'https://a/',
        'gps ',
      ],
    ].map((each) => pump('', each, '!')),
  },
  {
    place: 'remote/secrets.ts, built at run time',
    call: (text) => scrubber.text(`&${text}`),
    families: ['%', '%25', '\\', '&amp;', '&#x', '\\u00', 'abc+', '&#000', '616263', '\\\\'].map((each) =>
      pump('', each, '!'),
    ),
  },
];
