import type { ActivitySession } from '../../report/data/activity.ts';
import { timeChart } from './charts.ts';
import { el } from '../kit/dom.ts';
import { rowText } from '../kit/marks.ts';
import type { Format } from './format.ts';
import { type plainTable, wideTable } from './summary.ts';

/** Builds the section of speed and requests; undefined where the line below the title says all of it. */
export function activitySection(
  sessions: readonly ActivitySession[],
  format: Format,
): HTMLElement | undefined {
  const { texts } = format;
  const isRemote = sessions.some(({ service }) => service !== undefined);
  const heads = [texts.started, texts.duration, texts.rows, texts.rate];
  const remoteHeads = [texts.requests, texts.fromCache, texts.retries, texts.pauses];
  const rows = sessions.map((session) => sessionRow(session, isRemote, format));
  const seconds = sessions.reduce((sum, session) => sum + session.seconds, 0);
  const intervals = sessions.reduce((sum, session) => sum + session.rows.length, 0);
  const rate = (values: 'rows' | 'requests') =>
    timeChart(
      sessions.flatMap((session) => session[values].map((value) => value / session.intervalSeconds)),
      seconds,
      values === 'rows' ? texts.rateChart : texts.requestChart,
      format,
    );
  if (sessions.length < 2 && !isRemote && intervals < LEAST_INTERVALS) return undefined;
  return el(
    'section',
    {},
    el('h2', {}, texts.activity),
    wideTable(texts.activity, isRemote ? [...heads, ...remoteHeads] : heads, rows, [1, 2, 3, 4, 5, 6, 7]),
    // A few intervals are no chart.
    intervals >= LEAST_INTERVALS &&
      el('div', { class: 'panels' }, rate('rows'), isRemote && rate('requests')),
    ...slowestParts(sessions, format),
  );
}

const LEAST_INTERVALS = 8;
const SLOWEST = 10;

/** Lists what took longest over all sessions: requests of a remote service, parts of the input of a local one. */
function slowestParts(sessions: readonly ActivitySession[], format: Format): HTMLElement[] {
  const { texts } = format;
  const requests = longest(sessions.flatMap(({ slowest }) => slowest?.requests ?? []));
  const chunks = longest(sessions.flatMap(({ slowest }) => slowest?.chunks ?? []));
  const parts: HTMLElement[] = [];
  if (requests.length > 0)
    parts.push(
      slowTable(
        [texts.slowestRequests, texts.slowestRequestsNote],
        [texts.duration, texts.request, texts.response],
        requests.map(({ ms, operation, query, outcome }) => [
          format.milliseconds(ms),
          [operation, ' ', rowText(query)],
          format.sentence(outcome),
        ]),
      ),
    );
  if (chunks.length > 2)
    parts.push(
      slowTable(
        [texts.slowestChunks, texts.slowestChunksNote],
        [texts.duration, texts.rows],
        chunks.map(({ ms, row, rows }) => [
          format.milliseconds(ms),
          format.t('report.chunkRows', { row, n: rows }),
        ]),
      ),
    );
  return parts;
}

const longest = <T extends { ms: number }>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);

function slowTable(
  [title, note]: [string, string],
  heads: string[],
  rows: Parameters<typeof plainTable>[1],
): HTMLElement {
  return el(
    'div',
    { class: 'slowest' },
    el('h3', {}, title),
    el('p', { class: 'quiet' }, note),
    wideTable(title, heads, rows, [0]),
  );
}

function sessionRow(session: ActivitySession, isRemote: boolean, format: Format): string[] {
  const rows = session.rows.reduce((sum, one) => sum + one, 0);
  const { service } = session;
  const cells = [
    format.day(session.startedAt, true),
    format.duration(session.seconds),
    format.count(rows),
    session.seconds > 0 ? format.count(rows / session.seconds) : '–',
  ];
  const remote = service
    ? [service.requests, service.cacheHits + service.shared, service.retries, service.throttledPauses]
    : [0, 0, 0, 0];
  if (isRemote) cells.push(...remote.map((one) => format.count(one)));
  return cells;
}
