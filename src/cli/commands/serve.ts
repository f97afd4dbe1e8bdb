import type { Command } from 'commander';
import { DEFAULT_CONCURRENCY, MAX_WORKERS, readEnvironment } from '../../runtime/environment.ts';
import type { CliIo } from '../io.ts';
import { addOptions, option, type OptionsOf, pickOptions, wholeNumber } from '../options.ts';
import { FOLDER_OPTIONS, RATE_OPTIONS, requestLimits, SERVICE_OPTIONS } from '../run-options.ts';
import { availableParallelism, hostname } from 'node:os';
import { errnoOf, failure, GeomillError } from '../../base/errors/geomill-error.ts';
import { LAZY_FILES } from '../../engine/gazetteer/array-families.ts';
import { loadFiles } from '../../engine/gazetteer/load-dataset.ts';
import { isLoopback } from '../../remote/endpoint.ts';
import type { AnswerThreads } from '../../runtime/answer-threads.ts';
import { createTourThreads, type TourThreads } from '../../runtime/tour-threads.ts';
import { createSharedChunkThreads, type SharedChunkThreads } from '../../runtime/chunk-threads.ts';
import { openService } from '../../runtime/open-service.ts';
import type { OpenedService } from '../../runtime/opened-service.ts';
import { warmUp } from '../../runtime/warm-up.ts';
import { readTourPlan } from '../../runtime/tour-slots.ts';
import { readServiceSettings, type ServiceSettings } from '../../runtime/service-settings.ts';
import { keepEnvironmentOutOfReports, warnOfCoreFiles } from '../../server/core-files.ts';
import { callOperation } from '../../server/call-operation.ts';
import { createServer, type GeomillServer } from '../../server/create-server.ts';
import {
  createLog,
  LOG_LEVELS,
  type LogFile,
  type LogLevel,
  logToStream,
  openLogFile,
} from '../../server/log.ts';
import { createStopper } from '../stopper.ts';
import { message } from '../../base/messages/message.ts';
import { watchDataset } from '../watch-dataset.ts';
import { printLine } from '../terminal.ts';

const MAX_PORT = 65_535;
const DEFAULT_PORT = 8080;

const EXAMPLES = `
Examples:
  $ geomill serve
      serves the starter dataset at http://127.0.0.1:8080/v1, without keys, to this machine only
  $ geomill keys add --keys keys.yaml --name 'web shop' --operations geocodeForward,autocomplete,place --per-day 50000
  $ geomill serve --host 0.0.0.0 --dataset data/hcmc --keys keys.yaml
  $ geomill serve --service https://host/v1 --rate 20 --per-day 50000
      a gateway: all clients share one rate, one quota and one cache of the service

The log is one JSON object a line. SIGTERM or SIGINT ends the server after its open requests, and so does SIGHUP without --log-file.`;

/** The options of the service, which runs that a tool starts have too. */
const OWN_OPTIONS = { ...SERVICE_OPTIONS, ...RATE_OPTIONS };
const OPTIONS = {
  host: option('--host <ADDRESS>', 'address to listen at; any but this machine needs --keys', {
    byDefault: '127.0.0.1',
  }),
  port: option('--port <N>', 'port to listen at; 0 = any free one', {
    parse: wholeNumber(0, MAX_PORT),
    byDefault: DEFAULT_PORT,
  }),
  keys: option('--keys <FILE>', 'keys file, as made by geomill keys add'),
  cors: option(
    '--cors <ORIGIN...>',
    "origins whose pages may call the server, such as https://shop.example, or '*' for all (default: none)",
  ),
  allowHost: option(
    '--allow-host <NAME...>',
    "further names of a server without keys, as a proxy in front of it sends them in Host; '*' for all (default: names and addresses of this machine)",
  ),
  tours: option('--tours <RUN>', 'finished run with tours, for whose windows GET /v1/slots answers'),
  workers: option(
    '--workers <N>',
    'threads that compute responses, beside the main one (default: GEOMILL_WORKERS, else one less than the number of cores)',
    { parse: wholeNumber(1, MAX_WORKERS) },
  ),
  logLevel: option<string, LogLevel>('--log-level <LEVEL>', 'debug logs every request', {
    choices: LOG_LEVELS,
    byDefault: 'info',
  }),
  logFile: option(
    '--log-file <FILE>',
    'write the log to a file, which SIGHUP opens again (default: standard output)',
  ),
  ...FOLDER_OPTIONS,
  ...OWN_OPTIONS,
  concurrency: option(
    '--concurrency <N>',
    'requests in flight to the remote service at most, of each operation',
    { parse: wholeNumber(1, 1024) },
  ),
};
type ServeOptions = OptionsOf<typeof OPTIONS>;

