import type { Language } from '../../base/text/languages.ts';
import { CATEGORIES, CATEGORY_GROUPS } from '../../engine/gazetteer/categories/categories.ts';
import { codeSamples, type SampleRequest } from './code-samples.ts';
import { DOCS_TEXTS, type DocsTexts } from './docs-texts.ts';
import type { AnsweredExample } from './example-answers.ts';
import { asData, html, type Html } from './html.ts';
import { pageText, type PageContext } from './page-frame.ts';
import { documentText, schemaItem, type ShownDocument } from './schema-list.ts';
import { resolve, schemaText, type Schema } from './schema-text.ts';
import { TEXTS } from './texts.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Described {
  description?: string;
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Described;
  responses?: Record<string, Described | { $ref: string }>;
}

/** The parts of an OpenAPI 3.1 document that the page shows. */
export interface OpenApiDocument {
  info?: { title?: string; version?: string; summary?: string };
  paths?: Record<string, Record<string, Operation>>;
}

type Examples = Readonly<Record<string, AnsweredExample>>;

/** Returns the documentation of a server, from the document of `/openapi.json` and its own answers; without a document it says so. */
export function docsPage(
  context: PageContext,
  document: OpenApiDocument | undefined,
  examples: Examples,
): string {
  const texts = DOCS_TEXTS[context.language];
  const listed = operationsOf(document ?? {});
  const groups = (Object.keys(texts.groups) as GroupName[])
    .map((name) => ({ name, operations: listed.filter(({ path }) => groupOf(path) === name) }))
    .filter(({ operations }) => operations.length > 0);
  const { language, needsKey } = context;
  const page: DocsPage = { language, texts, root: document ?? {}, examples, needsKey };
  return pageText(context, {
    path: '/docs',
    title: `${TEXTS[context.language].title}: ${texts.title}`,
    skipTo: 'content',
    script: 'docs.js',
    main: html`<div class="docs">
      <aside>
        <details id="contents" open>
          <summary>${texts.operations}</summary>
          <label for="filter" class="unseen">${texts.filter}</label>
          <input id="filter" type="search" placeholder="${texts.filter}" autocomplete="off" hidden />
          <p id="found" role="status" class="quiet"></p>
          <nav aria-label="${texts.operations}">
            <ul>
              <li><a href="#start">${texts.start}</a></li>
            </ul>
            ${groups.map(
              ({ name, operations }) =>
                html`<h2 class="group">${texts.groups[name]}</h2>
                  <ul>
                    ${operations.map(
                      (one) =>
                        html`<li data-of="${one.id}"><a href="#${one.id}">${purposeOf(one, texts)}</a></li>`,
                    )}
                  </ul>`,
            )}
            <ul>
              <li><a href="#errors">${texts.errors}</a></li>
            </ul>
          </nav>
        </details>
      </aside>
      <div id="content" tabindex="-1">
        <h1>${texts.title}</h1>
        ${
          document
            ? html`<p>${texts.lead} <a href="/openapi.json">/openapi.json</a>.</p>`
            : html`<p>${texts.notPublished}</p>`
        }
        ${startPart(page)}
        ${groups.map(
          ({ name, operations }) =>
            html`<section class="operations" aria-labelledby="group-${name}">
              <h2 id="group-${name}">${texts.groups[name]}</h2>
              ${operations.map((one) => operationPart(one, page))}
            </section>`,
        )}
        ${errorPart(texts)}
      </div>
      <script type="application/json" id="texts">
        ${asData({ texts: scriptTexts(texts), operations: listed.map((one) => tryOf(one, examples)) })}
      </script>
    </div>`,
  });
}

interface DocsPage {
  language: Language;
  texts: DocsTexts;
  root: object;
  examples: Examples;
  needsKey: boolean;
}

interface Listed {
  id: string;
  method: string;
  path: string;
  operation: Operation;
}

type GroupName = keyof DocsTexts['groups'];

const METHODS = ['get', 'post', 'put', 'delete'];

