// The page of the coverage: what the dataset is to be expected to find of the addresses of a file that somebody chooses or drops.
import { el } from '../kit/dom.ts';
import { shareList, type SharedUnit } from '../kit/unit-shares.ts';
import { ask } from './ask.ts';
import { failureText } from './failures.ts';
import { readTexts } from './texts.ts';

/** The answer of the server. Shape: without `text` somebody has to choose the column, and there are no figures. */
interface Shares {
  rows: number;
  last: number;
  columns: string[];
  text?: string;
  notes: string[];
  levels?: ['house' | 'none', number][];
  chances?: { within_meters: number; chance: number }[];
  units?: Record<string, number>;
}

const t = readTexts();
const form = document.querySelector<HTMLFormElement>('#try')!;
const input = form.querySelector<HTMLInputElement>('#file')!;
const column = form.querySelector<HTMLElement>('#column')!;
const select = column.querySelector('select')!;
const key = form.querySelector<HTMLInputElement>('#key');
const most = Number(form.dataset['most']);
let file: File | undefined;
let controller = new AbortController();

/** Asks for the shares of the file; the answer to an earlier question is not shown. */
async function look(): Promise<void> {
  if (!file) return;
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  say(t('coverage.looking'));
  const parameters = {
    ...{ lang: document.documentElement.lang, whole: String(file.size <= most) },
    ...(select.value !== '' && { text: select.value }),
  };
  const part = file.slice(0, most, 'application/octet-stream');
  const request = { method: 'POST', path: '/coverage/shares', parameters, file: part } as const;
  try {
    const response = await ask(request, key?.value ?? '', signal);
    if (response.isOk) show(response.body as Shares);
    else if (response.status === 400) say(response.message);
    else say(failureText(t, { ...response, hasKey: Boolean(key?.value) }));
  } catch {
    if (!signal.aborted) say(t('failure.unreachable'));
  }
}

function say(...content: (Node | string)[]): void {
  form.querySelector('#shares')!.replaceChildren(...content);
}

function show({ rows, last, columns, text, notes, levels = [], chances = [], units = {} }: Shares): void {
  // The first answer for a file has its columns, behind what they are read as without a choice.
  const own = columns.map((name) => el('option', { value: `{${name}}` }, name));
  if (select.value === '') select.replaceChildren(el('option', { value: '' }, text ?? '–'), ...own);
  column.hidden = false;
  const bar = (name: string, share: number): SharedUnit => ({
    ...{ code: '', name, share },
    text: t('coverage.share', { n: Math.round(1000 * share) / 10 }),
  });
  const found = levels.map(([level, n]) =>
    bar(`${level === 'none' ? t('coverage.none') : t(`level.${level}`)}: ${n}`, n / rows),
  );
  const near = chances.map(({ within_meters: meters, chance }) =>
    bar(t('coverage.within', { meters }), chance),
  );
  say(
    el('p', {}, text === undefined ? t('coverage.chooseColumn') : t('coverage.looked', { n: rows, last })),
    ...notes.map((note) => el('p', { class: 'quiet' }, note)),
    ...(levels.length > 0
      ? [shareList(found, ''), el('p', {}, t('coverage.near')), shareList(near, '')]
      : []),
  );
  for (const part of document.querySelectorAll<HTMLElement | SVGElement>('[data-code]')) {
    const n = units[part.dataset['code']!] ?? 0;
    part.classList.toggle('sampled', n > 0);
    part.querySelector('.quiet')?.remove();
    if (n > 0 && part instanceof HTMLElement)
      part.append(el('span', { class: 'quiet' }, ` ${t('coverage.rowsHere', { n })}`));
  }
}

function take(files: FileList | null | undefined): void {
  [file] = files ?? [];
  // Another file has other columns.
  select.replaceChildren();
  column.hidden = true;
  void look();
}

form.hidden = false;
form.addEventListener('submit', (event) => event.preventDefault());
input.addEventListener('change', () => take(input.files));
key?.addEventListener('change', () => void look());
select.addEventListener('change', () => void look());
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  if (event.dataTransfer?.files.length) take(event.dataTransfer.files);
});
