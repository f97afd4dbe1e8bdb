import { resolve } from 'node:path';
import Type from 'typebox';
import { type FileToolContext, type RunView } from './file-tool.ts';
import { Decision, Doubtful, Kept, maybe, Output, Run } from './review-shapes.ts';
import { asFailure, progressOf, Summary, summaryOf } from './run-tools.ts';
import { defineTool, type McpTool } from './tool.ts';

const MOST_LINES = 50;
const MOST_DECISIONS = 500;

/** Returns the tools of a review: the queue of `geomill review`, its decisions and its results. */
export function reviewTools(context: FileToolContext): McpTool[] {
  const { commands, folders, service, turns } = context;
  /** Returns the options of a review whose files are all in the folders: those that its run has recorded too. */
  const allowed = async (named: { run: string; output?: string }) => {
    const run = await folders.readable(resolve(folders.write[0] ?? '.', named.run));
    const output = named.output === undefined ? undefined : await folders.writable(named.output);
    const options = { ...service, ...(output !== undefined && { output }) };
    const { files, written } = await (await commands()).reviewFiles(run, options);
    for (const file of files) await folders.readable(file);
    for (const file of written) await folders.writable(file);
    return { run, options };
  };
  return [
    defineTool({
      name: 'list_doubtful',
      title: 'Texts to decide',
      description:
        'Lists the texts of a finished run that a person should decide, each once, with up to ten candidates and links to a map. Those that are decided are left out.',
      usesFiles: true,
      isReadOnly: true,
      input: Type.Object({
        run: Run,
        output: Output,
        below: maybe(
          Type.Number({
            minimum: 0,
            maximum: 1,
            description: 'only below this confidence, and without a match',
          }),
        ),
        first: maybe(Type.Integer({ minimum: 0, description: 'how many texts are passed over' })),
        most: maybe(Type.Integer({ minimum: 1, maximum: MOST_LINES, default: 20, description: 'lines' })),
      }),
      output: Doubtful,
      call: async ({ below, first = 0, most = 20, ...named }) => {
        const { run, options } = await allowed(named);
        return (await commands()).listDoubtful(run, { ...options, below, first, most });
      },
    }),
    defineTool({
      name: 'decide',
      title: 'Decide texts',
      description:
        'Keeps decisions of the user about texts of list_doubtful: a candidate, or a position with its level. They are in the results after apply.',
      usesFiles: true,
      isReadOnly: false,
      input: Type.Object({
        run: Run,
        output: Output,
        decisions: Type.Array(Decision, { minItems: 1, maxItems: MOST_DECISIONS }),
        replace: maybe(
          Type.Boolean({ description: 'replaces decisions that were another one; ask the user first' }),
        ),
      }),
      output: Kept,
      call: async ({ decisions, replace = false, ...named }) => {
        const { run, options } = await allowed(named);
        return (await commands()).decide(run, decisions, { ...options, restart: replace });
      },
    }),
    defineTool({
      name: 'apply',
      title: 'Write results with the decisions',
      description:
        'Writes all results of a run again with the decisions of decide, into another folder. Other rows are copied.',
      usesFiles: true,
      isReadOnly: false,
      input: Type.Object({
        run: Run,
        output: Output,
        restart: maybe(
          Type.Boolean({ description: 'replaces earlier results in the folder; ask the user first' }),
        ),
      }),
      output: Summary,
      call: async ({ restart = false, ...named }, { signal, onProgress }) => {
        const { run, options } = await allowed(named);
        const around = { stop: signal, onProgress: (view: RunView) => onProgress(progressOf(view)) };
        const start = async () => {
          signal.throwIfAborted();
          return (await commands()).applyDecisions(run, { ...options, restart, ...around });
        };
        const found = await turns.add(start, { signal }).catch((error: unknown) => {
          throw asFailure(error, signal);
        });
        return summaryOf(found);
      },
    }),
  ];
}
