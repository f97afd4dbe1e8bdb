import { HOSTILE_CASES, textOf } from './hostile-table.ts';

// Prints, for each function, family and length, the CPU time as a line of JSON: a function that does not end is ended with this process.

const LENGTHS = [500, 12_000, Number(process.argv[2])];

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

for (const { place, call, families } of HOSTILE_CASES) {
  for (const [at, family] of families.entries()) {
    const times = LENGTHS.map((length) => {
      const text = textOf(family, length);
      process.stdout.write(`${JSON.stringify({ begun: `${place}, family ${at} at ${length}` })}\n`);
      const startMs = cpuMs();
      try {
        call(text);
      } catch {
        // A refusal is an answer.
      }
      return cpuMs() - startMs;
    });
    process.stdout.write(`${JSON.stringify({ place, family: at, times })}\n`);
  }
}
