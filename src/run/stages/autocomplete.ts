import Type from 'typebox';
import { MAX_RADIUS_KM } from '../../contract/schema.ts';
import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import type { Position } from '../../base/geo/position.ts';
import { message } from '../../base/messages/message.ts';
import { adminOption } from './id-source.ts';
import { asOfOption, readNamedUnits } from './as-of.ts';
import { candidateColumns, candidateOptions, readCandidates } from './column.ts';
import { addressTemplate, noColumnLike } from './find-columns.ts';
import { featurePlacement, featurePosition, POI_COLUMNS } from './place-columns.ts';
import { POSITION_CELLS, positionOptions, positionSource } from './position-source.ts';
import { faulty, notFound, skipped, type StageDefinition, type StageRow, withNote } from './stage.ts';
import { compileTemplate } from './template.ts';
import { optional } from '../../contract/optional.ts';

const DEFAULT_SIZE = 5;
const MOST_SUGGESTIONS = 20;
const DEFAULT_RADIUS_KM = 50;
const MAX_TEXT_LENGTH = 500;

/** Suggests places for the text of each row. Source: interface document, section 4.1. */
export const autocomplete: StageDefinition<readonly OsmFeature[], ['autocomplete']> = {
  name: 'autocomplete',
  summary: 'Suggests places for the text of each row, which may be the beginning of a name.',
  operations: ['autocomplete'],
  options: Type.Object(
    {
      text: optional.string({
        minLength: 1,
        description: 'the text, with {column} placeholders; detected from the column names when left out',
      }),
      ...positionOptions,
      radius_km: optional.number({
        exclusiveMinimum: 0,
        maximum: MAX_RADIUS_KM,
        default: DEFAULT_RADIUS_KM,
        description: 'search radius around the row’s position, where the job names its columns; kilometres',
      }),
      ...candidateOptions(DEFAULT_SIZE, MOST_SUGGESTIONS),
      ...adminOption,
      ...asOfOption,
    },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const text = (options.text as string | undefined) ?? addressTemplate(table.columns);
    if (text === undefined)
      return { faults: [{ option: 'text', message: noColumnLike('text', table.columns) }] };
    const template = compileTemplate(text, table.columns);
    if ('faults' in template)
      return { faults: template.faults.map((fault) => ({ option: 'text', message: fault })) };
    // The search is limited to a radius only when the job names the position: a column that looks like a latitude may mean something else.
    const isLimited = POSITION_CELLS.some((option) => options[option] !== undefined);
    const source = isLimited ? positionSource(options, table) : undefined;
    if (source && 'faults' in source) return source;
    const units = readNamedUnits(options);
    if ('faults' in units) return units;
    const candidates = readCandidates(options, DEFAULT_SIZE);
    const radiusKm = (options.radius_km as number | undefined) ?? DEFAULT_RADIUS_KM;
    const request = (question: string, focus: Position | undefined) => ({
      text: question,
      size: candidates.size,
      admin_v2: units.isNew,
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
      findings: [
        ...(options.text === undefined ? [message('stage.textsReadAs', { text })] : []),
        ...units.findings,
      ],
      async run(row, service, context) {
        const question = template.render(row.cells);
        if (question === '') return skipped(message('stage.textEmpty'));
        if (question.length > MAX_TEXT_LENGTH)
          return faulty(message('stage.textTooLong', { length: question.length, most: MAX_TEXT_LENGTH }));
        const focus = readFocus(row);
        if (focus && 'fault' in focus) return faulty(focus.fault);
        const { features } = await service.autocomplete(request(question, focus), context);
        const [first] = features;
        if (!first) return notFound(message('stage.noSuggestion'));
        const result = features.map((feature) => units.name(feature));
        const placed = { position: featurePosition(first), placement: featurePlacement(first) };
        return withNote({ status: 'ok', result, ...placed }, units.noteOf(first));
      },
      questions(row) {
        const question = template.render(row.cells);
        const focus = readFocus(row);
        if (question === '' || question.length > MAX_TEXT_LENGTH || (focus && 'fault' in focus)) return [];
        return [{ operation: 'autocomplete', parameters: request(question, focus) }];
      },
    };
  },
};
