import type { Conversion } from '../contract/records/conversion.ts';
import type { GeoService } from '../contract/service.ts';
import type { Job } from '../run/job/job.ts';
import { createDurableFs } from '../base/files/durable-fs.ts';
import type { OpenedService } from './opened-service.ts';
import { aliasFeature, aliasKey, readAliases } from '../run/pipeline/rerun/alias-file.ts';
import { chosenUnit, convertedText, type ConvertQuestion } from '../run/pipeline/rerun/converted-texts.ts';
import { type Aliases, isNoAddress } from '../run/pipeline/rerun/aliases.ts';

/**
 * Returns the service of a job: one that answers the texts of its alias file from that file, the same one without such a file.
 *
 * Shape: forward geocoding in OSM shape, and the unit of `convert`; `read` is the file where the caller has read it already; it is part of the identity. Worker threads
 * get the aliases with the dataset.
 * Errors: those of {@link readAliases}.
 */
export async function withAliases(
  opened: OpenedService,
  { aliases: path }: Pick<Job, 'aliases'>,
  { read, onNote }: { read?: Aliases | undefined; onNote?: ((note: string) => void) | undefined } = {},
): Promise<OpenedService> {
  if (path === undefined && !read) return opened;
  const aliases = read ?? (await readAliases(createDurableFs(), path as string));
  for (const note of aliases.notes) onNote?.(note);
  const { service, remote, shared } = opened;
  return {
    ...opened,
    service: aliasedService(service, aliases),
    ...(remote && { remote: { ...remote, kept: aliasedService(remote.kept, aliases) } }),
    ...(shared && { shared: { ...shared, aliases } }),
    aliases,
  };
}

/** Returns a service that answers the texts of aliases from these. */
export function aliasedService(service: GeoService, { byText }: Pick<Aliases, 'byText'>): GeoService {
  const ask = service.geocodeForward as (...call: unknown[]) => Promise<unknown>;
  const geocodeForward = async (parameters: { text?: string; admin_v2?: boolean }, ...rest: unknown[]) => {
    const alias = parameters.text === undefined ? undefined : byText.get(aliasKey(parameters.text));
    if (alias === undefined) return ask(parameters, ...rest);
    const generation = parameters.admin_v2 ? 'new' : 'old';
    const features = isNoAddress(alias) ? [] : [aliasFeature(alias, generation)];
    return { type: 'FeatureCollection', features, bbox: [], errors: null };
  };
  const askUnits = service.convert as (...call: unknown[]) => Promise<Conversion>;
  const convert = async (parameters: ConvertQuestion, ...rest: unknown[]) => {
    const alias = byText.get(aliasKey(convertedText(parameters)));
    if (alias === undefined) return askUnits(parameters, ...rest);
    const isNone = isNoAddress(alias);
    const choice = isNone ? null : chosenUnit(alias.feature, parameters.to);
    const found = await askUnits({ ...parameters, ...(choice !== null && { choice }) }, ...rest);
    return isNone ? { ...found, status: 'ZERO_RESULTS', reason: null, to: null } : found;
  };
  return { ...service, geocodeForward, convert } as unknown as GeoService;
}
