import type { PageRequest } from './questions.ts';

/** A response of the server, as it came. Shape: `body` is undefined where it is no JSON. */
export interface PageResponse {
  url: URL;
  status: number;
  isOk: boolean;
  text: string;
  body: unknown;
  message: string;
  retryAfter: string | null;
}

/** Sends a request. Errors: those of `fetch`, an AbortError among them. */
export async function ask(request: PageRequest, key: string, signal: AbortSignal): Promise<PageResponse> {
  const { method, path, parameters, file } = request;
  const query = new URLSearchParams(parameters);
  const url = new URL(method === 'GET' || file ? `${path}?${query}` : path, location.origin);
  const response = await fetch(url, {
    method,
    signal,
    headers: key === '' ? {} : { authorization: `Bearer ${key}` },
    ...(method === 'POST' && { body: file ?? query }),
  });
  const text = await response.text();
  const body = parse(text);
  return {
    url,
    status: response.status,
    isOk: response.ok,
    text,
    body,
    message: (body as { message?: string } | undefined)?.message ?? response.statusText,
    retryAfter: response.headers.get('retry-after'),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a request as its first line, and the body of one that has any. */
export function requestText({ method, path, parameters }: PageRequest, origin: string): string {
  const query = new URLSearchParams(parameters);
  return method === 'GET' ? `GET ${origin}${path}?${query}` : `POST ${origin}${path}\n\n${query}`;
}

/** Returns a request as a command. Shape: the key is a variable of the shell: the command may be copied into a chat or a ticket. */
export function curlCommand(
  { method, path, parameters }: PageRequest,
  origin: string,
  needsKey: boolean,
): string {
  const query = new URLSearchParams(parameters);
  const target = method === 'GET' ? `'${origin}${path}?${query}'` : `'${origin}${path}' -d '${query}'`;
  return `curl ${target}${needsKey ? ' -H "Authorization: Bearer $GEOMILL_API_KEY"' : ''}`;
}
