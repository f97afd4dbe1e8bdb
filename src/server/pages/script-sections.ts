/** The sections of texts that the script of a page shows; the server writes them into the page, in its language alone. */
export const SCRIPT_SECTIONS = {
  landing: [
    ...['search', 'failure', 'answer', 'level', 'unit', 'addressPart', 'partVerdict', 'ambiguity'],
    ...['map', 'countryMap', 'position'],
  ],
  imagery: ['map', 'countryMap'],
  docs: [],
} as const;