function operationsOf({ paths = {} }: OpenApiDocument): Listed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const id = operation.operationId ?? `${method}${path.replace(/[^A-Za-z0-9]+/g, '-')}`;
      return [{ id, method: method.toUpperCase(), path, operation }];
    }),
  );
}

function groupOf(path: string): GroupName {
  if (path.startsWith('/imagery')) return 'imagery';
  if (path.startsWith('/nominatim')) return 'nominatim';
  if (path.startsWith('/photon')) return 'photon';
  if (path.startsWith('/maps/api')) return 'google';
  if (path.startsWith('/pelias')) return 'pelias';
  if (path.startsWith('/v1/batch')) return 'batch';
  if (path.startsWith('/v1/forcodes')) return 'forcodes';
  if (path === '/v1/direction' || path === '/v1/optimized-route') return 'routes';
  return path === '/v1/usage' ? 'server' : 'search';
}

/** Returns what an operation is for, as a title; the document has it as a sentence, in English. */
function purposeOf({ id, operation }: Listed, texts: DocsTexts): Html {
  const purpose = texts.purposes[id]?.replace(/\.$/, '');
  return purpose === undefined
    ? html`<span lang="en">${(operation.summary ?? id).replace(/\.$/, '')}</span>`
    : html`${purpose}`;
}

function startPart({ texts, needsKey }: DocsPage): Html {
  return html`<section aria-labelledby="start">
    <h2 id="start">${texts.start}</h2>
    <p>${needsKey ? texts.withKey : texts.withoutKey}</p>
    ${
      needsKey &&
      html`<p>
        <label for="key">${texts.key}</label>
        <input id="key" type="password" autocomplete="off" maxlength="200" />
      </p>`
    }
    <ul>
      ${texts.basics.map((one) => html`<li>${one}</li>`)}
    </ul>
  </section>`;
}

