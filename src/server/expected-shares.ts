import { Readable } from 'node:stream';
import { CATALOGUES } from '../base/messages/catalogues.ts';
import { formatMessage } from '../base/messages/format-message.ts';
import type { Language } from '../base/messages/languages.ts';
import { message, messagesIn, type Message } from '../base/messages/message.ts';
import { withinTime } from '../base/time-limit.ts';
import { isGeomillError } from '../base/errors/geomill-error.ts';
import { CHANCE_METERS, LEVELS } from '../contract/records/osm-feature.ts';
import { type FoundLayout, inspectInput } from '../formats/inspect.ts';
import { spoolInput } from '../formats/spool.ts';
import { planStages, type PlannedStages, STATUS_AND_REASON } from '../run/pipeline/plan-stages.ts';
import { judgeSample } from '../run/pipeline/sample/judge-sample.ts';
import {
  isUnknownAddress,
  type Sample,
  type SampleBytes,
  sampleRows,
  withLikeliest,
  withSampleFacts,
} from '../run/pipeline/sample/sample-facts.ts';
import { openBytes } from '../run/pipeline/stream/byte-source.ts';
import { addressTemplate } from '../run/stages/find-columns.ts';
import { loadStages } from '../run/stages/registry.ts';
import type { StageDefinition } from '../run/stages/stage.ts';
import { batchRefused } from './batch/batch-request.ts';
import { runBatch } from './batch/run-batch.ts';
import { createLane } from './lane.ts';
import { LIMITS } from './limits.ts';
import { clientOf, withDeadline } from './operation-routes.ts';
import { Refusal } from './refusal.ts';
import type { ServerPlugin } from './server-context.ts';
import { languageOf } from './pages/pages.ts';

/** What the layout is found from, as that of a batch. Units: bytes. */
const HEAD_BYTES = 64 << 10;
/** Time that a sample may take before its rows are geocoded, as this thread does nothing else meanwhile: some take 50 ms. */
const JUDGE_MS = 2000;
/** More columns would take long for each of them. */
const MOST_COLUMNS = 1000;

/** The beginning of a CSV file: its layout and its bytes as UTF-8. */
interface Table extends SampleBytes {
  layout: FoundLayout;
}

/**
 * Adds `POST /coverage/shares`: what this dataset is to be expected to find of the addresses of a CSV file, by the rows of a sample, which are geocoded as a run does.
 *
 * Shape: the body is the beginning of the file, `whole=true` if it is all of it; `text` is the template of the address where the names of the columns do not say it. The sample is that of a
 * run; each of its rows counts as a request. Nothing of it is kept.
 * Errors: 400, in the language of the page, for what is no CSV with rows.
 */
export const addExpectedShares: ServerPlugin = async (app, context) => {
  if (context.datasetDir === undefined) return;
  const stage = (await loadStages()).get('geocode')!;
  const lane = createLane({ running: 1, waiting: LIMITS.routesWaiting, waitMs: LIMITS.routeWaitMs });
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/coverage/shares', { onRequest: context.authorize('geocodeForward') }, (request, reply) => {
    const { whole, text } = request.query as Record<string, string | undefined>;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const language = languageOf(request);
    return withDeadline(reply, (cancellation) =>
      lane.run(
        async () => {
          const table = await readTable(body, whole === 'true', language);
          const { shares, order } = await planShares(stage, table, text, language);
          if (!order) return shares;
          // The request itself was counted as the first row.
          context.charge(request, shares.rows - 1);
          const parts = runBatch({
            ...{ ...order, stage, bodyBytes: Infinity, output: 'ndjson', signal: cancellation.signal },
            ...{ service: context.service, settings: context.batch },
            onRows: () => undefined,
            onResults: (rows) => context.bill(request, 'geocodeForward', undefined, rows),
          });
          let results = '';
          for await (const part of parts) results += Buffer.from(part).toString();
          return { ...shares, ...countResults(results, order.nameOf) };
        },
        cancellation,
        clientOf(request),
      ),
    );
  });
};

/** Reads the beginning of a file as a run does. Errors: 400 where it is no CSV with a header. */
async function readTable(head: Buffer, isWhole: boolean, language: Language): Promise<Table> {
  const refused = (of: Message) => new Refusal(400, formatMessage(of, CATALOGUES[language]));
  try {
    const start = head.subarray(0, HEAD_BYTES);
    const found = await inspectInput({
      head: start,
      name: '',
      isWhole: isWhole && start.length === head.length,
    });
    if (found.format !== 'csv' || found.compression !== 'none')
      throw refused(message('coverage.notCsv', { found: found.format }));
    const blocks: Buffer[] = [];
    const layout = await spoolInput(Readable.from([head]), found, (block) => {
      blocks.push(Buffer.from(block));
    });
    return { layout, bytes: Buffer.concat(blocks).subarray(layout.dataOffset), isWhole };
  } catch (error) {
    if (!isGeomillError(error, 'INPUT_BAD')) throw error;
    throw refused(message('coverage.unread', { reason: error.reason }));
  }
}

