import type { EngineAnswer, ScoredEngine } from '../engines/engine.ts';
import { FORM_CLASSES } from './form-classes.ts';
import { generateForms, type GeneratedForm, type GenerateFormsOptions } from './generate-forms.ts';
import { scoreForms, type EngineScores, type FormScore } from './score-forms.ts';

/** Texts of all classes that are answered before the first that is measured. */
const WARM_UP = 2100;

/** Receives the texts of one class with their answers, in the same order. */
export type FormReader = (
  group: string,
  forms: readonly GeneratedForm[],
  answers: readonly EngineAnswer[],
) => Promise<void>;

/**
 * Scores an engine class by class, with the CPU time of each class.
 *
 * Guarantee: only the texts and answers of one class are in memory, so that the later classes pay nothing for the earlier ones.
 */
export async function scoreByClass(
  engine: ScoredEngine,
  options: GenerateFormsOptions,
  read?: FormReader,
): Promise<EngineScores> {
  const byClass = new Map<string, FormScore & { perSecond: number }>();
  // The first questions open indexes and wait for compiled code, which is not the cost of a class.
  await engine.answer(textsOf([...generateForms({ ...options, texts: WARM_UP })]));
  for (const { name: group } of FORM_CLASSES) {
    const forms = [...generateForms({ ...options, group })];
    if (forms.length === 0) continue;
    const texts = textsOf(forms);
    const started = process.cpuUsage();
    const answers = await engine.answer(texts);
    const { user, system } = process.cpuUsage(started);
    const perSecond = forms.length / ((user + system) / 1e6);
    byClass.set(group, { ...scoreForms(forms, answers), perSecond });
    await read?.(group, forms, answers);
  }
  return { name: engine.name, byClass };
}

/** Scores an engine that answers all texts at once, as one in another process expects it. */
export async function scoreTogether(
  engine: ScoredEngine,
  options: GenerateFormsOptions,
  read?: FormReader,
): Promise<EngineScores> {
  const byClass = new Map<string, FormScore>();
  const forms = [...generateForms(options)];
  const answers = await engine.answer(textsOf(forms));
  for (const { name: group } of FORM_CLASSES) {
    const members = forms.flatMap((form, at) => (form.group === group ? [at] : []));
    if (members.length === 0) continue;
    const own = members.map((at) => forms[at] as GeneratedForm);
    const given = members.map((at) => answers[at] as EngineAnswer);
    byClass.set(group, scoreForms(own, given));
    await read?.(group, own, given);
  }
  return { name: engine.name, byClass };
}

function textsOf(forms: readonly GeneratedForm[]): string[] {
  return forms.map(({ text }) => text);
}
