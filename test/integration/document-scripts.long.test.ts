import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofTheDay } from '../support/of-the-day.ts';
import { cloneRepository, missingLines, stepsOf, type Clone } from '../support/document-script.ts';

/** Pages whose commands are run on every day, in order, each page in a clone of its own. */
const FIRST_PAGES = ['README.md', 'docs/FROM-EXCEL.md'];
const FURTHER_PAGES = [
  'docs/AGENTS.md',
  'docs/COMMANDS.md',
  'docs/CONVERT.md',
  'docs/DIALECTS.md',
  'docs/EVERY-NIGHT.md',
  'docs/JOBS.md',
  'docs/OWN-DATA.md',
  'docs/PYTHON.md',
  'docs/QUESTIONS.md',
  'docs/ROUTING.md',
  'docs/SCALING.md',
  'docs/SEARCH.md',
  'docs/SERVER.md',
  'docs/WHOLE-COUNTRY.md',
];

it('are all pages that show commands', () => {
  const documents = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)];
  const shown = documents.filter(
    (path) => path.endsWith('.md') && stepsOf(readFileSync(path, 'utf8')).length > 0,
  );
  expect([...FIRST_PAGES, ...FURTHER_PAGES].sort()).toEqual(shown.sort());
});

describe.each([...FIRST_PAGES, ...ofTheDay(FURTHER_PAGES, 4)])('%s is a script', (page) => {
  const steps = stepsOf(readFileSync(page, 'utf8'));
  let clone: Clone;
  beforeAll(async () => {
    clone = await cloneRepository();
  });
  afterAll(() => clone.remove());

  it('has commands, and a reason for each that is not run', () => {
    const commands = steps.filter((step) => 'command' in step);
    expect(commands.filter(({ notRun }) => notRun === undefined).length).toBeGreaterThan(0);
  });

  for (const step of steps) {
    if ('file' in step) {
      it(`line ${step.line}: ${step.file}`, () => clone.run(step));
      continue;
    }
    const { line, command, exitCode, notRun, prints = [] } = step;
    it.skipIf(notRun !== undefined)(`line ${line}: ${command}${notRun ? ` (${notRun})` : ''}`, async () => {
      const ended = await clone.run(step);
      expect(ended.exitCode, ended.output).toBe(exitCode);
      expect(missingLines(prints, ended.output), ended.output).toEqual([]);
    });
  }

  it('leaves nothing that git does not ignore', () => {
    const shown = steps.flatMap((step) => ('file' in step ? [`?? ${step.file}`] : []));
    expect(clone.untracked().filter((line) => !shown.includes(line))).toEqual([]);
  });
});
