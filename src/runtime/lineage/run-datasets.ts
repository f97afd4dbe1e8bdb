import type { Expectation } from '../../run/pipeline/expectations.ts';
import type { RunIdentity } from '../../run/pipeline/identity.ts';
import type { JobSpec } from '../../run/pipeline/job-spec.ts';
import type { Manifest } from '../../run/pipeline/manifest.ts';
import { resultNames } from '../../run/pipeline/run-paths.ts';
import { stageReads } from '../../run/pipeline/stage-reads.ts';
import { isObjectUrl } from '../../object-store/object-url.ts';
import { REJECTS, rowFormatsOf } from '../../run/pipeline/outputs.ts';
import {
  datasetName,
  sourceUri,
  type createFacets,
  type Facet,
  type LineageDataset,
} from './lineage-facets.ts';

/** What a run works on. Shape: places as they were given; `service` is the folder of a dataset or the address of a service. */
export interface LineageRun {
  job: JobSpec;
  identity: RunIdentity;
  input: string;
  output: string;
  service: string | undefined;
}

type MakeFacet = ReturnType<typeof createFacets>;

/**
 * Returns the datasets of a run: its input and the dataset or service that answers; its results, where it has a manifest.
 *
 * Shape: an input from standard input is no dataset.
 */
export function runDatasets(
  facet: MakeFacet,
  run: LineageRun,
  manifest: Manifest | undefined,
  expectations: readonly Expectation[] = [],
): { inputs: LineageDataset[]; outputs: LineageDataset[] } {
  const input = run.input === '-' ? undefined : inputDataset(facet, run, manifest, expectations);
  const service = run.service === undefined ? undefined : serviceDataset(facet, run.service, manifest);
  const inputs = [input, service].filter((dataset) => dataset !== undefined);
  if (manifest === undefined) return { inputs, outputs: [] };
  const names = Object.entries(resultNames(manifest.files));
  const lineage = input && columnLineage(facet, run, manifest, input);
  return {
    inputs,
    outputs: names.map(([output, name]) => outputDataset(facet, run, manifest, { output, name }, lineage)),
  };
}

function inputDataset(
  facet: MakeFacet,
  { input, identity }: LineageRun,
  manifest: Manifest | undefined,
  expectations: readonly Expectation[],
): LineageDataset {
  const names = datasetName(input);
  const metrics = manifest && {
    rowCount: manifest.counts.rowsIn,
    bytes: manifest.input.bytes,
    columnMetrics: {},
  };
  const assertions = expectations.map(({ name, expected, isMet }) => ({
    assertion: `${name} ${expected}`,
    success: isMet,
  }));
  return {
    ...names,
    facets: {
      dataSource: sourceFacet(facet, names),
      schema: facet('schema', { fields: identity.columns.map((name) => ({ name })) }),
      version: facet('version', { datasetVersion: identity.inputSha256 }),
    },
    inputFacets: {
      ...(metrics && { dataQualityMetrics: facet('dataQualityMetrics', metrics) }),
      ...(assertions.length > 0 && { dataQualityAssertions: facet('dataQualityAssertions', { assertions }) }),
    },
  };
}

function serviceDataset(facet: MakeFacet, service: string, manifest: Manifest | undefined): LineageDataset {
  const names = datasetName(service);
  const { dataset } = manifest ?? {};
  return {
    ...names,
    facets: {
      dataSource: sourceFacet(facet, names),
      ...(dataset && { version: facet('version', { datasetVersion: dataset.id }) }),
    },
  };
}

function outputDataset(
  facet: MakeFacet,
  { output: folder, job }: LineageRun,
  { columns = [], counts, files }: Manifest,
  { output, name }: { output: string; name: string },
  lineage: Facet | undefined,
): LineageDataset {
  const place = isObjectUrl(folder) ? `${folder.replace(/\/+$/, '')}/${name}` : `${folder}/${name}`;
  const names = datasetName(place);
  const isResult = job.outputs.includes(output) || rowFormatsOf(job.outputs).includes(output);
  const rowCount = isResult ? counts.results : output === REJECTS ? counts.rejected : undefined;
  const fields = columns.map(({ name: column, type, description }) => ({
    name: column,
    ...(type === 'any' ? {} : { type }),
    description,
  }));
  const size = files[output]?.bytes;
  return {
    ...names,
    facets: {
      dataSource: sourceFacet(facet, names),
      ...(isResult && { schema: facet('schema', { fields }) }),
      ...(isResult && lineage && { columnLineage: lineage }),
    },
    ...(rowCount !== undefined && {
      outputFacets: {
        outputStatistics: facet('outputStatistics', { rowCount, ...(size !== undefined && { size }) }),
      },
    }),
  };
}

/** Returns from which columns of the input each column of the results comes: its own copy, or those that the stage reads. */
function columnLineage(
  facet: MakeFacet,
  { job, identity }: LineageRun,
  { columns = [] }: Manifest,
  { namespace, name }: LineageDataset,
): Facet {
  const fields: Record<string, object> = {};
  const from = (field: string, transformation: Readonly<Record<string, unknown>>) => ({
    ...{ namespace, name, field },
    transformations: [{ ...transformation, masking: false }],
  });
  identity.columns.forEach((field, at) => {
    const copy = columns[at];
    if (copy) fields[copy.name] = { inputFields: [from(field, { type: 'DIRECT', subtype: 'IDENTITY' })] };
  });
  for (const { stage, reads, writes } of stageReads(job, identity.columns)) {
    const transformation = { type: 'DIRECT', subtype: 'TRANSFORMATION', description: stage };
    for (const column of writes)
      fields[column] = { inputFields: reads.map((field) => from(field, transformation)) };
  }
  return facet('columnLineage', { fields });
}

function sourceFacet(facet: MakeFacet, names: { namespace: string; name: string }): Facet {
  return facet('dataSource', { name: names.namespace, uri: sourceUri(names) });
}
