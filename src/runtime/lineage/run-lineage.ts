import { createHash, randomUUID } from 'node:crypto';
import { createDurableFs } from '../../base/files/durable-fs.ts';
import type { Expectation } from '../../run/pipeline/expectations.ts';
import { readManifest, type Manifest } from '../../run/pipeline/manifest.ts';
import { manifestPath } from '../../run/pipeline/run-paths.ts';
import { runDatasets, type LineageRun } from './run-datasets.ts';
import { createFacets, datasetName, type LineageDataset } from './lineage-facets.ts';
import { sendEvent, type LineageTarget, type LineageVariables } from './lineage-target.ts';

const EVENT_SCHEMA = 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent';

/** How a run ended. Shape: `message` where it failed. */
export interface LineageEnd {
  outcome: 'COMPLETE' | 'FAIL' | 'ABORT';
  message?: string;
  expectations?: readonly Expectation[] | undefined;
}

/** Sends the events of one run. Guarantee: no function fails or waits for the receiver, except `ended`. */
export interface RunLineage {
  /** Sends START, before the first row. */
  started(run: LineageRun): void;
  /** Reads what a run has written; `folder` is on this machine. */
  finished(folder: string): Promise<void>;
  /** Sends the last event; waits until all have arrived or are given up. */
  ended(end: LineageEnd): Promise<void>;
}

/** What a lineage needs. */
export interface LineageOptions {
  target: LineageTarget;
  jobName: string;
  version: string;
  env: LineageVariables;
  onNote: (note: string) => void;
  now?: () => Date;
}

/**
 * Creates the lineage of a run as events of OpenLineage.
 *
 * Shape: the id of the run is derived from its identity and output folder, so a run that is continued has the same one; that of a run which fails before
 * it is known is random. The namespace of the job is OPENLINEAGE_NAMESPACE (`geomill`); OPENLINEAGE_PARENT_ID names the run that started it.
 */
export function createRunLineage(options: LineageOptions): RunLineage {
  const { target, jobName, version, env, onNote, now = () => new Date() } = options;
  const producer = `pkg:npm/geomill@${version}`;
  const facet = createFacets(producer);
  const begunAt = now();
  let started: LineageRun | undefined;
  let manifest: Manifest | undefined;
  let runId: string = randomUUID();
  let sent = Promise.resolve();

  const send = (eventType: string, time: Date, datasets: Datasets, end?: LineageEnd): void => {
    const event = {
      eventType,
      eventTime: time.toISOString(),
      producer,
      schemaURL: EVENT_SCHEMA,
      run: { runId, facets: runFacets(end) },
      job: {
        namespace: env.OPENLINEAGE_NAMESPACE?.trim() || 'geomill',
        name: started?.job.name ?? jobName,
        facets: {
          jobType: facet('jobType', { processingType: 'BATCH', integration: 'GEOMILL', jobType: 'JOB' }),
        },
      },
      ...datasets,
    };
    sent = sent.then(async () => {
      const note = await sendEvent(target, event);
      if (note !== undefined) onNote(note);
    });
  };

  const runFacets = (end: LineageEnd | undefined) => {
    const parent = parentOf(env.OPENLINEAGE_PARENT_ID);
    const engine = { version, name: 'geomill', openlineageAdapterVersion: version };
    return {
      processing_engine: facet('processing_engine', engine),
      ...(parent && { parent: facet('parent', parent) }),
      ...(end?.message !== undefined && {
        errorMessage: facet('errorMessage', { message: end.message, programmingLanguage: 'JavaScript' }),
      }),
    };
  };

  const start = (run: LineageRun | undefined, time: Date): void =>
    send('START', time, run ? runDatasets(facet, run, undefined) : { inputs: [], outputs: [] });

  return {
    started(run) {
      // A run that tries several folders starts in the last one.
      started = run;
      runId = runIdOf(run);
      start(run, now());
    },
    async finished(folder) {
      manifest = await readManifest(createDurableFs(), { manifest: manifestPath(folder) }).catch(
        () => undefined,
      );
    },
    async ended(end) {
      if (started === undefined) start(undefined, begunAt);
      const datasets = started
        ? runDatasets(facet, started, manifest, end.expectations)
        : { inputs: [], outputs: [] };
      send(end.outcome, now(), datasets, end);
      await sent;
    },
  };
}

interface Datasets {
  inputs: LineageDataset[];
  outputs: LineageDataset[];
}

/** Returns the id of a run: a UUID of version 8, whose bits are those of a hash. Source: RFC 9562, section 5.8. */
function runIdOf({ identity, output }: LineageRun): string {
  const place = datasetName(output);
  const hex = createHash('sha256')
    .update(JSON.stringify([identity, place.namespace, place.name]))
    .digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ];
  return parts.join('-');
}

/** Parses `namespace/name/run id`, as schedulers pass it on; undefined for other texts. */
function parentOf(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  const [, namespace, name, runId] =
    /^([^/]+)\/(.+)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.exec(text ?? '') ?? [];
  return namespace === undefined ? undefined : { run: { runId }, job: { namespace, name } };
}
