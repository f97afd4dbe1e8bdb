import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { colorsFor } from '../terminal.ts';
import { addOptions, option, type OptionsOf } from '../options.ts';
import { SERVICE_OPTIONS } from '../run-options.ts';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { ERROR_CATALOGUE } from '../../base/errors/catalogue.ts';
import { isGeomillError } from '../../base/errors/geomill-error.ts';
import { readServiceSettings, type ServiceSettings } from '../../runtime/service-settings.ts';
import {
  checkCache,
  checkFolder,
  checkKey,
  checkNode,
  checkPackages,
  checkParts,
  checkService,
  checkTerminal,
  fault,
  type Finding,
  findingOf,
  ok,
} from '../checks/check-machine.ts';
import { printable, printableJsonLine } from '../../base/text/printable.ts';
import { readManifest, ROADS_FILE } from '../../engine/gazetteer/store/manifest.ts';
import { sizeOf } from '../dataset-text.ts';
import { formatBytes } from '../format-figures.ts';
import { verifyDataset } from './dataset.ts';

const EXAMPLES = `
Examples:
  $ geomill doctor
      checks Node, the packages, settings, dataset, folders, cache, key and terminal; sends nothing
  $ geomill doctor --hashes
      also compares every file of the dataset with its hash
  $ geomill doctor --service https://host/v1
      also sends one request, which counts in the daily quota, and compares the clocks

The key is never shown.

Exit codes: 0 no fault, perhaps warnings; 78 a fault.`;

const OPTIONS = {
  ...SERVICE_OPTIONS,
  output: option('--output <DIR>', 'folder that runs write to', { byDefault: 'output' }),
  hashes: option('--hashes', 'compare every file of the dataset with its hash'),
  json: option('--json', 'write the findings as one line of JSON'),
};
type DoctorOptions = OptionsOf<typeof OPTIONS>;

/** Adds `geomill doctor`. */
export function addCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('doctor')
    .description('Checks what runs need, and says for each fault what to do.');
  addOptions(command, OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action(async (options: DoctorOptions) => {
      finish(await doctor(options, io));
    });
}

/** The exit code when a check found a fault: that of a wrong configuration. */
const EXIT_FAULT = ERROR_CATALOGUE.DATASET_BAD.exitCode;

/** Checks the installation and what runs need, writes a line for each check, and returns the exit code. */
export async function doctor(options: DoctorOptions, io: CliIo): Promise<number> {
  const findings = await runChecks(options, io);
  const states = findings.map(({ state }) => state);
  const outcome = states.includes('fault') ? 'fault' : states.includes('warning') ? 'warning' : 'ok';
  io.stdout.write(
    options.json
      ? `${printableJsonLine({ outcome, checks: findings })}\n`
      : `${textOf(findings, outcome, io)}\n`,
  );
  return outcome === 'fault' ? EXIT_FAULT : 0;
}

/** Checks the dataset of the local service; with `hashes` every byte of it. */
async function checkDataset(dir: string, hashes: boolean): Promise<Finding> {
  return findingOf('dataset', 'fault', async () => {
    const manifest = hashes ? await verifyDataset(dir) : await readManifest(dir);
    const missing = Object.keys(manifest.files).filter((name) => !existsSync(join(dir, name)));
    if (missing.length > 0)
      return fault(`${dir} lacks ${missing.join(', ')}`, 'copy the dataset again, or build it');
    const { format, version, edition, counts } = manifest;
    const roads = ROADS_FILE in manifest.files ? 'with roads' : 'without roads';
    const places = counts.streets + counts.pois + counts.houses;
    const checked = hashes ? 'every hash matches' : 'hashes not compared (--hashes does)';
    const message = `${dir}: ${format} ${version}, edition ${edition}, ${counts.wards} wards, ${places} places, ${roads}, ${formatBytes(sizeOf(manifest))}; ${checked}`;
    return ok(message);
  });
}

async function runChecks(options: DoctorOptions, io: CliIo): Promise<Finding[]> {
  const { settings, finding } = await readSettings(options, io);
  const cacheDir = io.env.GEOMILL_CACHE?.trim() || join('output', '.cache');
  const ofSettings = settings?.kind === 'local' ? settings.datasetDir : undefined;
  const datasetDir = ofSettings ?? options.dataset ?? (io.env.GEOMILL_DATASET?.trim() || io.starterDir);
  const findings = [
    await checkNode(),
    checkParts(io.jobsDir, io.version),
    ...(await checkPackages()),
    finding,
    await checkDataset(datasetDir, options.hashes ?? false),
    await checkFolder('output folder', options.output),
    await checkFolder('cache folder', cacheDir),
    ...(settings ? await checkSettings(settings, cacheDir, options, io) : []),
    checkTerminal(io),
  ];
  return findings;
}

/** Reads the settings that the other commands would read. */
async function readSettings(
  options: DoctorOptions,
  io: CliIo,
): Promise<{ settings?: ServiceSettings; finding: Finding }> {
  const check = 'settings';
  try {
    const settings = await readServiceSettings(options, io);
    const service = settings.kind === 'local' ? 'local service' : `service ${settings.baseUrl}`;
    const isChecked = settings.kind === 'local' || options.service !== undefined;
    const message = isChecked ? service : `${service}; --service with this address sends it one request`;
    return { settings, finding: { check, ...ok(message) } };
  } catch (error) {
    if (!isGeomillError(error)) throw error;
    return { finding: { check, ...fault(error.message) } };
  }
}

async function checkSettings(
  settings: ServiceSettings,
  cacheDir: string,
  { service, apiKeyFile, cache }: DoctorOptions,
  io: CliIo,
): Promise<Finding[]> {
  const isChecked = settings.kind === 'remote' && service !== undefined;
  return [
    checkKey(settings, apiKeyFile, Boolean(io.env.GEOMILL_API_KEY?.trim())),
    ...(isChecked ? await checkService(settings) : []),
    // After the request, which is counted there.
    ...(cache === false ? [] : [await checkCache(cacheDir, settings)]),
  ];
}

const MARKS = { ok: 'ok', warning: 'warning', fault: 'FAULT' } as const;

function textOf(findings: readonly Finding[], outcome: Finding['state'], io: CliIo): string {
  const { green, yellow, red } = colorsFor(io.stdout, io.env);
  const colors = { ok: green, warning: yellow, fault: red };
  const lines = findings.flatMap(({ check, state, message, remedy }) => [
    `${colors[state](MARKS[state].padEnd(8))} ${printable(`${check}: ${message}`)}`,
    ...(remedy === undefined ? [] : [printable(`${' '.repeat(9)}${remedy}`)]),
  ]);
  const closing = {
    ok: 'Everything is in order.',
    warning: 'Runs work; what the warnings name does not.',
    fault: 'The faults have to be corrected first.',
  };
  return [...lines, closing[outcome]].join('\n');
}
