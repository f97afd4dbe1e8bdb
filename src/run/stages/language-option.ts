import Type from 'typebox';

/** Builds the option of a stage that chooses the language of texts about a route. */
export function languageOption(texts: string) {
  return {
    language: Type.Optional(
      Type.Enum(['en', 'vi'], { default: 'en', description: `language of ${texts}: English or Vietnamese` }),
    ),
  };
}
