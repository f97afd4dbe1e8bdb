import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { openService } from '../../src/runtime/open-service.ts';
import { HOSTILE_KINDS, KNOWN_CELLS, aboveAddress, hostileCell } from './hostile-cells.ts';

// Prints what the operations that read texts of users answer to hostile cells, each a line of JSON: the answer without long texts, or `refused` with
// the code. Any other failure ends this process.

const LONGEST = Number(process.argv[2]);
const HERE = { 'point.lat': 21.0334, 'point.lon': 105.8467 };

const { service, close } = await openService();
const operations: Record<string, (text: string) => Promise<unknown>> = {
  geocodeForward: (text) => service.geocodeForward({ text }),
  geocodeForwardGoogle: (address) => service.geocodeForward({ address }),
  autocomplete: (text) => service.autocomplete({ text }),
  autocompleteGoogle: (input) => service.autocomplete({ input }),
  convert: (text) => service.convert({ text, from: '2025-01-01', to: '2025-07-01' }),
  convertWard: (ward) => service.convert({ ward, province: ward, to: '2025-07-01' }),
  geocodeReverse: (latlng) => service.geocodeReverse({ latlng }),
  nearby: (categories) => service.nearby({ categories, ...HERE }),
  place: (ids) => service.place({ ids }),
  decodeForcode: (forcodes) => service.decodeForcode({ forcodes }),
};
const isLong = (value: unknown) => typeof value === 'string' && value.length > 300;
const cells = [
  ...KNOWN_CELLS.map(({ name, text }) => ({ name, text })),
  ...HOSTILE_KINDS.map((kind) => ({ name: `long ${kind}`, text: aboveAddress(hostileCell(kind, LONGEST)) })),
];
for (const [operation, call] of Object.entries(operations)) {
  for (const { name, text } of cells) {
    process.stdout.write(`${JSON.stringify({ begun: `${operation} of ${name}` })}\n`);
    const answer = await call(text).catch((error: unknown) => {
      if (!isGeomillError(error)) throw error;
      return { refused: error.code };
    });
    const short = JSON.stringify(answer, (_, value: unknown) => (isLong(value) ? '...' : value));
    process.stdout.write(`${JSON.stringify({ operation, name, answer: short.slice(0, 5_000) })}\n`);
  }
}
await close();