/** Adds `geomill serve`. */
export function addCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('serve')
    .description('Serves all operations over HTTP, from a dataset or as a gateway to a remote service.');
  addOptions(command, OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action(async (options: ServeOptions) => {
      await serve(options, io);
      finish(0);
    });
}

type Log = ReturnType<typeof createLog>;

/**
 * Serves until a signal ends it.
 *
 * Errors: USAGE when the address cannot be used, or keys are required and missing, and what opening the service throws.
 */
export async function serve(options: ServeOptions, io: CliIo): Promise<void> {
  const { host, port, cors = [] } = options;
  checkOrigins(cors);
  checkHosts(options.allowHost ?? []);
  const logFile = openLog(options.logFile, io);
  const logTo = logFile ?? logToStream(io.stdout);
  const log = createLog(options.logLevel, (line) => logTo.write(line));
  keepEnvironmentOutOfReports();
  await warnOfCoreFiles(log);
  const onHangup = () => {
    logFile?.reopen();
    log.info({ event: 'Log:Reopened' });
  };
  const stopper = createStopper(io, logFile && { onHangup });
  const plans = options.tours === undefined ? undefined : (await readTourPlan(options.tours)).plans;
  const settings = await readServiceSettings(options, io);
  const workers =
    options.workers ?? readEnvironment(io.env).workers ?? Math.max(1, availableParallelism() - 1);
  // As many as the lane of routes has places: which tour waits for another one, its fair shares decide.
  const tours = createTourThreads({ threads: 2 * availableParallelism() });
  const opened = await open(settings, options, log, tours);
  let threads: AnswerThreads | undefined;
  let unwatch: (() => void) | undefined;
  let batchThreads: SharedChunkThreads | undefined;
  try {
    threads = await startThreads(opened, workers, log);
    const ready = prepare(opened.service, threads);
    // It is awaited when the server listens, which it does meanwhile.
    ready.catch(() => undefined);
    batchThreads = opened.shared
      ? createSharedChunkThreads({ threads: workers, service: opened.shared })
      : undefined;
    const { openOwnTools } = await import('../../mcp/open-tools.ts');
    const datasetDir = settings.kind === 'local' ? (settings.datasetDir ?? io.starterDir) : undefined;
    const own = await openOwnTools(options, datasetDir, {
      commands: async () => (await import('../tool-commands.ts')).toolCommands(io),
      service: pickOptions(OWN_OPTIONS, options),
      jobsDir: io.jobsDir,
    });
    const server = await createServer({
      service: opened.service,
      version: io.version,
      isLoopback: isLoopback(host),
      origins: cors,
      hosts: [host, ...(options.allowHost ?? [])],
      log,
      answer: threads?.answer,
      isSent: threads?.isSent,
      busyReason: threads?.busyReason,
      // A gateway only waits for the service behind it.
      ...(opened.remote && { routes: { running: options.concurrency ?? DEFAULT_CONCURRENCY } }),
      batch: batchThreads ?? (opened.shared ? {} : { openRows: opened.window.openRows }),
      pictures: opened.pictures,
      shapes: opened.shapes,
      imageryFiles: opened.imageryFiles,
      keysFile: options.keys,
      name: `${hostname()}.${host}.${port === 0 ? `0.${process.pid}` : port}`,
      datasetDir: settings.kind === 'local' ? settings.datasetDir : undefined,
      loaded: opened.shared?.loaded,
      attribution: opened.attribution,
      plans,
      mcp: own,
    });
    const address = await listen(server, host, port);
    log.info({ event: 'Server:Started', address, service: opened.identity, version: io.version });
    const id = opened.shared?.loaded.manifest.id;
    if (datasetDir !== undefined && id !== undefined)
      unwatch = watchDataset(datasetDir, id, (found) =>
        log.warn({ event: 'Dataset:Replaced', dir: datasetDir, serves: id, found }),
      );
    printLine(io.stderr, `geomill: serving ${opened.identity} at ${address}/v1`);
    try {
      // A thread that cannot start ends the server.
      await Promise.race([stopper.stopped(), ready.then(() => stopper.stopped())]);
    } finally {
      log.info({ event: 'Server:Stopping' });
      await server.stop();
      await own.idle();
      log.info({ event: 'Server:Stopped' });
    }
  } finally {
    unwatch?.();
    await threads?.close();
    await batchThreads?.close();
    await tours.close();
    await opened.close();
    stopper.dispose();
    await logTo.close();
  }
}

