import { optional } from '../../contract/optional.ts';

/** The option of every stage that chooses the generation of units in labels. */
export const adminOption = {
  admin_v2: optional.boolean({
    default: true,
    description: 'true: labels name the units since July 2025; false: those before',
  }),
};

/** Builds the option of a stage that chooses the language of texts about a route. */
export function languageOption(texts: string) {
  return {
    language: optional.enum(['en', 'vi'], {
      default: 'en',
      description: `language of ${texts}: English or Vietnamese`,
    }),
  };
}
