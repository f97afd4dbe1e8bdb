import { shownText } from './shown-text.ts';

/** Returns a reason in the form in which equal ones are counted together: texts in quotes come from the rows and are replaced by dots. */
export function commonReason(reason: string): string {
  return shownText(reason.replace(/"[^"]*"/g, '"…"'));
}
