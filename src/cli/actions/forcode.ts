import { STATUS } from '../../contract/status.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { openForcodes, type Forcodes } from '../../runtime/open-forcodes.ts';
import { readServiceSettings, type ServiceOptions } from '../../runtime/service-settings.ts';
import type { CliIo } from '../io.ts';
import { printable, printableJson } from '../printable.ts';

/** The options of `geomill forcode encode` and `decode`. */
export interface ForcodeOptions extends ServiceOptions {
  resolution?: number;
  json?: boolean;
}

/** Encodes a position and writes the forcode. Errors: INVALID_REQUEST for a position in no province. */
export function encodeForcode(
  { lat, lng }: { lat: number; lng: number },
  options: ForcodeOptions,
  io: CliIo,
): Promise<void> {
  return write(options, io, async ({ encode }) => {
    const { resolution } = options;
    const response = await encode({ lat, lng, resolution });
    if (response.status !== STATUS.ok) throw refused(`${lat},${lng}`, response.status);
    return options.json ? printableJson(response) : printable(response.forcodes);
  });
}

/** Decodes a forcode and writes the centre of its cell. Errors: INVALID_REQUEST for a text that is no forcode. */
export function decodeForcode(forcodes: string, options: ForcodeOptions, io: CliIo): Promise<void> {
  return write(options, io, async ({ decode }) => {
    const response = await decode({ forcodes });
    if (response.status !== STATUS.ok) throw refused(forcodes, response.status);
    return options.json ? printableJson(response) : `${response.lat},${response.lng}`;
  });
}

async function write(
  options: ForcodeOptions,
  io: CliIo,
  request: (forcodes: Forcodes) => Promise<string>,
): Promise<void> {
  const opened = await openForcodes(await readServiceSettings(options, io));
  try {
    io.stdout.write(`${await request(opened)}\n`);
  } finally {
    await opened.close();
  }
}

function refused(what: string, status: string): GeomillError {
  return new GeomillError(
    'INVALID_REQUEST',
    `${what} cannot be converted (${status}): check the forcode, or the latitude and longitude, which must be in Vietnam`,
  );
}
