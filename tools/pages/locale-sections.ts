import { readFile } from 'node:fs/promises';
import type { Plugin } from 'rolldown';

type Texts = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/**
 * Bundles some sections of the catalogues of texts, in place of all of them.
 *
 * Shape: `bundled` are those that the script brings itself, `inPage` those that its server writes into the page.
 * Errors: Error for a section that there is not, and where the script shows a text of another one.
 */
export function localeSections(bundled: readonly string[], inPage: readonly string[] = []): Plugin {
  let all: Texts = {};
  return {
    name: 'locale-sections',
    load: {
      filter: { id: /\/src\/locales\/\w+\.json$/ },
      async handler(id) {
        all = JSON.parse(await readFile(id, 'utf8')) as Texts;
        const missing = [...bundled, ...inPage].find((section) => !all[section]);
        if (missing !== undefined) throw new Error(`${id} has no section "${missing}"`);
        const kept = Object.fromEntries(bundled.map((section) => [section, all[section]]));
        return { code: JSON.stringify(kept), moduleType: 'json' };
      },
    },
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type !== 'chunk') continue;
        const foreign = codesIn(file.code, all).find(
          ([section]) => ![...bundled, ...inPage].includes(section),
        );
        if (foreign)
          throw new Error(`${file.fileName} shows ${foreign.join('.')}, of a section that it has not`);
      }
    },
  };
}

/** Returns the codes of texts in a script, as section and name; of one that is put together, how its name begins. */
function codesIn(script: string, texts: Texts): [section: string, name: string][] {
  return [...script.matchAll(/["'`](\w+)\.(\w*)(["'`]|\$\{)/g)].flatMap(
    ([, section = '', name = '', end]) => {
      const names = Object.keys(texts[section] ?? {});
      const isCode = end === '${' ? names.some((one) => one.startsWith(name)) : names.includes(name);
      return isCode ? [[section, name] as [string, string]] : [];
    },
  );
}
