import type { Command } from 'commander';
import type { ForcodeOptions } from '../actions/forcode.ts';
import { addServiceOptions, decimalNumber, wholeNumber } from '../command-options.ts';
import type { CliIo } from '../io.ts';

const ENCODE_EXAMPLES = `
Example:
  $ geomill forcode encode 21.0285 105.8542 --resolution 13`;

const DECODE_EXAMPLES = `
Example:
  $ geomill forcode decode HN4TZUZBPKRN0F
      writes <latitude>,<longitude> of the centre of the cell`;

/** Adds `geomill forcode encode` and `geomill forcode decode`. */
export function addForcodeCommand(program: Command, io: CliIo): void {
  const forcode = program
    .command('forcode')
    .summary('encode or decode one forcode')
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
    .argument('<LNG>', 'longitude; degrees WGS84', decimalNumber(-180, 180))
    .option(
      '--resolution <N>',
      'size of the cell, 0 (edge of 1,107 km) to 15 (0.5 m); default 13',
      wholeNumber(0, 15),
    )
    .option('--json', 'write the whole response');
  addServiceOptions(encode)
    .addHelpText('after', ENCODE_EXAMPLES)
    .action(async (lat: number, lng: number, options: ForcodeOptions) => {
      const { encodeForcode } = await import('../actions/forcode.ts');
      await encodeForcode({ lat, lng }, options, io);
    });
  const decode = forcode
    .command('decode')
    .summary('decode a forcode')
    .description('Decodes a forcode into the centre of its cell.')
    .argument('<CODE>', 'the forcode')
    .option('--json', 'write the whole response');
  addServiceOptions(decode)
    .addHelpText('after', DECODE_EXAMPLES)
    .action(async (forcodes: string, options: ForcodeOptions) => {
      const { decodeForcode } = await import('../actions/forcode.ts');
      await decodeForcode(forcodes, options, io);
    });
}
