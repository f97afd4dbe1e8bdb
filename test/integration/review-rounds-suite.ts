import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import readXlsxFile from 'read-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';
import { expect, it } from 'vitest';
import { osmFeature } from '../support/fake-service.ts';
import { useLoopback } from '../support/use-loopback.ts';
import { geomill } from './cli-harness.ts';

type Cell = string | number | boolean | Date | null;
type Row = Record<string, Cell>;

/** Programs that read and write a review as a person's spreadsheet does. */
export const EDITORS: Readonly<Record<string, (path: string, edit: (row: Row) => void) => Promise<void>>> = {
  async csv(path, edit) {
    const rows = parse<Row>(await readFile(path), { columns: true, bom: true });
    rows.forEach(edit);
    await writeFile(path, stringify(rows, { header: true }));
  },
  async xlsx(path, edit) {
    const [sheet] = (await readXlsxFile(path)) as unknown as { data: Cell[][] }[];
    const [header = [], ...lines] = sheet?.data ?? [];
    const names = header.map(String);
    const rows = lines.map((line) => Object.fromEntries(names.map((name, at) => [name, line[at] ?? null])));
    rows.forEach(edit);
    const cell = (value: Cell) =>
      value === null ? null : { type: typeof value === 'number' ? Number : String, value };
    const table = [names, ...rows.map((row) => names.map((name) => row[name] ?? null))];
    await writeXlsxFile(table.map((line) => line.map(cell)) as never).toFile(path);
  },
};

/** A text that the service matches doubtfully; some are texts that a spreadsheet would change. */
const textOf = (at: number) => ['', '=', '-', '007 '][at % 4] + `${at} Lê Lợi, "Bến Nghé"`;
/** The position of a candidate of a text. */
const lonOf = (rank: number) => 106 + rank / 10;

/** Defines the tests of a review that a program edits: as many doubtful rows as sure ones. */
export function describeReviewRounds({ rows }: { rows: number }): void {
  const loopback = useLoopback('review-rounds');

  it.each(Object.keys(EDITORS))(
    `takes back ${rows / 2} decisions of ${rows} rows from %s, and another run uses them`,
    async (format) => {
      const folder = loopback.newFolder();
      const path = (name: string) => join(folder, name);
      const service = await loopback.start({
        answer: (_, query) => {
          const text = query.get('text') ?? '';
          const confidence = Number(/\d+(?= Lê)/.exec(text)?.[0]) % 2 === 0 ? 0.3 : 0.95;
          const geomill = {
            level: 'street',
            accuracy_radius_meters: 50,
            confidence,
            score: null,
            margin: null,
          };
          const units = { ward: null, district: null, province: null };
          const features = [1, 2].slice(0, Number(query.get('size') ?? 1)).map((rank) =>
            osmFeature(
              {
                label: `${text} ${rank}`,
                name: 'x',
                geomill: { ...geomill, old: units, new: units } as never,
              },
              [lonOf(rank), 10],
            ),
          );
          return { type: 'FeatureCollection', features, bbox: [], errors: null };
        },
      });
      const command = async (...args: string[]) => {
        const ended = await geomill(args, { GEOMILL_SERVICE: service.baseUrl, GEOMILL_CACHE: path('cache') });
        expect(ended, ended.stderr).toMatchObject({ exitCode: 0 });
        return ended;
      };
      const run = async (input: string, order: readonly number[], ...more: string[]) => {
        await writeFile(
          path(`${input}.csv`),
          stringify([['id', 'address'], ...order.map((at) => [at, textOf(at)])]),
        );
        await command(
          'run',
          '--yes',
          'geocode',
          '--input',
          path(`${input}.csv`),
          '--output',
          path(input),
          ...more,
        );
      };
      const resultsOf = async (name: string, file: string) =>
        new Map(
          parse<Row>(await readFile(path(join(name, file))), { columns: true }).map((row) => [
            Number(row.id),
            row,
          ]),
        );

      const order = Array.from({ length: rows }, (_, at) => at);
      await run('old', order, '--set', 'outputs=csv');
      const old = await resultsOf('old', 'old.csv');
      const review = path(`review.${format}`);
      expect((await command('review', path('old'), '--to', review)).stdout).toMatch(/ doubtful rows in /);
      let seen = 0;
      // A third a candidate, a third a position, a third nothing.
      const decided = new Map<number, string>();
      await EDITORS[format]!(review, (row) => {
        const at = Number(row.row) - 1;
        seen += 1;
        if (seen % 3 === 0) Object.assign(row, { choice: 2 });
        if (seen % 3 === 1) Object.assign(row, { lat: 10.5, lon: 107.25 });
        if (seen % 3 !== 2) decided.set(at, seen % 3 === 0 ? String(lonOf(2)) : '107.25');
      });
      expect(seen).toBe(rows / 2);
      await command('review', path('old'), '--apply', review);
      await run(
        'later',
        order.toReversed(),
        '--aliases',
        path('old-reviewed/aliases.csv'),
        '--set',
        'outputs=csv',
      );
      for (const results of [
        await resultsOf('old-reviewed', 'old.csv'),
        await resultsOf('later', 'later.csv'),
      ]) {
        expect(results.size).toBe(rows);
        const changed = [...results].filter(([, row]) => row.geocode_place_id === 'manual');
        expect(new Map(changed.map(([at, row]) => [at, row.geocode_lon]))).toEqual(decided);
        for (const [at, row] of results) {
          if (decided.has(at)) expect(row).toMatchObject({ geocode_confidence: '1', address: textOf(at) });
          else expect(row).toEqual(old.get(at));
        }
      }
    },
    600_000,
  );
}
