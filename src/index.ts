/**
 * The public API of Geomill: load a job, open a service, run the job over a file.
 *
 * The contract of the service, operation by operation, is the sub-path `geomill/contract`.
 */
export type { GeoService } from './contract/service.ts';
export { ERROR_CATALOGUE, type ErrorCode } from './base/errors/catalogue.ts';
export { GeomillError, isGeomillError } from './base/errors/geomill-error.ts';
export { estimateRun, spendingOf, type Estimate } from './run/job/estimate.ts';
export type { Job, JobLimits } from './run/job/job.ts';
export { parseJob } from './run/job/parse-job.ts';
export { mergeShards, type MergeOptions, type MergeReport } from './run/pipeline/shards/merge-shards.ts';
export { planShards, type ShardPlan } from './run/pipeline/shards/find-share.ts';
export { parseShard, type Place, type Shard, type Share } from './run/pipeline/shards/shard.ts';
export { createProgress, type RunProgress, type RunReport } from './run/pipeline/spec.ts';
export type { RemoteEvent, RemoteStats } from './remote/options.ts';
export { loadJob } from './runtime/load-job.ts';
export { openService } from './runtime/open-service.ts';
export type { OpenedService, OpenServiceOptions, RunWindow } from './runtime/opened-service.ts';
export { runJob, type RunSettings } from './runtime/run-job.ts';
export type {
  LocalSettings,
  RemoteSettings,
  ServiceLimits,
  ServiceSettings,
} from './runtime/service-settings.ts';
export { createServer, type GeomillServer, type GeomillServerOptions } from './server/load-server.ts';
