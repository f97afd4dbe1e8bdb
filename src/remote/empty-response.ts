import type { TSchema } from 'typebox';

interface Member {
  type?: string;
  const?: unknown;
}

/**
 * Builds an empty response that fits a schema, for a service that reports "no match" by its status only.
 *
 * Shape: required lists are empty, constants have their value, `status` is as given.
 */
export function emptyResponse(schema: TSchema, status: string): Record<string, unknown> {
  const { required = [], properties = {} } = schema as unknown as {
    required?: string[];
    properties?: Record<string, Member>;
  };
  const response: Record<string, unknown> = {};
  for (const name of required) {
    const member = properties[name];
    if (name === 'status') response.status = status;
    else if (member?.const !== undefined) response[name] = member.const;
    else if (member?.type === 'array') response[name] = [];
  }
  return response;
}
