import { message } from '../base/messages/message.ts';
import { failure } from '../base/errors/geomill-error.ts';
import type { OpenedService, OpenServiceOptions } from './opened-service.ts';
import type { ServiceSettings } from './service-settings.ts';

/**
 * Opens a service.
 *
 * Errors: DATASET_BAD when the dataset is missing or damaged, USAGE for another kind or an address that cannot be used, IO for a cache folder that cannot,
 * LOCKED while another process sends requests with the same key,
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
  if ((settings.kind as string) !== 'remote') {
    const kind = JSON.stringify(settings.kind) as string | undefined;
    throw failure('USAGE', 'setting.serviceKind', { kind: kind ?? message('setting.leftOut') });
  }
  const { openOwnedRemote } = await import('./open-remote.ts');
  return openOwnedRemote(settings, options);
}
