import Type from 'typebox';
import type { Position } from '../geo/position.ts';
import { candidateColumns, candidateOptions, candidateValues, readCandidates } from './candidates.ts';
import { addressTemplate } from './find-columns.ts';
import { featurePosition } from './place-columns.ts';
import { POI_COLUMNS, poiValues } from './poi-columns.ts';
import { positionOptions, positionSource } from './position-source.ts';
import { faulty, notFound, skipped, type StageDefinition, type StageRow } from './stage.ts';
import { compileTemplate } from './template.ts';

const DEFAULT_SIZE = 5;
const MOST_SUGGESTIONS = 20;
const DEFAULT_RADIUS_KM = 50;
const MAX_TEXT_LENGTH = 500;

/** Suggests places for each row’s text. Source: interface document, section 4.1. */
export const autocomplete: StageDefinition = {
  name: 'autocomplete',
  summary: 'Suggests places for each row’s text, which may be the beginning of a name.',
  options: Type.Object(
    {
      text: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'the text, with {column} placeholders; found from the column names when left out',
        }),
      ),
      ...positionOptions,
      radius_km: Type.Optional(
        Type.Number({
          exclusiveMinimum: 0,
          default: DEFAULT_RADIUS_KM,
          description: 'how far from the row’s position to look, where one is named; kilometres',
        }),
      ),
      ...candidateOptions(DEFAULT_SIZE, MOST_SUGGESTIONS),
      admin_v2: Type.Optional(
        Type.Boolean({ default: false, description: 'true: labels in the units since July 2025' }),
      ),
    },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const text = (options.text as string | undefined) ?? addressTemplate(table.columns);
    if (text === undefined) {
      const columns = table.columns.map((column) => `"${column}"`).join(', ');
      const message = `no column looks like a text to complete among ${columns}: name it, as in text: "{my column}"`;
      return { faults: [{ option: 'text', message }] };
    }
    const template = compileTemplate(text, table.columns);
    if ('faults' in template)
      return { faults: template.faults.map((message) => ({ option: 'text', message })) };
    // A search is limited to a radius only when the job names where: a column that looks like a latitude may mean something else.
    const isLimited = ['lat', 'lon', 'latlng'].some((option) => options[option] !== undefined);
    const source = isLimited ? positionSource(options, table) : undefined;
    if (source && 'faults' in source) return source;
    const candidates = readCandidates(options, DEFAULT_SIZE);
    const radiusKm = (options.radius_km as number | undefined) ?? DEFAULT_RADIUS_KM;
    const ask = (question: string, focus: Position | undefined) => ({
      text: question,
      size: candidates.size,
      admin_v2: options.admin_v2 === true,
      ...(focus && {
        'boundary.circle.lat': focus.lat,
        'boundary.circle.lon': focus.lon,
        'boundary.circle.radius': radiusKm,
      }),
    });
    const readFocus = (row: StageRow) => {
      const position = source?.read(row);
      return position === 'empty' ? undefined : position;
    };

    return {
      columns: candidateColumns(POI_COLUMNS, candidates),
      givesPosition: true,
      findings: options.text === undefined ? [`texts are read as "${text}"`] : [],
      async run(row, service, context) {
        const question = template.render(row.cells);
        if (question === '') return skipped('the text is empty');
        if (question.length > MAX_TEXT_LENGTH) {
          return faulty(`the text has ${question.length} characters; at most ${MAX_TEXT_LENGTH} are asked`);
        }
        const focus = readFocus(row);
        if (focus && 'fault' in focus) return faulty(focus.fault);
        const { features } = await service.autocomplete(ask(question, focus), context);
        const [first] = features;
        if (!first) return notFound('the service suggests nothing');
        const values = features.map(poiValues);
        return {
          status: 'ok',
          values: candidateValues(values, POI_COLUMNS, candidates),
          position: featurePosition(first),
        };
      },
      questions(row) {
        const question = template.render(row.cells);
        const focus = readFocus(row);
        if (question === '' || question.length > MAX_TEXT_LENGTH || (focus && 'fault' in focus)) return [];
        return [{ operation: 'autocomplete', parameters: ask(question, focus) }];
      },
    };
  },
};
