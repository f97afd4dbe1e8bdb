/** The contract of the service as a library user sees it: every operation with its schemas, and the port that services implement. */
export { OPERATION_NAMES, OPERATIONS, type OperationName } from './catalogue.ts';
export type { Operation } from './operation.ts';
export { checkParameters, readParameters } from './parameters.ts';
export { createGeoService, type CallContext, type GeoService, type GeoServiceHandlers } from './service.ts';
export { STATUS } from './status.ts';
