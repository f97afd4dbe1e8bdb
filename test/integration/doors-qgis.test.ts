import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill, PROGRAM } from '../support/geomill-process.ts';

// The plugin of python/qgis-plugin in the QGIS of Debian, without a screen: run by `make doors`.
const isAsked = process.env.GEOMILL_DOORS !== undefined;
const run = promisify(execFile);
const PYTHON = '/usr/bin/python3';
/** The program itself: the script of Debian in front of it adds an option that it does not know. */
const QGIS = '/usr/bin/qgis_process.bin';
const why = !isAsked
  ? 'make doors'
  : await run(PYTHON, ['-c', 'import qgis.core']).then(
      () => undefined,
      () => 'QGIS is missing: apt-get install qgis python3-qgis',
    );

type Row = Record<string, string>;
const rowsOf = (text: string) => parse<Row>(text, { columns: true });

describe.skipIf(why !== undefined)(`the plugin of QGIS (${why ?? 'installed'})`, () => {
  let folder: string;
  const qgis = (...args: string[]) =>
    run(QGIS, args, {
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        XDG_RUNTIME_DIR: folder,
        QT_QPA_PLATFORM: 'offscreen',
        GEOMILL_COMMAND: `${process.execPath} ${resolve(PROGRAM)}`,
      },
    });
  /** Runs an algorithm; shape: the rows of its output, as CSV. */
  const rowsFrom = async (name: string, ...parameters: string[]): Promise<Row[]> => {
    const output = join(folder, `${name}.csv`);
    await qgis('run', `geomill:${name}`, ...parameters.map((each) => `--${each}`), `--OUTPUT=${output}`);
    return rowsOf(await readFile(output, 'utf8'));
  };
  const stage = async (name: string, input: string, ...options: string[]): Promise<Row[]> => {
    const output = join(folder, `stage-${name}`);
    const ended = await geomill(['run', name, '--input', input, '--output', output, '--quiet', ...options]);
    expect(ended.stderr).toBe('');
    return rowsOf(await readFile(join(output, `${input.split('/').pop() ?? ''}`), 'utf8'));
  };
  const columnOf = (rows: readonly Row[], name: string) => rows.map((row) => row[name]);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-qgis-'));
    const plugins = join(folder, '.local/share/QGIS/QGIS3/profiles/default/python/plugins');
    await mkdir(plugins, { recursive: true });
    const { stdout: zip } = await run(PYTHON, ['-B', 'python/build_qgis.py', folder]);
    await run(PYTHON, ['-m', 'zipfile', '-e', zip.trim(), plugins]);
    await qgis('plugins', 'enable', 'geomill');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('geocodes a table as the command does', async () => {
    const expected = await stage('geocode', 'fixtures/addresses.csv');
    const found = await rowsFrom('geocode', 'INPUT=fixtures/addresses.csv', 'FIELD=address');
    for (const column of ['id', 'geocode_status', 'geocode_label', 'geocode_ward_code_new'])
      expect(columnOf(found, column)).toEqual(columnOf(expected, column));
    // QGIS writes 15 digits.
    const latitudes = (rows: readonly Row[]) =>
      columnOf(rows, 'geocode_lat').map((lat) => Number(lat).toFixed(9));
    expect(latitudes(found)).toEqual(latitudes(expected));
  });

  it('converts a column to the units of a day', async () => {
    const expected = await stage('convert', 'fixtures/addresses.csv', '--set', 'convert.to=2025-06-30');
    const found = await rowsFrom('convert', 'INPUT=fixtures/addresses.csv', 'FIELD=address', 'TO=2025-06-30');
    expect(columnOf(found, 'convert_line')).toEqual(columnOf(expected, 'convert_line'));
  });

  it.each(['reverse', 'forcode'])('answers at the points of a layer: %s', async (name) => {
    const layer = join(folder, 'points.gpkg');
    const table = `file://${resolve('fixtures/points.csv')}?delimiter=,&xField=lon&yField=lat&crs=EPSG:4326`;
    await qgis(
      ...['run', 'native:reprojectlayer', `--INPUT=delimitedtext://${table}`],
      ...['--TARGET_CRS=EPSG:3857', `--OUTPUT=${layer}`],
    );
    const expected = await stage(name, 'fixtures/points.csv');
    const found = await rowsFrom(name, `INPUT=${layer}`);
    const column = name === 'reverse' ? 'reverse_label' : 'forcode_code';
    expect(columnOf(found, 'id')).toEqual(columnOf(expected, 'id'));
    expect(columnOf(found, column)).toEqual(columnOf(expected, column));
  });
});