function openLog(path: string | undefined, { stderr }: CliIo): LogFile | undefined {
  if (path === undefined) return undefined;
  return openLogFile(path, (message) => void printLine(stderr, `geomill: ${message}`));
}

/** An origin that no browser sends would never match. Errors: USAGE. */
function checkOrigins(origins: readonly string[]): void {
  for (const origin of origins) {
    if (origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)) continue;
    throw failure('USAGE', 'usage.noOrigin', { origin });
  }
}

/** A name with a scheme or a port would never match. Errors: USAGE. */
function checkHosts(hosts: readonly string[]): void {
  for (const host of hosts) {
    if (host === '*' || /^[\p{L}\d]([\p{L}\d_.-]*[\p{L}\d])?$/u.test(host)) continue;
    throw failure('USAGE', 'usage.noHostName', { host });
  }
}

async function open(
  settings: ServiceSettings,
  options: ServeOptions,
  log: Log,
  planner: TourThreads,
): Promise<OpenedService> {
  const onNote = (note: string) => log.warn({ event: 'Service:Note', note });
  if (settings.kind === 'local') {
    const opened = await openService(settings, { onNote, planner });
    // A damaged file ends the start, not a request. The threads share what is read before they start.
    if (opened.shared) await loadFiles(opened.shared.loaded, LAZY_FILES);
    return opened;
  }
  const { openGateway } = await import('../../runtime/open-gateway.ts');
  return openGateway(settings, requestLimits(options), (event) => log.debug(event));
}

/** Waits until the threads have started, then prepares this one for the requests that it answers itself. Errors: of the first thread that cannot. */
async function prepare(service: OpenedService['service'], threads: AnswerThreads | undefined): Promise<void> {
  if (!threads) return;
  await threads.started;
  await warmUp(service, (name, parameters) => !threads.isSent(name, parameters));
}

/**
 * Starts the threads of a local service; undefined for a gateway, which only waits.
 *
 * Cost: HTTP takes a third of the time of a forward request, so that by default one core is left to the main thread: measured with 64 connections
 * on two cores, one thread needs 290 us of CPU a request, two need 590.
 */
async function startThreads(
  { service, shared }: OpenedService,
  workers: number,
  log: Log,
): Promise<AnswerThreads | undefined> {
  if (!shared) return undefined;
  const { createAnswerThreads } = await import('../../runtime/answer-threads.ts');
  return createAnswerThreads({
    threads: workers,
    loaded: shared.loaded,
    own: callOperation(service),
    onEvent: (event) => log.error(event),
  });
}

async function listen({ app }: GeomillServer, host: string, port: number): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    await app.close();
    const cause = errnoOf(error) ?? message('usage.unknownReason');
    throw new GeomillError('USAGE', message('usage.cannotListen', { host, port: String(port), cause }), {
      cause: error,
    });
  }
}
