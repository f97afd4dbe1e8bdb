import { message } from '../base/messages/message.ts';
import { failure } from '../base/errors/geomill-error.ts';
import type { OpenedService, OpenServiceOptions } from './opened-service.ts';
import type { ServiceSettings } from './service-settings.ts';
import type { DecodedForcode, EncodedForcode } from '../contract/records/forcode.ts';
import { starterDataset } from './package-files.ts';

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

/** Encoding and decoding of single forcodes. Errors: INVALID_REQUEST for a position in no province, and what a remote service throws. */
export interface Forcodes {
  encode: (parameters: { lat: number; lng: number; resolution?: number }) => Promise<EncodedForcode>;
  decode: (parameters: { forcodes: string }) => Promise<DecodedForcode>;
  close: () => Promise<void>;
}

/**
 * Opens what encodes and decodes forcodes.
 *
 * Errors: as openService.
 * Cost: of a local dataset only the map of the wards, without places, streets and search indexes.
 */
export async function openForcodes(settings: ServiceSettings): Promise<Forcodes> {
  if (settings.kind === 'remote') {
    const { service, close } = await openService(settings);
    return {
      encode: (parameters) => service.encodeForcode(parameters),
      decode: (parameters) => service.decodeForcode(parameters),
      close,
    };
  }
  const [{ openWardMap }, { encodeForcode }, { decodeForcode }] = await Promise.all([
    import('../engine/gazetteer/units/open-admin-dataset.ts'),
    import('../engine/local/operations/encode-forcode.ts'),
    import('../engine/local/operations/decode-forcode.ts'),
  ]);
  const admin = await openWardMap(settings.datasetDir ?? starterDataset());
  const [encoder, decoder] = await Promise.all([
    encodeForcode.createHandlers({ admin }),
    decodeForcode.createHandlers({ admin }),
  ]);
  return {
    encode: async (parameters) => encoder.only(parameters),
    decode: async (parameters) => decoder.only(parameters),
    close: async () => undefined,
  };
}
