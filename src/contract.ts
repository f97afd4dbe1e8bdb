/** The contract of the service as a library user sees it: every operation with its schemas, and the port that services implement. */
export { OPERATION_NAMES, OPERATIONS, type OperationName } from './contract/catalogue.ts';
export type { Operation } from './contract/operation.ts';
export { checkParameters, readParameters } from './contract/parameters.ts';
export {
  createGeoService,
  type CallContext,
  type GeoService,
  type GeoServiceHandlers,
} from './contract/service.ts';
export { STATUS } from './contract/status.ts';
