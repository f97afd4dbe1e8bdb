/**
 * The public API of Geomill: load a job, open a service, run the job over a file.
 *
 * The contract of the service, operation by operation, is the sub-path `geomill/contract`.
 */
export type { GeoService } from './contract/service.ts';
export { ERROR_CATALOGUE, type ErrorCode } from './errors/catalogue.ts';
export { GeomillError, isGeomillError } from './errors/geomill-error.ts';
export { estimateRun, spendingOf, type Estimate } from './job/estimate.ts';
export type { Job, JobLimits } from './job/job.ts';
export { parseJob } from './job/parse-job.ts';
export { mergeShards, type MergeOptions, type MergeReport } from './pipeline/shards/merge-shards.ts';
export { readPlan, writePlan } from './pipeline/shards/plan-file.ts';
export type { PlanFile } from './pipeline/shards/plan.ts';
export { planShards, type ShardPlan } from './pipeline/shards/plan-shards.ts';
export { parseShard, type Place, type Shard, type Share } from './pipeline/shards/shard.ts';
export { createProgress, type RunProgress, type RunReport } from './pipeline/spec.ts';
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
