import type { TSchema } from 'typebox';

interface Member {
  type?: string;
  const?: unknown;
}

/**
 * Builds the answer that says "nothing found" in the form of a schema, for a service that says so by its status alone.
 *
 * Shape: required lists are empty, constants have their value, `status` is as given.
 */
export function emptyAnswer(schema: TSchema, status: string): Record<string, unknown> {
  const { required = [], properties = {} } = schema as unknown as {
    required?: string[];
    properties?: Record<string, Member>;
  };
  const answer: Record<string, unknown> = {};
  for (const name of required) {
    const member = properties[name];
    if (name === 'status') answer.status = status;
    else if (member?.const !== undefined) answer[name] = member.const;
    else if (member?.type === 'array') answer[name] = [];
  }
  return answer;
}
