// The benchmark of Vietnamese addresses: npx tsx test/benchmark/main.ts --help
import { FORMS_USAGE, runForms } from './forms/run-forms.ts';
import { GENERATE_USAGE, runGenerate } from './generate/run-generate.ts';
import { LABELLED_USAGE, runLabelled } from './labelled/run-labelled.ts';
import { RUN_USAGE, runBenchmark } from './run-benchmark.ts';

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  generate: runGenerate,
  forms: runForms,
  labelled: runLabelled,
};

const [first = '', ...rest] = process.argv.slice(2);
const command = COMMANDS[first];
if (command !== undefined) await command(rest);
else if (first === '--help')
  process.stdout.write([RUN_USAGE, GENERATE_USAGE, FORMS_USAGE, LABELLED_USAGE].join('\n'));
else await runBenchmark(process.argv.slice(2));
