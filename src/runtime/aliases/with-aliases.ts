import type { GeoService } from '../../contract/service.ts';
import type { OpenedService } from '../opened-service.ts';
import { aliasFeature, aliasKey, type Aliases } from './alias-file.ts';

/** Returns the identity of a service with aliases. */
export const aliasedIdentity = (service: string, { sha256 }: Pick<Aliases, 'sha256'>): string =>
  `${service}, aliases ${sha256}`;

/**
 * Returns a service that answers texts of an alias file from that file.
 *
 * Shape: forward geocoding in OSM shape only; the file is part of the identity. Runs have to use it in the main thread.
 */
export function withAliases(opened: OpenedService, aliases: Aliases): OpenedService {
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
    identityFor: async (operations) => aliasedIdentity(await opened.identityFor(operations), aliases),
  };
}
