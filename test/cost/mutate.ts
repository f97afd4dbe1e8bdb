import { pick, type Random } from '../bench/random.ts';

/** How a text is changed: anywhere, in its values where it is JSON, or in the values of a query. */
export type TextForm = 'text' | 'json' | 'query';

const LONGEST_REPEAT = 64;
const DEEPEST = 200;
/** Of the changes of a text with a form, those that may break it. */
const BROKEN = 0.1;

/** Changes a text: a part of it is repeated, moved or removed, or a word comes in, alone or many times. */
export function mutate(text: string, form: TextForm, words: readonly string[], random: Random): string {
  if (random() < BROKEN || form === 'text') return mutateText(text, words, random);
  return form === 'json' ? mutateJson(text, words, random) : mutateQuery(text, words, random);
}

function mutateText(text: string, words: readonly string[], random: Random): string {
  const from = Math.floor(random() * (text.length + 1));
  const part = text.slice(from, from + 1 + Math.floor(random() * (random() < 0.7 ? 8 : text.length)));
  const to = from + part.length;
  const count = 1 + Math.floor(random() * LONGEST_REPEAT);
  switch (Math.floor(random() * 6)) {
    case 0:
      return text.slice(0, to) + part.repeat(count) + text.slice(to);
    case 1:
      return text.slice(0, from) + text.slice(to);
    case 2:
      return text.slice(0, from) + pick(random, words) + text.slice(from);
    case 3:
      return text.slice(0, from) + pick(random, words).repeat(count) + text.slice(from);
    case 4: {
      const rest = text.slice(0, from) + text.slice(to);
      const place = Math.floor(random() * (rest.length + 1));
      return rest.slice(0, place) + part + rest.slice(place);
    }
    default:
      return text.slice(0, from) + pick(random, words) + text.slice(to);
  }
}

/** Changes the value of a parameter, which keeps its name, or repeats one. */
function mutateQuery(text: string, words: readonly string[], random: Random): string {
  const pairs = text.split('&');
  const at = Math.floor(random() * pairs.length);
  const [name = '', ...rest] = (pairs[at] ?? '').split('=');
  if (random() < 0.1) pairs.splice(at, random() < 0.5 ? 1 : 0);
  else pairs[at] = `${name}=${mutateText(rest.join('='), words, random)}`;
  return pairs.join('&');
}

/** Changes one value of a JSON text, or one of each line of NDJSON; a text that is none is changed anywhere. */
function mutateJson(text: string, words: readonly string[], random: Random): string {
  const lines = text.split('\n').filter(Boolean);
  const at = Math.floor(random() * lines.length);
  try {
    const value = JSON.parse(lines[at] ?? '') as unknown;
    lines[at] = JSON.stringify(changeValue(value, words, random));
    if (lines.length === 1 && !text.endsWith('\n')) return lines[0]!;
    if (random() < 0.2)
      lines.splice(at, 0, ...Array<string>(Math.floor(random() * LONGEST_REPEAT)).fill(lines[at]));
    return `${lines.join('\n')}\n`;
  } catch {
    return mutateText(text, words, random);
  }
}

function changeValue(value: unknown, words: readonly string[], random: Random): unknown {
  const isParent = typeof value === 'object' && value !== null;
  if (isParent && random() < 0.7) {
    const keys = Object.keys(value);
    const key = pick(random, keys.length > 0 ? keys : ['a']);
    const child = changeValue((value as Record<string, unknown>)[key], words, random);
    if (!Array.isArray(value)) return { ...value, [key]: child };
    const list: readonly unknown[] = value;
    const copies = random() < 0.5 ? 1 : Math.floor(random() * LONGEST_REPEAT);
    return [
      ...list.slice(0, Number(key)),
      ...Array<unknown>(copies).fill(child),
      ...list.slice(Number(key) + 1),
    ];
  }
  switch (Math.floor(random() * 5)) {
    case 0: {
      const depth = 1 + Math.floor(random() * DEEPEST);
      return JSON.parse(
        `${'['.repeat(depth)}${JSON.stringify(value ?? null)}${']'.repeat(depth)}`,
      ) as unknown;
    }
    case 1:
      return Array<unknown>(1 + Math.floor(random() * LONGEST_REPEAT)).fill(value);
    case 2:
      return Object.fromEntries(
        Array.from({ length: 1 + Math.floor(random() * LONGEST_REPEAT) }, (_, at) => [
          `${pick(random, words)}${at}`,
          value,
        ]),
      );
    case 3:
      return typeof value === 'number'
        ? value * pick(random, [-1, 0, 1e9, 1.0001, 1e-9])
        : mutateText(String(value), words, random);
    default:
      return pick(random, [null, true, 0, -1, 1e308, '', [], {}, 'a'.repeat(500), [105.8, 21]]);
  }
}
