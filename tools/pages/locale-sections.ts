import { readFile } from 'node:fs/promises';
import type { Plugin } from 'rolldown';

/** Bundles these sections of the catalogues of texts, in place of all. Errors: Error for a section that there is not. */
export function localeSections(...sections: readonly string[]): Plugin {
  return {
    name: 'locale-sections',
    load: {
      filter: { id: /\/src\/locales\/\w+\.json$/ },
      async handler(id) {
        const texts = JSON.parse(await readFile(id, 'utf8')) as Record<string, object | undefined>;
        const bundled = sections.map((section) => {
          if (!texts[section]) throw new Error(`${id} has no section "${section}"`);
          return [section, texts[section]] as const;
        });
        return { code: JSON.stringify(Object.fromEntries(bundled)), moduleType: 'json' };
      },
    },
  };
}
