import Type, { type Static } from 'typebox';
import { picked, type FileToolContext } from './file-tool.ts';
import { allowedJob, JobArguments } from './job-arguments.ts';
import { Said } from './run-tools.ts';
import { defineTool, type McpTool } from './tool.ts';
import { optional } from '../contract/optional.ts';

const Input = Type.String({ minLength: 1, description: 'path of the file of addresses or points' });

const Checked = Type.Object({
  job: Type.String(),
  stages: Type.Record(Type.String(), Type.Object({ stage: Type.String(), options: Type.Unknown() })),
  outputs: Type.Array(Type.String()),
  format: optional.string(),
  encoding: optional.string(),
  input_columns: optional.array(Type.String()),
  columns: optional.array(Type.String(), { description: 'columns of the results' }),
  findings: optional.array(Said, { description: 'what was detected in the file' }),
  sample: optional.array(Said, { description: 'figures of a sample of the rows' }),
  doubts: optional.array(
    Type.Object({
      rule: Type.String(),
      ...Said.properties,
      sets: Type.Array(Type.String(), { description: '`set` entries that may fix it' }),
    }),
    { description: 'why the file is likely read wrongly; a run would stop' },
  ),
});

const Planned = Type.Object({
  job: Type.String(),
  rows: Type.Number(),
  rejected: Type.Number({ description: 'rows that cannot be read' }),
  questions: Type.Number({ description: 'rows that would be answered' }),
  distinct: Type.Number({ description: 'of them different ones' }),
  service: Type.String({ description: 'local, or the address of the service' }),
  requests: Type.Number({ description: 'requests that would be sent; 0 for the local service' }),
  seconds: optional.number(),
  days: optional.number(),
  cost: optional.number(),
});

/** Returns the tools that look at a job and its input before it is run. */
export function checkTools(context: FileToolContext): McpTool[] {
  const { commands, folders, service } = context;
  return [
    defineTool({
      name: 'check_job',
      title: 'Check a job and a file',
      description:
        'Checks a job, and with input whether it fits the file: format, encoding, columns, and whether a sample of the rows is read as meant. Writes nothing.',
      usesFiles: true,
      isReadOnly: true,
      input: Type.Object({ ...JobArguments, input: Type.Optional(Input) }),
      output: Checked,
      call: async (args) => {
        const { job, set } = await allowedJob(args, context);
        const input = args.input === undefined ? undefined : await folders.readable(args.input);
        const found = await (await commands()).check(job, { set, ...(input !== undefined && { input }) });
        return picked(Checked, found as Static<typeof Checked>);
      },
    }),
    defineTool({
      name: 'plan_job',
      title: 'Estimate a run',
      description:
        'Counts the rows of a file and what a run would request, take and cost. Sends no requests and writes nothing.',
      usesFiles: true,
      isReadOnly: true,
      input: Type.Object({
        ...JobArguments,
        input: Input,
        rate: optional.number({ minimum: 0.1, maximum: 5000, description: 'requests a second' }),
        per_day: optional.integer({ minimum: 1, description: 'requests a day' }),
        price: optional.number({ minimum: 0, description: 'price of one request' }),
      }),
      output: Planned,
      call: async (args) => {
        const { job, set } = await allowedJob(args, context);
        const input = await folders.readable(args.input);
        const { rate = service.rate, per_day: perDay = service.perDay, price } = args;
        const found = await (await commands()).plan(job, { ...service, set, input, rate, perDay, price });
        return picked(Planned, found as Static<typeof Planned>);
      },
    }),
  ];
}
