import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { localeSections } from './locale-sections.ts';

const SCRIPT = `
  import { CATALOGUES } from './src/base/messages/catalogues.ts';
  import { createTranslate } from './src/base/messages/translate.ts';
  const t = createTranslate(CATALOGUES.vi);
  globalThis.shown = [t('map.zoomIn'), (level) => t(\`level.\${level}\`)];
`;

async function bundle(...sections: Parameters<typeof localeSections>): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'script' ? `${process.cwd()}/script.js` : undefined),
    load: (id: string) => (id.endsWith('/script.js') ? SCRIPT : undefined),
  };
  const build = await rolldown({ input: 'script', plugins: [entry, localeSections(...sections)] });
  try {
    return (await build.generate({ format: 'esm' })).output[0].code;
  } finally {
    await build.close();
  }
}

it('bundles the sections that a script shows, in every language, and no other', async () => {
  const code = await bundle(['map', 'level']);
  for (const text of ['Zoom in', 'Phóng to', 'ngõ/hẻm', 'alley']) expect(code).toContain(text);
  expect(code).not.toContain('Street picture');
});

it('leaves out those that its page has', async () => {
  expect(await bundle([], ['map', 'level'])).not.toContain('Phóng to');
});

it('refuses a script that shows a text which neither has', async () => {
  await expect(bundle(['map'])).rejects.toThrow('shows level., of a section that it has not');
  await expect(bundle(['level'])).rejects.toThrow('shows map.zoomIn');
  await expect(bundle(['map', 'levels'])).rejects.toThrow('no section "levels"');
});