function errorPart(texts: DocsTexts): Html {
  return html`<section aria-labelledby="errors">
    <h2 id="errors">${texts.errors}</h2>
    <p>${texts.errorsLead}</p>
    <dl class="errors">
      ${Object.entries(texts.errorMeanings).map(
        ([status, meaning]) =>
          html`<div id="status-${status}">
            <dt>${status}</dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

/** Descriptions that lead to a document which a reader does not have. */
const ELSEWHERE = /^(?:Interface document, section|An operation of Geomill; the interface document)/;

function operationPart(one: Listed, page: DocsPage): Html {
  const { id, method, path, operation } = one;
  const { texts } = page;
  const { description = '', parameters = [], requestBody, responses = {} } = operation;
  return html`<article id="${id}" aria-labelledby="${id}-title" data-id="${id}">
    <h3 id="${id}-title"><a href="#${id}" class="anchor">${purposeOf(one, texts)}</a></h3>
    <p class="address">
      <code><span class="method">${method}</span> ${path}</code>
    </p>
    ${texts.notes[id] && html`<p>${texts.notes[id]}</p>`} ${id === 'nearby' && categoryList(texts)}
    ${description !== '' && !ELSEWHERE.test(description) && html`<p class="quiet">${documentText(description, page.language)}</p>`}
    ${parameters.length > 0 && parameterList(parameters, page)}
    ${
      requestBody &&
      html`<h4>${texts.body}</h4>
        ${contents(requestBody, page)}`
    }
    ${examplePart(one, page)} ${answerFields(responses, page)}
    <h4>${texts.statuses}</h4>
    <p class="statuses">
      ${Object.keys(responses)
        .filter((status) => Number(status) >= 400)
        .map((status) => html`<a href="#status-${status}">${status}</a> `)}
    </p>
  </article>`;
}

function categoryList(texts: DocsTexts): Html {
  const list = ({ slug, vietnamese }: { slug: string; vietnamese: readonly string[] }) =>
    html`<li><code>${slug}</code> <span lang="vi">${vietnamese[0]}</span></li>`;
  return html`<details>
    <summary>${texts.categories}</summary>
    <ul class="slugs">
      ${[...CATEGORY_GROUPS, ...CATEGORIES].map(list)}
    </ul>
  </details>`;
}

function parameterList(parameters: readonly Parameter[], page: DocsPage): Html {
  const { texts, root, language } = page;
  return html`<h4>${texts.parameters}</h4>
    <dl class="parameters">
      ${parameters.map((parameter) => {
        const schema = parameter.schema?.contentSchema ?? parameter.schema ?? {};
        const { type, facts } = schemaText(schema, root, language);
        const description = parameter.description ?? schema.description;
        const limits = [
          schema.default !== undefined && `${texts.defaultValue} ${JSON.stringify(schema.default)}`,
          facts,
        ]
          .filter(Boolean)
          .join('; ');
        const hasMembers = resolve<Schema>(schema, root).properties !== undefined;
        return html`<div>
          <dt>
            <code>${parameter.name}</code> <span class="quiet">${type}</span>
            ${parameter.required && html`<strong>${texts.required}</strong>`}
          </dt>
          <dd>
            ${description && documentText(description, language)}
            ${limits && html`<span class="quiet">${limits}</span>`}
            ${
              hasMembers &&
              html`<ul class="schema">
                ${schemaItem(schema, page)}
              </ul>`
            }
          </dd>
        </div>`;
      })}
    </dl>`;
}

/** The example: samples, the answer, and the place of the form that sends it. */
function examplePart(
  { id, method, path }: Listed,
  { texts, examples, needsKey }: DocsPage,
): Html | undefined {
  const example = examples[id];
  if (!example) return undefined;
  const { path: names = {}, query = {}, body, answer } = example;
  const request: SampleRequest = {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? '')),
    query,
    body,
    needsKey,
    answer: path.includes('/pictures/') ? 'picture' : body?.type === 'text/csv' ? 'text' : 'json',
  };
  return html`<h4>${texts.example}</h4>
    ${codeSamples(request).map(
      ({ language, text }) =>
        html`<details class="sample" data-language="${language}" ${language === 'curl' && html`open`}>
          <summary>${language}</summary>
          <pre tabindex="0" role="region" aria-label="${path}: ${language}" lang="en">${text}</pre>
        </details>`,
    )}
    <div class="try" data-try="${id}"></div>
    <h5 id="${id}-answer">${texts.answer}${answer && html` <span class="quiet">${answer.status}</span>`}</h5>
    ${
      answer === undefined
        ? html`<p class="quiet">${needsKey ? texts.answerWithKey : texts.answerOfGateway}</p>`
        : answer.text === ''
          ? html`<p class="quiet">${texts.picture}</p>`
          : html`<pre tabindex="0" role="region" aria-labelledby="${id}-title ${id}-answer" lang="en">
${answer.text}</pre>`
    }`;
}

function answerFields(responses: NonNullable<Operation['responses']>, page: DocsPage): Html | undefined {
  const { texts, root } = page;
  const [, success] = Object.entries(responses).find(([status]) => status === '200') ?? [];
  if (!success) return undefined;
  return html`<h4>${texts.fields}</h4>
    ${contents(resolve<Described>(success, root), page)}`;
}

function contents({ content = {} }: Described, page: ShownDocument): Html {
  return html`${Object.entries(content).map(
    ([type, { schema }]) =>
      html`<details>
        <summary><code>${type}</code></summary>
        <ul class="schema">
          ${schema && schemaItem(schema, page)}
        </ul>
      </details>`,
  )}`;
}

/** What the script of the page needs to send an example that a person has changed. */
function tryOf({ id, method, path, operation }: Listed, examples: Examples) {
  const { path: names = {}, query = {}, body } = examples[id] ?? {};
  const fields = (operation.parameters ?? []).map(({ name, in: place, required = false }) => ({
    name,
    place,
    required,
    value: (place === 'path' ? names[name] : query[name]) ?? '',
  }));
  return { id, method, path, fields, body };
}

function scriptTexts({
  tryIt,
  send,
  close,
  copy,
  copied,
  waiting,
  answered,
  unreachable,
  found,
  noneFound,
  body,
}: DocsTexts) {
  return { tryIt, send, close, copy, copied, waiting, answered, unreachable, found, noneFound, body };
}