/**
 * Plans the geocoding of a sample.
 *
 * Shape: `order` is a batch of its rows, and `nameOf` the name of a column of the stage in its results; without one no column is known as an address, and somebody has to choose.
 * Errors: 400 for a table without rows; INVALID_REQUEST for a template that does not fit.
 */
async function planShares(
  stage: StageDefinition,
  table: Table,
  stated: string | undefined,
  language: Language,
) {
  const t = (of: Message) => formatMessage(of, CATALOGUES[language]);
  const tooLong = new Refusal(400, t(message('coverage.tooLong')));
  if (table.layout.columns.length > MOST_COLUMNS) throw tooLong;
  const planOf = (text: string | undefined, layout = table.layout) => {
    const options = { distance_chances: true, ...(text !== undefined && { text }) };
    const spec = { prefix: stage.name, definition: stage, options };
    return { options, spec, planned: planStages([spec], layout.columns, layout) };
  };
  const judged = withinTime(JUDGE_MS, () => {
    const sample = sampleRows(table, table.layout);
    const { faults, inputColumns: columns } = planOf(stated).planned;
    const isUnknown = faults.some(isUnknownAddress);
    const text = isUnknown ? likeliestIn(faults, sample) : (stated ?? addressTemplate(columns));
    const { spec, planned } = planOf(text);
    const isPlanned = planned.faults.length === 0;
    const doubts = isPlanned
      ? judgeSample({ stages: [spec] }, planned, sample, table.layout.encoding).doubts
      : [];
    return { sample, columns, text, isUnknown, faults: planned.faults, doubts };
  });
  if (!judged) throw tooLong;
  const { sample, columns, text, isUnknown, faults, doubts } = judged.result;
  const last = sample.rows.at(-1)?.number;
  if (last === undefined) throw new Refusal(400, t(message('coverage.noRows')));
  const notes = [
    ...(isUnknown && text ? [message('coverage.guessed')] : []),
    ...doubts.map((doubt) => doubt.sentence),
  ];
  const shares = { rows: sample.rows.length, last, columns, text, notes: notes.map(t) };
  if (text === undefined) return { shares };
  if (faults.length > 0)
    throw batchRefused(
      stage.name,
      faults.map((fault) => fault.message),
    );
  const layout = await withSampleFacts([planOf(text).spec], table.layout, async () => table);
  const { options, planned } = planOf(text, layout);
  const lines = sample.rows.map(({ cells }) =>
    JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, cells[at]]))),
  );
  const first = columns.length + STATUS_AND_REASON;
  const own = planned.plans[0]!.plan.columns.map(({ name }) => name);
  return {
    shares,
    order: {
      options,
      layout: { ...layout, format: 'ndjson', delimiter: '', columns, dataOffset: 0, firstLine: 1 },
      body: openBytes(Readable.from([Buffer.from(`${lines.join('\n')}\n`)]), false),
      // The table may be the results of a run, with columns of these names.
      nameOf: (name: string) => planned.columns[first + own.indexOf(name)]!.name,
    },
  };
}

/** Returns the template that a run would propose for addresses whose column is not known by its name. */
function likeliestIn(faults: PlannedStages['faults'], sample: Sample): string | undefined {
  const said = withLikeliest(faults, sample).flatMap((fault) => messagesIn(fault.message));
  return said.find(({ code }) => code === 'stage.noAddressColumn')?.values?.likeliest as string | undefined;
}

/**
 * Counts the results of a sample.
 *
 * Shape: `levels` are those that rows have, the finest first, then `none`; a chance is that of a row of the file to be as near to its true position, which one without a match is not;
 * `units` are rows by code of ward and of province.
 */
function countResults(results: string, nameOf: (name: string) => string) {
  const rows = results
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const valuesOf = (name: string) => rows.map((row) => row[nameOf(name)]);
  const levels = valuesOf('level');
  const count = (level: string | null) => levels.filter((one) => one === level).length;
  const units: Record<string, number> = {};
  for (const code of [...valuesOf('ward_code_new'), ...valuesOf('province_code_new')])
    if (typeof code === 'string') units[code] = (units[code] ?? 0) + 1;
  return {
    levels: [...LEVELS.map((level) => [level, count(level)] as const), ['none', count(null)] as const].filter(
      ([, n]) => n > 0,
    ),
    chances: CHANCE_METERS.map((meters) => {
      const sum = valuesOf(`chance_${meters}_meters`).reduce<number>((all, one) => all + Number(one ?? 0), 0);
      return { within_meters: meters, chance: sum / rows.length };
    }),
    units,
  };
}
