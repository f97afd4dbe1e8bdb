import type { DecodedForcode, EncodedForcode } from '../contract/records/forcode.ts';
import { openService } from './open-service.ts';
import { starterDataset } from './package-files.ts';
import type { ServiceSettings } from './service-settings.ts';

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
