import type { AnsweredExample } from './example-answers.ts';

/** The address in samples; the script of the page puts that of the server in its place. */
export const SAMPLE_ORIGIN = 'http://127.0.0.1:8080';

/** A request as a program sends it. */
export interface SampleRequest {
  method: string;
  /** With the names in braces filled. */
  path: string;
  query: Readonly<Record<string, string>>;
  body?: AnsweredExample['body'];
  needsKey: boolean;
  answer: AnswerKind;
}

/** What a program reads of an answer. */
export type AnswerKind = 'json' | 'text' | 'picture';

const READ_JAVASCRIPT: Readonly<Record<AnswerKind, string>> = {
  json: 'console.log(response.status, await response.json());',
  text: 'console.log(response.status, await response.text());',
  picture: 'console.log(response.status, await response.blob());',
};
const READ_PYTHON: Readonly<Record<AnswerKind, string>> = {
  json: '    print(json.load(response))',
  text: '    print(response.read().decode())',
  picture: '    open("picture", "wb").write(response.read())',
};

/** A sample in one language. */
export interface Sample {
  language: 'curl' | 'JavaScript' | 'Python';
  text: string;
}

/** Returns an example as a command of a shell, in JavaScript (browsers and Node) and in Python without packages. */
export function codeSamples(request: SampleRequest): Sample[] {
  return [
    { language: 'curl', text: curl(request) },
    { language: 'JavaScript', text: javaScript(request) },
    { language: 'Python', text: python(request) },
  ];
}

function curl({ method, path, query, body, needsKey, answer }: SampleRequest): string {
  const lines = Object.entries(query).map(
    ([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`,
  );
  // Without -G curl would send them as the body of a POST.
  if (lines.length > 0 && method === 'GET') lines.unshift('-G');
  if (body) lines.unshift(`-H 'Content-Type: ${body.type}'`, `--data-binary ${quoted(body.text)}`);
  if (needsKey) lines.push('-H "Authorization: Bearer $GEOMILL_API_KEY"');
  if (answer === 'picture') lines.push('-o picture');
  // A body and parameters: the latter are in the address.
  const hasBoth = body && Object.keys(query).length > 0;
  const shown = hasBoth ? lines.filter((line) => !line.startsWith('--data-urlencode')) : lines;
  const address = `${SAMPLE_ORIGIN}${path}${hasBoth ? `?${new URLSearchParams(query).toString()}` : ''}`;
  return [`curl -sS '${address}'`, ...shown].join(' \\\n  ');
}

/** Returns a text in quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function javaScript({ method, path, query, body, needsKey, answer }: SampleRequest): string {
  const names = Object.keys(query);
  const isForm = method === 'POST' && !body;
  const lines = names.length > 0 ? [`const query = new URLSearchParams(${literal(query)});`] : [];
  const options = [
    ...(method === 'POST' ? ["  method: 'POST',"] : []),
    ...headerLines(body, needsKey),
    ...(isForm ? ['  body: query,'] : []),
    ...(body ? [`  body: ${literal(body.text)},`] : []),
  ];
  const target =
    names.length > 0 && !isForm ? `\`${SAMPLE_ORIGIN}${path}?\${query}\`` : `'${SAMPLE_ORIGIN}${path}'`;
  lines.push(
    options.length > 0
      ? `const response = await fetch(${target}, {\n${options.join('\n')}\n});`
      : `const response = await fetch(${target});`,
    READ_JAVASCRIPT[answer],
  );
  return lines.join('\n');
}

function headerLines(body: SampleRequest['body'], needsKey: boolean): string[] {
  const headers = [
    ...(body ? [`'content-type': '${body.type}'`] : []),
    ...(needsKey ? ['authorization: `Bearer ${key}`'] : []),
  ];
  return headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : [];
}

function python({ method, path, query, body, needsKey, answer }: SampleRequest): string {
  const names = Object.keys(query);
  const isForm = method === 'POST' && !body;
  const lines = ['import json, urllib.parse, urllib.request', ''];
  if (names.length > 0) lines.push(`query = urllib.parse.urlencode(${literal(query)})`);
  const url = `"${SAMPLE_ORIGIN}${path}${names.length > 0 && !isForm ? '?" + query' : '"'}`;
  lines.push(`request = urllib.request.Request(${url})`);
  if (isForm) lines.push('request.data = query.encode()');
  if (body) {
    lines.push(
      `request.data = ${literal(body.text)}.encode()`,
      `request.add_header("Content-Type", "${body.type}")`,
    );
  }
  if (needsKey) lines.push('request.add_header("Authorization", "Bearer " + key)');
  lines.push('with urllib.request.urlopen(request) as response:', READ_PYTHON[answer]);
  return lines.join('\n');
}

/** Returns a value as JavaScript and Python both write it. */
function literal(value: string | Readonly<Record<string, string>>): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, text]) => `${JSON.stringify(name)}: ${JSON.stringify(text)}`,
  );
  return `{${members.join(', ')}}`;
}
