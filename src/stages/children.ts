import Type from 'typebox';
import type { Prediction } from '../contract/records/prediction.ts';
import { candidateColumns, candidateOptions, candidateValues, readCandidates } from './candidates.ts';
import { idOption, idSource } from './id-source.ts';
import { skipped, type StageColumn, type StageDefinition } from './stage.ts';

const DEFAULT_SIZE = 10;
const MOST_CHILDREN = 50;

const COUNT = {
  name: 'count',
  type: 'integer',
  description: 'places that belong to it, also beyond `size`',
} as const;

const CHILD_COLUMNS: readonly StageColumn[] = [
  { name: 'name', type: 'string', description: 'name of the child' },
  { name: 'label', type: 'string', description: 'its name and address' },
  { name: 'place_id', type: 'string', description: 'opaque id of the child' },
  { name: 'has_child', type: 'boolean', description: 'whether places belong to the child in turn' },
];

/** Lists the places that belong to the place whose id each row has. Source: interface document, section 4.3. */
export const children: StageDefinition = {
  name: 'children',
  summary: 'Lists the places that belong to the place whose id each row has: gates, buildings, branches.',
  options: Type.Object(
    {
      ...idOption,
      ...candidateOptions(DEFAULT_SIZE, MOST_CHILDREN),
      admin_v2: Type.Optional(
        Type.Boolean({ default: false, description: 'true: labels in the units since July 2025' }),
      ),
    },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const source = idSource(options.id as string | undefined, table);
    if ('faults' in source) return source;
    const candidates = readCandidates(options, DEFAULT_SIZE);
    const ask = (parent_id: string) => ({ parent_id, admin_v2: options.admin_v2 === true });
    return {
      columns: [COUNT, ...candidateColumns(CHILD_COLUMNS, candidates)],
      givesPosition: false,
      findings: source.finding === undefined ? [] : [source.finding],
      async run({ cells }, service, context) {
        const id = source.template.render(cells);
        if (id === '') return skipped('the row has no place id');
        const { predictions } = await service.children(ask(id), context);
        const found = withoutRepetition(predictions);
        if (found.length === 0) return { status: 'not_found', reason: 'no place belongs to it', values: [0] };
        const values = found.slice(0, candidates.size).map(childValues);
        return {
          status: 'ok',
          values: [found.length, ...candidateValues(values, CHILD_COLUMNS, candidates)],
        };
      },
      questions({ cells }) {
        const id = source.template.render(cells);
        return id === '' ? [] : [{ operation: 'children', parameters: ask(id) }];
      },
    };
  },
};

/** The same child may be listed more than once (section 4.3). */
function withoutRepetition(predictions: readonly Prediction[]): Prediction[] {
  return [...new Map(predictions.map((prediction) => [prediction.place_id, prediction])).values()];
}

function childValues(prediction: Prediction): unknown[] {
  return [
    prediction.structured_formatting.main_text,
    prediction.description,
    prediction.place_id,
    prediction.has_child ?? null,
  ];
}
