import type { TObject, TSchema } from 'typebox';
import { nearestName } from '../../base/text/suggestion.ts';
import { englishText } from '../../base/messages/message.ts';
import { describeSchema } from '../../contract/describe-schema.ts';
import { checkerOf } from '../../contract/parameters.ts';
import type { YamlPath } from './read-yaml.ts';

/** Receives one fault and its place. */
export type OnFault = (path: YamlPath, message: string) => void;

/** Reports whether a value is a mapping. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Checks a value against the members of an object schema and reports every fault: unknown names with a suggestion, missing members,
 * wrong values with the accepted ones.
 */
export function checkMembers(schema: TObject, value: unknown, path: YamlPath, onFault: OnFault): void {
  const inside = path.filter((step) => typeof step === 'string' && step !== 'stages').join('.');
  const where = inside === '' ? '' : `${inside}: `;
  if (!isMapping(value)) {
    onFault(path, `${where}must be a mapping of names to values, not ${shown(value)}`);
    return;
  }
  const members = schema.properties as Record<string, TSchema>;
  for (const [name, member] of Object.entries(value)) {
    const memberPath = [...path, name];
    const memberSchema = Object.hasOwn(members, name) ? members[name] : undefined;
    if (!memberSchema) onFault(memberPath, `${where}${unknownName(name, Object.keys(members))}`);
    else if (isObjectSchema(memberSchema)) checkMembers(memberSchema, member, memberPath, onFault);
    else if (!checkerOf(memberSchema).check(member))
      onFault(
        memberPath,
        `${where}${name} must be ${englishText(describeSchema(memberSchema))}, not ${shown(member)}`,
      );
  }
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) onFault(path, `${where}${name} is missing: ${purpose(members[name])}`);
  }
}

/** Returns the message for an unknown name, with the one that was probably meant, else with all names. */
export function unknownName(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return `there is no ${JSON.stringify(name)} here: ${nearest === undefined ? `use ${names.join(', ')}` : `did you mean ${nearest}?`}`;
}

/** Returns a value of a job file for a message, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function isObjectSchema(schema: TSchema): schema is TObject {
  return (schema as { type?: string }).type === 'object';
}

function purpose(schema: { description?: string } | undefined): string {
  return schema?.description ?? '';
}
