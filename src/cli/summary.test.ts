import { message } from '../base/messages/message.ts';
import { describe, expect, it } from 'vitest';
import { summaryJson, summaryText, type RunSummary } from './summary.ts';

const summary: RunSummary = {
  job: 'geocode',
  input: 'in.csv',
  outputDir: 'output/geocode/in',
  seconds: 12.5,
  limitRows: undefined,
  exitCode: 0,
  remoteStats: {
    requests: 1030,
    cacheHits: 900,
    shared: 68,
    retries: 30,
    throttledPauses: 1,
    oddResponses: 0,
  },
  report: {
    outcome: 'finished',
    counts: {
      rowsIn: 2003,
      results: 2001,
      rejected: 2,
      stages: {
        geocode: { ok: 1990, ambiguous: 0, not_found: 8, skipped: 2, error: 1 },
        forcode: { ok: 2001, ambiguous: 0, not_found: 0, skipped: 0, error: 0 },
      },
    },
    resumedAtRow: 1000,
    files: { csv: 'in.csv', geojson: 'in.geojson', rejects: 'rejects.ndjson' },
    findings: [message('stage.addressesReadAs', { text: '{address}' })],
  },
};
const clean = { ...summary.report.counts, rowsIn: 1, results: 1, rejected: 0, stages: {} };

describe('summaryText', () => {
  it('says what a person wants to know', () => {
    expect(summaryText(summary)).toBe(
      [
        'geocode: 2,003 rows, 1,000 of them in earlier runs, in 13 s, 80 rows/s',
        '  geocode     1,990 ok, 8 not found, 2 skipped, 1 error; geocode_reason says why',
        '  forcode     2,001 ok',
        '  rejected    2 rows, with reasons in output/geocode/in/rejects.ndjson',
        '  requests    1,030 sent, 30 of them retries, 968 responses from the cache, 1 pause requested by the service',
        '  files       output/geocode/in/in.csv',
        '              output/geocode/in/in.geojson',
        '  result      99.3 % ok, 13 rows to look at',
      ].join('\n'),
    );
  });

  it('ends with what can be used, what is left, and the report', () => {
    const uses = {
      geocode: {
        house_or_street: 400,
        ward: 1490,
        district_or_province: 100,
        to_decide: 0,
        not_found: 8,
        error: 1,
      },
    };
    const report = { ...summary.report, counts: { ...summary.report.counts, uses } };
    const text = summaryText({ ...summary, report, limitRows: 2003, reportPath: 'output/report.html' });
    expect(text.split('\n').slice(-2)).toEqual([
      '  result      2,003 rows: 1,890 at the right ward; 400 of them at a house, street or place; 100 only at a district or province; 8 not found; 1 with an error',
      '  report      output/report.html',
    ]);
    expect(summaryJson({ ...summary, report }).uses).toEqual({
      geocode: { right_ward: 1890, ...uses.geocode },
    });
  });

  it('lists the commonest reasons of errors', () => {
    const errorReasons = {
      geocode: [
        { ...message('stage.noMatch'), rows: 1 },
        { code: 'stage.noCell', values: { status: 'HTTP 402' }, rows: 70 },
        { code: 'stage.noCell', rows: 5 },
        { ...message('stage.noRoute'), rows: 1 },
      ],
    };
    const report = { ...summary.report, counts: { ...summary.report.counts, errorReasons } };
    expect(summaryText({ ...summary, report })).toContain(
      'geocode_reason says why\n              70 errors: HTTP 402: no cell has this code\n              5 errors: ...: no cell has this code\n              1 error: no match\n',
    );
    expect(summaryJson({ ...summary, report }).errors).toMatchObject({
      geocode: [
        {
          code: 'stage.noCell',
          values: { status: 'HTTP 402' },
          text: 'HTTP 402: no cell has this code',
          rows: 70,
        },
        { code: 'stage.noCell', text: '...: no cell has this code' },
        {},
        {},
      ],
    });
  });

  it('is short where there is little to tell', () => {
    const report = {
      ...summary.report,
      counts: clean,
      resumedAtRow: 0,
      files: { csv: 'in.csv', rejects: 'r' },
    };
    expect(summaryText({ ...summary, report, remoteStats: undefined, seconds: 0.25 })).toBe(
      'geocode: 1 row, in 0.3 s\n  files       output/geocode/in/in.csv',
    );
  });

  it('says that there was nothing to do, and what a limit left', () => {
    const report = { ...summary.report, outcome: 'already_finished' as const };
    expect(summaryText({ ...summary, report })).toMatch(/^geocode: already finished, nothing to do\./);
    expect(summaryText({ ...summary, limitRows: 2003 })).toMatch(/next {8}these are the rows of --limit/);
    expect(summaryText({ ...summary, limitRows: 5000 })).not.toContain('--limit');
  });
});

describe('summaryJson', () => {
  it('is one plain value', () => {
    expect(summaryJson(summary)).toMatchObject({
      job: 'geocode',
      outcome: 'finished',
      rows: 2003,
      results: 2001,
      rejected: 2,
      resumed_at_row: 1000,
      seconds: 12.5,
      requests: 1030,
      cache_hits: 900,
      files: { csv: 'output/geocode/in/in.csv' },
    });
  });
});
