import { message, type Message } from '../../base/messages/message.ts';
import type { TObject, TSchema } from 'typebox';
import { nearestName } from '../../base/text/suggestion.ts';
import { describeSchema } from '../../contract/describe-schema.ts';
import { checkerOf } from '../../contract/parameters.ts';
import type { YamlPath } from '../../base/text/read-yaml.ts';

/** Receives one fault and its place. */
export type OnFault = (path: YamlPath, fault: Message) => void;

/** Reports whether a value is a mapping. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Checks a value against the members of an object schema and reports every fault: unknown names with a suggestion, missing members,
 * wrong values with the accepted ones.
 */
export function checkMembers(schema: TObject, value: unknown, path: YamlPath, report: OnFault): void {
  const inside = path.filter((step) => typeof step === 'string' && step !== 'stages').join('.');
  const onFault = (at: YamlPath, fault: Message) =>
    report(at, inside === '' ? fault : message('job.inside', { where: inside, fault }));
  if (!isMapping(value)) {
    onFault(path, message('job.notMembers', { value: shown(value) }));
    return;
  }
  const members = schema.properties as Record<string, TSchema>;
  for (const [name, member] of Object.entries(value)) {
    const memberPath = [...path, name];
    const memberSchema = Object.hasOwn(members, name) ? members[name] : undefined;
    if (!memberSchema) onFault(memberPath, unknownName(name, Object.keys(members)));
    else if (isObjectSchema(memberSchema)) checkMembers(memberSchema, member, memberPath, report);
    else if (!checkerOf(memberSchema).check(member))
      onFault(
        memberPath,
        message('job.wrongMember', { name, schema: describeSchema(memberSchema), value: shown(member) }),
      );
  }
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name))
      onFault(path, message('job.missingMember', { name, purpose: purpose(members[name]) }));
  }
}

/** Returns the message for an unknown name, with the one that was probably meant, else with all names. */
export function unknownName(name: string, names: readonly string[]): Message {
  const nearest = nearestName(name, names);
  const quoted = JSON.stringify(name);
  return nearest === undefined
    ? message('job.unknownName', { name: quoted, names })
    : message('job.unknownNameNear', { name: quoted, nearest });
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
