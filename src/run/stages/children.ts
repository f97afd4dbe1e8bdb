import { candidateColumns, candidateOptions, column, readCandidates } from './column.ts';
import { message } from '../../base/messages/message.ts';
import Type from 'typebox';
import type { Prediction } from '../../contract/records/prediction.ts';
import { adminOption, idOption, idSource, listColumns, type ListResult } from './id-source.ts';
import { skipped, type StageColumn, type StageDefinition } from './stage.ts';

const DEFAULT_SIZE = 10;
const MOST_CHILDREN = 50;

const CHILD_COLUMNS: readonly StageColumn<Prediction>[] = [
  column('name', 'string', 'column.childName', (child) => child.structured_formatting.main_text),
  column('label', 'string', 'column.childLabel', (child) => child.description),
  column('place_id', 'string', 'column.childId', (child) => child.place_id),
  column('has_child', 'boolean', 'column.childHasChildren', (child) => child.has_child),
];

/** Lists the children of the place whose id each row has. Source: interface document, section 4.3. */
export const children: StageDefinition<ListResult<Prediction>, ['children']> = {
  name: 'children',
  summary: 'Lists the children of the place whose id each row has: gates, buildings, branches.',
  operations: ['children'],
  options: Type.Object(
    { ...idOption, ...candidateOptions(DEFAULT_SIZE, MOST_CHILDREN), ...adminOption },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const source = idSource(options.id as string | undefined, table);
    if ('faults' in source) return source;
    const candidates = readCandidates(options, DEFAULT_SIZE);
    const request = (parent_id: string) => ({ parent_id, admin_v2: options.admin_v2 !== false });
    return {
      columns: listColumns(message('column.childCount'), candidateColumns(CHILD_COLUMNS, candidates)),
      givesPosition: false,
      findings: source.finding === undefined ? [] : [source.finding],
      async run({ cells }, service, context) {
        const id = source.template.render(cells);
        if (id === '') return skipped(message('stage.noPlaceId'));
        const { predictions } = await service.children(request(id), context);
        const found = withoutRepetition(predictions);
        const result = { count: found.length, candidates: found };
        return found.length === 0
          ? { status: 'not_found', reason: message('stage.noChildren'), result }
          : { status: 'ok', result };
      },
      questions({ cells }) {
        const id = source.template.render(cells);
        return id === '' ? [] : [{ operation: 'children', parameters: request(id) }];
      },
    };
  },
};

/** The same child may be listed more than once (section 4.3). */
function withoutRepetition(predictions: readonly Prediction[]): Prediction[] {
  return [...new Map(predictions.map((prediction) => [prediction.place_id, prediction])).values()];
}
