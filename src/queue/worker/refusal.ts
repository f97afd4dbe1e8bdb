import { ANSWERS_VERSION } from '../../contract/answers-version.ts';
import { OPERATION_NAMES, type OperationName } from '../../contract/catalogue.ts';
import type { OpenedService } from '../../runtime/opened-service.ts';
import type { RunRecord } from '../run-record.ts';

/** Returns why a worker of a version, over a service, cannot serve a run; undefined if it can. */
export async function refusalOf(
  { version: wanted, answers, service: identity, operations }: RunRecord,
  version: string,
  service: Pick<OpenedService, 'identity' | 'identityFor'>,
): Promise<string | undefined> {
  if (wanted !== version) return `the run is of Geomill ${wanted}, this is ${version}`;
  if (answers !== ANSWERS_VERSION)
    return `the run has the version of answers ${answers ?? 'none'}, this worker has ${ANSWERS_VERSION}`;
  const known: readonly string[] = OPERATION_NAMES;
  const unknown = operations.find((operation) => !known.includes(operation));
  if (unknown !== undefined) return `the job calls ${unknown}, which this build does not have`;
  // Opening a router is expensive: not for a run over another dataset.
  if (!identity.startsWith(service.identity))
    return `the run needs ${identity}, this worker has ${service.identity}`;
  const own = await service.identityFor(operations as OperationName[]);
  return own === identity ? undefined : `the run needs ${identity}, this worker has ${own}`;
}
