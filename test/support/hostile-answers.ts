import { openService } from '../../src/runtime/open-service.ts';
import { HOSTILE_KINDS, KNOWN_CELLS, aboveAddress, hostileCell } from './hostile-cells.ts';

// Prints what the operations that read addresses answer to hostile cells, each a line of JSON; `cpuMs` is the CPU time.

const LONGEST = Number(process.argv[2]);
const ANY_SIGNAL = { signal: new AbortController().signal };

const { service, close } = await openService();
const operations = {
  geocodeForward: (text: string) => service.geocodeForward({ text }, ANY_SIGNAL),
  autocomplete: (text: string) => service.autocomplete({ text }, ANY_SIGNAL),
  convert: (text: string) => service.convert({ text, from: '2025-01-01', to: '2025-07-01' }, ANY_SIGNAL),
  geocodeReverse: (text: string) => service.geocodeReverse({ latlng: text } as never, ANY_SIGNAL),
  decodeForcode: (text: string) => service.decodeForcode({ forcode: text } as never, ANY_SIGNAL),
};
const cells = [
  ...KNOWN_CELLS.map(({ name, text }) => ({ name, text })),
  ...HOSTILE_KINDS.map((kind) => ({ name: `long ${kind}`, text: aboveAddress(hostileCell(kind, LONGEST)) })),
];
for (const [operation, call] of Object.entries(operations)) {
  for (const { name, text } of cells) {
    const startCpu = process.cpuUsage();
    const answer = await call(text).catch((error: unknown) => String(error).slice(0, 100));
    const { user, system } = process.cpuUsage(startCpu);
    const label = JSON.stringify(answer).slice(0, 2_000);
    process.stdout.write(`${JSON.stringify({ operation, name, cpuMs: (user + system) / 1000, label })}\n`);
  }
}
await close();
