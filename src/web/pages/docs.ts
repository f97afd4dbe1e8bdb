// The documentation: filters the operations, sends examples that a person changes, copies samples.
import { el } from '../kit/dom.ts';
import { fill } from '../kit/texts.ts';

interface TriedField {
  name: string;
  place: string;
  required: boolean;
  value: string;
}

interface TriedOperation {
  id: string;
  method: string;
  path: string;
  fields: TriedField[];
  body?: { type: string; text: string };
}

type DocsTexts = Readonly<
  Record<
    | 'tryIt'
    | 'send'
    | 'close'
    | 'copy'
    | 'copied'
    | 'waiting'
    | 'answered'
    | 'unreachable'
    | 'found'
    | 'noneFound'
    | 'body',
    string
  >
>;

/** The address in samples: this server has another one. */
const SAMPLE_ORIGIN = 'http://127.0.0.1:8080';

const { texts, operations } = JSON.parse(document.getElementById('texts')!.textContent) as {
  texts: DocsTexts;
  operations: TriedOperation[];
};
const keyField = document.getElementById('key') as HTMLInputElement | null;

const contents = document.getElementById('contents') as HTMLDetailsElement;
// On a narrow screen the list of operations would be all that is seen.
contents.open = matchMedia('(min-width: 60rem)').matches;

for (const sample of document.querySelectorAll<HTMLElement>('.sample')) {
  const code = sample.querySelector('pre')!;
  code.textContent = code.textContent.trim().replaceAll(SAMPLE_ORIGIN, location.origin);
  if (navigator.clipboard === undefined) continue;
  const label = `${texts.copy}: ${sample.dataset['language']}`;
  const copy = el('button', { type: 'button', class: 'copy', 'aria-label': label }, texts.copy);
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(code.textContent);
    copy.textContent = texts.copied;
  });
  sample.append(copy);
}

addFilter(document.getElementById('filter') as HTMLInputElement);
for (const place of document.querySelectorAll<HTMLElement>('[data-try]')) {
  const operation = operations.find(({ id }) => id === place.dataset['try']);
  if (operation) addTry(place, operation);
}

/** Shows the operations that have all words of the field, in whatever language and without diacritics. */
function addFilter(field: HTMLInputElement): void {
  const folded = (text: string) =>
    text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();
  const articles = [...document.querySelectorAll<HTMLElement>('article[data-id]')].map((article) => {
    const parts = article.querySelectorAll('h3, .address, .address ~ p, .parameters dt');
    const text = folded([...parts].map(({ textContent }) => textContent).join(' '));
    const link = document.querySelector<HTMLElement>(`[data-of="${article.dataset['id']}"]`)!;
    return { article, link, text };
  });
  field.hidden = false;
  field.addEventListener('input', () => {
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { article, link, text } of articles) {
      const isFound = words.every((word) => text.includes(word));
      article.hidden = link.hidden = !isFound;
      if (isFound) found += 1;
    }
    for (const group of document.querySelectorAll<HTMLElement>('.operations'))
      group.hidden = group.querySelector('article:not([hidden])') === null;
    for (const list of document.querySelectorAll<HTMLElement>('.group + ul')) {
      list.hidden = list.querySelector('li:not([hidden])') === null;
      (list.previousElementSibling as HTMLElement).hidden = list.hidden;
    }
    const status = document.getElementById('found')!;
    status.textContent =
      words.length === 0 ? '' : found === 0 ? texts.noneFound : fill(texts.found, { n: found });
  });
  field.addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter') return;
    const [first] = articles.filter(({ article }) => !article.hidden);
    first?.link.querySelector('a')?.click();
  });
}

/** Adds the button that opens a form of the parameters; the answer is shown below it. */
function addTry(place: HTMLElement, operation: TriedOperation): void {
  const button = el('button', { type: 'button', class: 'try-button', 'aria-expanded': 'false' }, texts.tryIt);
  let form: HTMLElement | undefined;
  button.addEventListener('click', () => {
    form ??= place.appendChild(tryForm(operation));
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    form.hidden = isOpen;
    button.setAttribute('aria-expanded', String(!isOpen));
    button.textContent = isOpen ? texts.tryIt : texts.close;
  });
  place.append(button);
}

function tryForm(operation: TriedOperation): HTMLElement {
  const { id, fields, body } = operation;
  const inputs = fields.map(({ name, value, required }) => {
    const input = el('input', {
      id: `try-${id}-${name}`,
      value,
      required,
      autocomplete: 'off',
      spellcheck: 'false',
    });
    return { name, input, row: labelled(input, name) };
  });
  const bodyField = body && el('textarea', { id: `try-${id}-body`, rows: 5, spellcheck: 'false' }, body.text);
  const status = el('p', { role: 'status' });
  const output = el('pre', { tabindex: 0, role: 'region', 'aria-label': texts.tryIt, hidden: true });
  const form = el(
    'form',
    {},
    ...inputs.map(({ row }) => row),
    bodyField && labelled(bodyField, texts.body),
    el('button', { type: 'submit' }, texts.send),
    status,
    output,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = new Map(inputs.map(({ name, input }) => [name, input.value]));
    status.textContent = texts.waiting;
    void send(operation, values, bodyField?.value).then(
      ({ summary, text }) => {
        status.textContent = summary;
        output.textContent = text;
        output.hidden = text === '';
      },
      () => {
        status.textContent = texts.unreachable;
        output.hidden = true;
      },
    );
  });
  return form;
}

function labelled(field: HTMLElement, name: string): HTMLElement {
  return el('p', {}, el('label', { for: field.id }, name), field);
}

async function send(
  { method, path, fields, body }: TriedOperation,
  values: ReadonlyMap<string, string>,
  bodyText: string | undefined,
): Promise<{ summary: string; text: string }> {
  const query = new URLSearchParams();
  let target = path;
  for (const { name, place } of fields) {
    const value = values.get(name) ?? '';
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.set(name, value);
  }
  const key = keyField?.value ?? '';
  const began = performance.now();
  const response = await fetch(query.size > 0 ? `${target}?${query}` : target, {
    method,
    headers: {
      ...(body && { 'content-type': body.type }),
      ...(key !== '' && { authorization: `Bearer ${key}` }),
    },
    ...(bodyText !== undefined && { body: bodyText }),
  });
  const isText = /json|text|csv/.test(response.headers.get('content-type') ?? '');
  const text = isText ? pretty(await response.text()) : '';
  const milliseconds = Math.round(performance.now() - began);
  const facts = { status: response.status, n: text.length, ms: milliseconds };
  return { summary: fill(texts.answered, facts), text };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
