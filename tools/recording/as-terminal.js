// Loaded before the command line: its output is a terminal of a given width, so that a recording shows what a person sees.
import process from 'node:process';

for (const stream of [process.stdout, process.stderr]) {
  Object.defineProperties(stream, {
    isTTY: { value: true },
    columns: { value: Number(process.env.RECORDING_COLUMNS) },
  });
}
