import { resolve } from 'node:path';
import { isObjectUrl, parseObjectUrl } from '../../object-store/object-url.ts';

/** A facet of OpenLineage: members, and the schema that they follow. */
export type Facet = Readonly<Record<string, unknown>> & { _producer: string; _schemaURL: string };

/** A dataset of an event. */
export interface LineageDataset {
  namespace: string;
  name: string;
  facets: Readonly<Record<string, Facet>>;
  inputFacets?: Readonly<Record<string, Facet>>;
  outputFacets?: Readonly<Record<string, Facet>>;
}

/** The versions of the schemas that events follow. Source: OpenLineage, spec 2-0-2 and its facets. */
const FACET_SCHEMAS = {
  schema: '1-0-0/SchemaDatasetFacet',
  dataSource: '1-0-1/DatasourceDatasetFacet',
  version: '1-0-0/DatasetVersionDatasetFacet',
  columnLineage: '1-1-0/ColumnLineageDatasetFacet',
  dataQualityMetrics: '1-0-2/DataQualityMetricsInputDatasetFacet',
  dataQualityAssertions: '1-0-0/DataQualityAssertionsDatasetFacet',
  outputStatistics: '1-0-1/OutputStatisticsOutputDatasetFacet',
  errorMessage: '1-0-0/ErrorMessageRunFacet',
  parent: '1-0-1/ParentRunFacet',
  processing_engine: '1-1-0/ProcessingEngineRunFacet',
  jobType: '2-0-4/JobTypeJobFacet',
} as const;

/** The facets that events have. */
export type FacetName = keyof typeof FACET_SCHEMAS;

/** Creates the function that makes facets. Shape: `producer` is a URI. */
export function createFacets(producer: string) {
  return (name: FacetName, members: Readonly<Record<string, unknown>>): Facet => {
    const path = FACET_SCHEMAS[name];
    const definition = path.slice(path.indexOf('/') + 1);
    return {
      _producer: producer,
      _schemaURL: `https://openlineage.io/spec/facets/${path}.json#/$defs/${definition}`,
      ...members,
    };
  };
}

/** Returns the names of a place as of OpenLineage's naming: a file by its whole path, an object by bucket and key, a service by its address. */
export function datasetName(place: string): { namespace: string; name: string } {
  if (isObjectUrl(place)) {
    const { bucket, key } = parseObjectUrl(place);
    return { namespace: `s3://${bucket}`, name: key };
  }
  if (/^https?:\/\//i.test(place)) {
    const { protocol, host, pathname } = new URL(place);
    return { namespace: `${protocol}//${host}`, name: pathname };
  }
  return { namespace: 'file', name: resolve(place) };
}

/** Returns the address of a data source by the names of a dataset in it. */
export function sourceUri({ namespace, name }: { namespace: string; name: string }): string {
  return namespace === 'file' ? encodeURI(`file://${name.replaceAll('\\', '/')}`) : namespace;
}
