import Type from 'typebox';
import { describeMatch } from '../contract/match.ts';
import type { OsmFeature } from '../contract/records/osm-feature.ts';
import { candidateColumns, candidateOptions, readCandidates } from './candidates.ts';
import { textConfidence } from './confidence.ts';
import { addressTemplate } from './find-columns.ts';
import { featurePosition, PLACE_COLUMNS, type PlaceMatch } from './place-columns.ts';
import { faulty, notFound, skipped, type StageDefinition } from './stage.ts';
import { compileTemplate } from './template.ts';

/** Maximum length of a request text: addresses are shorter, and a URL has to carry it. */
const MAX_TEXT_LENGTH = 500;
const MOST_CANDIDATES = 10;

/** Geocodes the address of each row. Source: interface document, section 4.4. */
export const geocode: StageDefinition<readonly PlaceMatch[], ['geocodeForward']> = {
  name: 'geocode',
  summary: 'Geocodes the address of each row.',
  operations: ['geocodeForward'],
  options: Type.Object(
    {
      text: Type.Optional(
        Type.String({
          minLength: 1,
          description:
            'the address, with {column} placeholders; detected from the column names when left out',
        }),
      ),
      admin_v2: Type.Optional(
        Type.Union([Type.Boolean(), Type.Literal('both')], {
          default: false,
          description:
            'true: labels name the units since July 2025; both: a remote service is queried twice, so that old and new columns are filled',
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
    const generation = both || options.admin_v2 === true ? 'new' : 'old';
    const candidates = readCandidates(options, 1);
    const request = (question: string, admin_v2: boolean) => ({
      text: question,
      size: candidates.size,
      admin_v2,
    });

    return {
      columns: candidateColumns(PLACE_COLUMNS, candidates),
      givesPosition: true,
      findings: options.text === undefined ? [`addresses are read as "${text}"`] : [],
      async run({ cells }, service, context) {
        const question = template.render(cells);
        if (question === '') return skipped('the address is empty');
        if (question.length > MAX_TEXT_LENGTH) {
          return faulty(
            `the address has ${question.length} characters; at most ${MAX_TEXT_LENGTH} can be geocoded`,
          );
        }
        const { features } = await service.geocodeForward(request(question, generation === 'new'), context);
        if (features.length === 0) return notFound('no match');
        const matches = features.map((feature): PlaceMatch => ({
          feature,
          position: featurePosition(feature),
          description: describeMatch(feature, generation),
          confidence: 0,
        }));
        // A second request is needed only where the response names the units of one generation.
        const others =
          both && matches[0]?.description.old === undefined
            ? (await service.geocodeForward(request(question, false), context)).features
            : [];
        matches.forEach((match, rank) => {
          const other = sameMatch(match.feature, rank, others);
          if (other) match.description.old ??= describeMatch(other, 'old').old;
          match.confidence = textConfidence(question, match.feature, other);
        });
        return { status: 'ok', result: matches, position: matches[0]?.position ?? null };
      },
      questions({ cells }) {
        const question = template.render(cells);
        if (question === '' || question.length > MAX_TEXT_LENGTH) return [];
        const flags = both ? [true, false] : [generation === 'new'];
        return flags.map((flag) => ({ operation: 'geocodeForward', parameters: request(question, flag) }));
      },
    };
  },
};

/** Returns the same match among those in the other generation of units: by its id, else the best one for the best one. */
function sameMatch(feature: OsmFeature, rank: number, others: readonly OsmFeature[]): OsmFeature | undefined {
  const { id } = feature.properties;
  return others.find(({ properties }) => properties.id === id) ?? (rank === 0 ? others[0] : undefined);
}
