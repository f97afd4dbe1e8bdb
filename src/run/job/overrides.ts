import type { TObject, TSchema } from 'typebox';
import { accepts } from './check-members.ts';

/** One `--set target.option=text` of the command line. */
export interface Override {
  /** As it was written, up to the `=`. */
  name: string;
  target: string;
  option: string;
  text: string;
}

/** Reads `target.option=text`, or `outputs=text` and `aliases=text`; undefined when it is neither. */
export function readOverride(written: string): Override | undefined {
  const match = /^([^.=]+)(?:\.([^=]+))?=(.*)$/s.exec(written);
  if (!match) return undefined;
  const [, target = '', option = '', text = ''] = match;
  return { name: written.slice(0, written.indexOf('=')), target, option, text };
}

/**
 * Turns the text of an override into the value its option takes: text stays text where text is accepted, else it is read as a number, as
 * true or false, or as a list separated by commas.
 *
 * Shape: a value that does not fit the schema is left unchanged, and the check reports it.
 */
export function overrideValue(schema: TObject, option: string, text: string): unknown {
  const members = schema.properties as Record<string, TSchema>;
  const member = Object.hasOwn(members, option) ? members[option] : undefined;
  if (!member) return text;
  const readings: unknown[] = [text];
  if (text === 'true' || text === 'false') readings.push(text === 'true');
  if (text.trim() !== '') readings.push(Number(text));
  readings.push(text.split(',').map((item) => item.trim()));
  return readings.find((value) => accepts(member, value)) ?? text;
}
