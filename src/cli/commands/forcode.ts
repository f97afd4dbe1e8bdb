import type { Command } from 'commander';
import { STATUS } from '../../contract/status.ts';
import { GeomillError } from '../../errors/geomill-error.ts';
import { addServiceOptions } from '../command-options.ts';
import type { CliIo } from '../../runtime/io.ts';
import { decimalNumber, wholeNumber } from '../number-options.ts';
import { printable, printableJson } from '../printable.ts';
import { chooseService, openService, type OpenService, type ServiceOptions } from '../../runtime/services.ts';

interface ForcodeOptions extends ServiceOptions {
  resolution?: number;
  json?: boolean;
}

const ENCODE_EXAMPLES = `
Example:
  $ geomill forcode encode 21.0285 105.8542 --resolution 13`;

const DECODE_EXAMPLES = `
Example:
  $ geomill forcode decode HN4TZUZBPKRN0F
      writes <latitude>,<longitude> of the middle of the cell`;

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
    .argument('<LAT>', 'latitude; degrees WGS84', decimalNumber(-90, 90))
    .argument('<LNG>', 'longitude; degrees WGS84', decimalNumber(-180, 180))
    .option(
      '--resolution <N>',
      'size of the cell, 0 (edge of 1,107 km) to 15 (0.5 m); default 13',
      wholeNumber(0, 15),
    )
    .option('--json', 'write the whole answer');
  addServiceOptions(encode)
    .addHelpText('after', ENCODE_EXAMPLES)
    .action((lat: number, lng: number, options: ForcodeOptions) =>
      withService(options, io, async ({ service }) => {
        const { resolution } = options;
        const answer = await service.encodeForcode({
          lat,
          lng,
          ...(resolution === undefined ? {} : { resolution }),
        });
        if (answer.status !== STATUS.ok) throw refused(`${lat},${lng}`, answer.status);
        return options.json ? printableJson(answer) : printable(answer.forcodes);
      }),
    );
  const decode = forcode
    .command('decode')
    .summary('decode a forcode')
    .description('Decodes a forcode into the middle of its cell.')
    .argument('<CODE>', 'the forcode')
    .option('--json', 'write the whole answer');
  addServiceOptions(decode)
    .addHelpText('after', DECODE_EXAMPLES)
    .action((forcodes: string, options: ForcodeOptions) =>
      withService(options, io, async ({ service }) => {
        const answer = await service.decodeForcode({ forcodes });
        if (answer.status !== STATUS.ok) throw refused(forcodes, answer.status);
        return options.json ? printableJson(answer) : `${answer.lat},${answer.lng}`;
      }),
    );
}

async function withService(
  options: ServiceOptions,
  io: CliIo,
  ask: (opened: OpenService) => Promise<string>,
): Promise<void> {
  const opened = await openService(await chooseService(options, io));
  try {
    io.stdout.write(`${await ask(opened)}\n`);
  } finally {
    await opened.close();
  }
}

function refused(what: string, status: string): GeomillError {
  return new GeomillError('INVALID_REQUEST', `${what}: the answer is ${status}`);
}
