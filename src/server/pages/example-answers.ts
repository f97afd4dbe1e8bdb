import type { FastifyInstance } from 'fastify';
import { OPERATIONS, type OperationName } from '../../contract/catalogue.ts';
import { readParameters } from '../../contract/parameters.ts';
import { failureOf } from '../failure.ts';
import type { ServerContext } from '../server-context.ts';
import { EXAMPLES, type Example } from './examples.ts';

/** An example with what this server answers to it. Shape: no answer where nothing was sent. */
export interface AnsweredExample extends Example {
  answer: { status: number; type: string; text: string } | undefined;
}

/** Answers longer than this are shown in part. Units: characters. */
const MOST_CHARACTERS = 6000;

type Answers = Readonly<Record<string, AnsweredExample>>;

/**
 * Sends the examples of the documentation to this server.
 *
 * Shape: a gateway sends none, since the service behind it counts them. Where keys are needed only the operations of the interface have an answer:
 * they are computed without a request.
 */
export async function exampleAnswers(
  app: FastifyInstance,
  { openapi, answer, needsKey, pages: { dataset } }: ServerContext,
): Promise<Answers> {
  const addresses = new Map<string, { method: 'get' | 'post'; path: string }>();
  for (const [path, methods] of Object.entries(openapi)) {
    for (const method of ['get', 'post'] as const) {
      const id = methods[method]?.['operationId'];
      if (typeof id === 'string') addresses.set(id, { method, path });
    }
  }
  const answers: Record<string, AnsweredExample> = {};
  const bodies: Record<string, unknown> = {};
  const earlier = (id: string, ...path: (string | number)[]) => {
    const value = path.reduce<unknown>(
      (node, step) => (node as Record<string, unknown> | undefined)?.[step],
      bodies[id],
    );
    return typeof value === 'string' ? value : undefined;
  };
  for (const [id, given] of Object.entries(EXAMPLES)) {
    const address = addresses.get(id);
    if (!address) continue;
    const example = typeof given === 'function' ? given(earlier) : given;
    const isOperation = Object.hasOwn(OPERATIONS, id);
    const send = async () =>
      isOperation ? compute(id as OperationName, example, answer) : inject(app, address, example);
    const sent = dataset && (isOperation || !needsKey) ? await send() : undefined;
    bodies[id] = sent?.type.includes('json') ? (JSON.parse(sent.text) as unknown) : undefined;
    answers[id] = { ...example, answer: sent && { ...sent, text: shortened(sent.text, bodies[id]) } };
  }
  return answers;
}

async function compute(name: OperationName, { query = {} }: Example, answer: ServerContext['answer']) {
  const type = 'application/json';
  try {
    return { status: 200, type, text: await answer(name, readParameters(OPERATIONS[name], query)) };
  } catch (error) {
    const { status, message } = failureOf(error);
    const body =
      OPERATIONS[name].root === 'imagery' ? { message, status_code: status } : { status: 'ERROR', message };
    return { status, type, text: JSON.stringify(body) };
  }
}

async function inject(
  app: FastifyInstance,
  { method, path }: { method: 'get' | 'post'; path: string },
  { path: names = {}, query = {}, body }: Example,
) {
  const url = `${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''))}?${new URLSearchParams(query).toString()}`;
  const response = await app.inject({
    method: method === 'get' ? 'GET' : 'POST',
    url,
    headers: { host: '127.0.0.1', ...(body && { 'content-type': body.type }) },
    payload: body?.text,
  });
  const type = String(response.headers['content-type'] ?? '');
  const isText = /json|text|csv/.test(type);
  return { status: response.statusCode, type, text: isText ? response.body : '' };
}

/** Returns JSON with a member a line, and the beginning of what is long. */
function shortened(text: string, body: unknown): string {
  const shown = body === undefined ? text : JSON.stringify(body, undefined, 2);
  return shown.length > MOST_CHARACTERS ? `${shown.slice(0, MOST_CHARACTERS)}\n…` : shown;
}
