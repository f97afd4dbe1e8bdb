import type { EngineAnswer, ScoredEngine } from '../engine.ts';
import type { GeneratedForm } from './generate-forms.ts';
import { scoreForms, type EngineScores, type FormScore } from './score-forms.ts';

/** Answers by the id of their text, with the mean CPU time of the class where it was measured. */
export type FormAnswers = ReadonlyMap<number, EngineAnswer & { cpuSeconds?: number }>;

/** Texts that are answered before the first that is measured. */
const WARM_UP = 2100;

/** Answers the texts class by class, so that the CPU time of each class is known. */
export async function answerByClass(
  engine: ScoredEngine,
  forms: readonly GeneratedForm[],
): Promise<FormAnswers> {
  const answers = new Map<number, EngineAnswer & { cpuSeconds: number }>();
  // The first questions open indexes and wait for compiled code, which is not the cost of a class.
  await engine.answer(forms.slice(0, WARM_UP).map(({ text }) => text));
  for (const members of groupForms(forms).values()) {
    const started = process.cpuUsage();
    const given = await engine.answer(members.map(({ text }) => text));
    const { user, system } = process.cpuUsage(started);
    const cpuSeconds = (user + system) / 1e6 / members.length;
    members.forEach(({ id }, at) => answers.set(id, { ...(given[at] as EngineAnswer), cpuSeconds }));
  }
  return answers;
}

/** Answers all texts at once, as an engine in another process expects it. */
export async function answerTogether(
  engine: ScoredEngine,
  forms: readonly GeneratedForm[],
): Promise<FormAnswers> {
  const given = await engine.answer(forms.map(({ text }) => text));
  return new Map(forms.map(({ id }, at) => [id, given[at] as EngineAnswer]));
}

/** Scores answers by class. */
export function scoresOf(name: string, forms: readonly GeneratedForm[], answers: FormAnswers): EngineScores {
  const byClass = new Map<string, FormScore & { perSecond?: number }>();
  for (const [group, members] of groupForms(forms)) {
    const given = members.map(({ id }) => answers.get(id) as EngineAnswer & { cpuSeconds?: number });
    const cpuSeconds = given[0]?.cpuSeconds;
    const speed = cpuSeconds === undefined ? {} : { perSecond: 1 / cpuSeconds };
    byClass.set(group, { ...scoreForms(members, given), ...speed });
  }
  return { name, byClass };
}

/** Groups texts by class, in the order in which the classes first occur. */
export function groupForms(forms: readonly GeneratedForm[]): Map<string, GeneratedForm[]> {
  const groups = new Map<string, GeneratedForm[]>();
  for (const form of forms) {
    const members = groups.get(form.group);
    if (members === undefined) groups.set(form.group, [form]);
    else members.push(form);
  }
  return groups;
}
