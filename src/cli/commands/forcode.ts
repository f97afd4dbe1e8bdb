import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addOptions, decimalNumber, option, type OptionsOf, wholeNumber } from '../options.ts';
import { SERVICE_OPTIONS } from '../run-options.ts';
import { STATUS } from '../../contract/status.ts';
import { failure, type GeomillError } from '../../base/errors/geomill-error.ts';
import { type Forcodes, openForcodes } from '../../runtime/open-forcodes.ts';
import { readServiceSettings } from '../../runtime/service-settings.ts';
import { printable, printableJson } from '../../base/text/printable.ts';

const ENCODE_EXAMPLES = `
Example:
  $ geomill forcode encode 21.0285 105.8542 --resolution 13`;

const DECODE_EXAMPLES = `
Example:
  $ geomill forcode decode HN4TZUZBPKRN0F
      writes <latitude>,<longitude> of the centre of the cell`;

const DECODE_OPTIONS = { json: option('--json', 'write the whole response'), ...SERVICE_OPTIONS };
const ENCODE_OPTIONS = {
  resolution: option('--resolution <N>', 'size of the cell, 0 (edge of 1,107 km) to 15 (0.5 m); default 13', {
    parse: wholeNumber(0, 15),
  }),
  ...DECODE_OPTIONS,
};
type ForcodeOptions = OptionsOf<typeof ENCODE_OPTIONS>;

/** Adds `geomill forcode encode` and `geomill forcode decode`. */
export function addCommand(program: Command, io: CliIo): void {
  const forcode = program
    .command('forcode')
    .description(
      'Encodes a position as a forcode, or decodes a forcode: the code of a province and a hexagonal cell in one short text.',
    );
  const encode = forcode
    .command('encode')
    .summary('encode a position')
    .description('Encodes a position as a forcode.')
    .argument(
      '<LAT>',
      'latitude; degrees WGS84',
      decimalNumber(-90, 90, 'The latitude comes first; swapped?'),
    )
    .argument('<LNG>', 'longitude; degrees WGS84', decimalNumber(-180, 180));
  addOptions(encode, ENCODE_OPTIONS)
    .addHelpText('after', ENCODE_EXAMPLES)
    .action((lat: number, lng: number, options: ForcodeOptions) => encodeForcode({ lat, lng }, options, io));
  const decode = forcode
    .command('decode')
    .summary('decode a forcode')
    .description('Decodes a forcode into the centre of its cell.')
    .argument('<CODE>', 'the forcode');
  addOptions(decode, DECODE_OPTIONS)
    .addHelpText('after', DECODE_EXAMPLES)
    .action((forcodes: string, options: ForcodeOptions) => decodeForcode(forcodes, options, io));
}

/** Encodes a position and writes the forcode. Errors: INVALID_REQUEST for a position in no province. */
function encodeForcode(
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
function decodeForcode(forcodes: string, options: ForcodeOptions, io: CliIo): Promise<void> {
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
  return failure('INVALID_REQUEST', 'usage.forcodeRefused', { what, status });
}
