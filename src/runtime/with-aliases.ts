import type { GeoService } from '../contract/service.ts';
import type { Job } from '../run/job/job.ts';
import { createDurableFs } from '../base/files/durable-fs.ts';
import type { OpenedService } from './opened-service.ts';
import { aliasFeature, aliasKey, readAliases } from '../run/pipeline/rerun/alias-file.ts';

/**
 * Returns the service of a job: one that answers the texts of its alias file from that file, the same one without such a file.
 *
 * Shape: forward geocoding in OSM shape only; the file is part of the identity. Worker threads open a service of their own, without aliases: such a
 * job runs in the main thread.
 * Errors: those of {@link readAliases}.
 */
export async function withAliases(
  opened: OpenedService,
  { aliases: path }: Pick<Job, 'aliases'>,
): Promise<OpenedService> {
  if (path === undefined) return opened;
  const aliases = await readAliases(createDurableFs(), path);
  const ask = opened.service.geocodeForward as (...call: unknown[]) => Promise<unknown>;
  const geocodeForward = async (parameters: { text?: string; admin_v2?: boolean }, ...rest: unknown[]) => {
    const alias = parameters.text === undefined ? undefined : aliases.byText.get(aliasKey(parameters.text));
    if (alias === undefined) return ask(parameters, ...rest);
    const feature = aliasFeature(alias, parameters.admin_v2 ? 'new' : 'old');
    return { type: 'FeatureCollection', features: [feature], bbox: [], errors: null };
  };
  return {
    ...opened,
    service: { ...opened.service, geocodeForward } as unknown as GeoService,
    aliases: aliases.sha256,
  };
}
