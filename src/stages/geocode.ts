import Type from 'typebox';
import type { OsmFeature } from '../contract/records/osm-feature.ts';
import type { GeoService } from '../contract/service.ts';
import { candidateColumns, candidateOptions, candidateValues, readCandidates } from './candidates.ts';
import { textConfidence } from './confidence.ts';
import { addressTemplate } from './find-columns.ts';
import { featurePosition, PLACE_COLUMNS, placeValues } from './place-columns.ts';
import { faulty, notFound, skipped, type StageDefinition } from './stage.ts';
import { compileTemplate } from './template.ts';

/** Bounds the text of a question: an address is shorter, and a URL has to carry it. */
const MAX_TEXT_LENGTH = 500;
const MOST_CANDIDATES = 10;

/** Finds the position of each row's address. Source: interface document, section 4.4. */
export const geocode: StageDefinition = {
  name: 'geocode',
  summary: 'Finds the position of each row’s address.',
  options: Type.Object(
    {
      text: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'the address, with {column} placeholders; found from the column names when left out',
        }),
      ),
      admin_v2: Type.Optional(
        Type.Union([Type.Boolean(), Type.Literal('both')], {
          default: false,
          description:
            'true: labels in the units since July 2025; both: ask a remote service twice, so that old and new columns are filled',
        }),
      ),
      ...candidateOptions(1, MOST_CANDIDATES),
    },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const text = (options.text as string | undefined) ?? addressTemplate(table.columns);
    if (text === undefined) {
      const columns = table.columns.map((column) => `"${column}"`).join(', ');
      const message = `no column looks like an address among ${columns}: name it, as in text: "{my column}"`;
      return { faults: [{ option: 'text', message }] };
    }
    const template = compileTemplate(text, table.columns);
    if ('faults' in template)
      return { faults: template.faults.map((message) => ({ option: 'text', message })) };
    const both = options.admin_v2 === 'both';
    const adminV2 = both || options.admin_v2 === true;
    const candidates = readCandidates(options, 1);
    const ask = (question: string, admin_v2: boolean) => ({
      text: question,
      size: candidates.size,
      admin_v2,
    });

    return {
      columns: candidateColumns(PLACE_COLUMNS, candidates),
      givesPosition: true,
      findings: options.text === undefined ? [`addresses are read as "${text}"`] : [],
      async run({ cells }, service: GeoService, context) {
        const question = template.render(cells);
        if (question === '') return skipped('the address is empty');
        if (question.length > MAX_TEXT_LENGTH) {
          return faulty(
            `the address has ${question.length} characters; at most ${MAX_TEXT_LENGTH} are asked`,
          );
        }
        const answer = await service.geocodeForward(ask(question, adminV2), context);
        const feature = answer.features[0];
        if (!feature) return notFound('the service knows no such place');
        // Our own engine tells old and new units in one answer; only other services need the second question.
        const second =
          both && !feature.properties.geomill
            ? await service.geocodeForward(ask(question, false), context)
            : undefined;
        const values = answer.features.map((each, rank) => {
          const other = second && sameAnswer(each, rank, second.features);
          return placeValues(each, adminV2 ? 'new' : 'old', textConfidence(question, each, other), other);
        });
        return {
          status: 'ok',
          values: candidateValues(values, PLACE_COLUMNS, candidates),
          position: featurePosition(feature),
        };
      },
      questions({ cells }) {
        const question = template.render(cells);
        if (question === '' || question.length > MAX_TEXT_LENGTH) return [];
        const flags = both ? [true, false] : [adminV2];
        return flags.map((flag) => ({ operation: 'geocodeForward', parameters: ask(question, flag) }));
      },
    };
  },
};

/** Finds an answer again among those in the other units: by its id, and the best one as the best one. */
function sameAnswer(answer: OsmFeature, rank: number, others: readonly OsmFeature[]): OsmFeature | undefined {
  const { id } = answer.properties;
  return others.find(({ properties }) => properties.id === id) ?? (rank === 0 ? others[0] : undefined);
}
