import type { OpenedService, OpenServiceOptions } from './opened-service.ts';
import type { ServiceSettings } from './service-settings.ts';

/**
 * Opens a service.
 *
 * Errors: DATASET_BAD when the dataset is missing or damaged, USAGE for an address that cannot be used, IO for a cache folder that cannot,
 * NOT_SUPPORTED when a package of the platform is missing.
 * Cost: loads the code of the chosen kind of service only.
 */
export async function openService(
  settings: ServiceSettings = { kind: 'local' },
  options: OpenServiceOptions = {},
): Promise<OpenedService> {
  if (settings.kind === 'local') {
    const { openLocal } = await import('./open-local.ts');
    return openLocal(settings, options);
  }
  const { openRemote } = await import('./open-remote.ts');
  return openRemote(settings, options);
}
