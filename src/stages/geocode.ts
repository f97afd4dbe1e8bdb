import Type from 'typebox';
import type { GeoService } from '../contract/service.ts';
import { textConfidence } from './confidence.ts';
import { addressTemplate } from './find-columns.ts';
import { featurePosition, PLACE_COLUMNS, placeValues } from './place-columns.ts';
import { faulty, notFound, skipped, type StageDefinition } from './stage.ts';
import { compileTemplate } from './template.ts';

/** Bounds the text of a question: an address is shorter, and a URL has to carry it. */
const MAX_TEXT_LENGTH = 500;

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
    const ask = (question: string, admin_v2: boolean) => ({ text: question, size: 1, admin_v2 });

    return {
      columns: PLACE_COLUMNS,
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
        const other = second?.features[0];
        const confidence = textConfidence(question, feature, other);
        return {
          status: 'ok',
          values: placeValues(feature, adminV2 ? 'new' : 'old', confidence, other),
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
