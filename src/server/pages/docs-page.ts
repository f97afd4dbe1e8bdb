import { html, type Html } from './html.ts';
import { pageText, type PageContext } from './page-frame.ts';
import { resolve, schemaText, type Schema } from './schema-text.ts';
import { TEXTS, type PageTexts } from './texts.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  content?: Record<string, { schema?: Schema }>;
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

const METHODS = ['get', 'post', 'put', 'delete'];

/** Returns the page of the interface, from the document of `/openapi.json`; undefined for a server without one. */
export function docsPage(context: PageContext, document: OpenApiDocument | undefined): string {
  const texts = TEXTS[context.language];
  const operations = document ? operationsOf(document) : [];
  return pageText(context, {
    path: '/docs',
    title: `${texts.title}: ${texts.docsTitle}`,
    skipTo: 'operations',
    main: html`<h1>${texts.docsTitle}</h1>
      ${
        document
          ? html`<p>${texts.docsLead} <a href="/openapi.json">/openapi.json</a>.</p>`
          : html`<p>${texts.notFoundDocs}</p>`
      }
      <h2 id="operations" tabindex="-1">${texts.operations}</h2>
      <ul class="operations">
        ${operations.map(({ id, method, path }) => html`<li><a href="#${id}">${method} ${path}</a></li>`)}
      </ul>
      ${operations.map((one) => operationPart(one, document ?? {}, texts))}`,
  });
}

interface Listed {
  id: string;
  method: string;
  path: string;
  operation: Operation;
}

function operationsOf({ paths = {} }: OpenApiDocument): Listed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const id = `${method}${path.replace(/[^A-Za-z0-9]+/g, '-')}`.replace(/-$/, '');
      return [{ id, method: method.toUpperCase(), path, operation }];
    }),
  );
}

/** The texts of the document are English. */
function operationPart({ id, method, path, operation }: Listed, root: object, texts: PageTexts): Html {
  const { summary, description, parameters = [], requestBody, responses = {} } = operation;
  return html`<article aria-labelledby="${id}">
    <h2 id="${id}">
      <code><span class="method">${method}</span> ${path}</code>
    </h2>
    ${summary && html`<p lang="en">${summary}</p>`}
    ${description && html`<p lang="en" class="quiet">${description}</p>`}
    ${parameters.length > 0 && parameterTable(parameters, root, id, texts)}
    ${
      requestBody &&
      html`<h3>${texts.body}</h3>
        ${contents(requestBody, root)}`
    }
    <h3>${texts.responses}</h3>
    ${responseList(responses, root)}
  </article>`;
}

function parameterTable(parameters: readonly Parameter[], root: object, id: string, texts: PageTexts): Html {
  const rows = parameters.map((parameter) => {
    const schema = parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema ?? {};
    const { type, facts: limits } = schemaText(schema, root);
    const facts = [
      parameter.required && texts.required,
      schema.default !== undefined && `${texts.defaultValue} ${JSON.stringify(schema.default)}`,
      limits,
    ]
      .filter(Boolean)
      .join('; ');
    const description = parameter.description ?? schema.description;
    return html`<tr>
      <th scope="row"><code>${parameter.name}</code></th>
      <td>${type}</td>
      <td>
        ${description && html`<span lang="en">${description}</span>`}
        ${facts && html`<div class="quiet">${facts}</div>`}
      </td>
    </tr>`;
  });
  return html`<h3 id="${id}-parameters">${texts.parameters}</h3>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="${id} ${id}-parameters">
      <table>
        <thead>
          <tr>
            <th scope="col">${texts.name}</th>
            <th scope="col">${texts.type}</th>
            <th scope="col">${texts.meaning}</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

/** Statuses with the same response share one entry. */
function responseList(responses: NonNullable<Operation['responses']>, root: object): Html {
  const groups = new Map<string, { statuses: string[]; response: Described }>();
  for (const [status, response] of Object.entries(responses)) {
    const key = JSON.stringify(response);
    const group = groups.get(key);
    if (group) group.statuses.push(status);
    else groups.set(key, { statuses: [status], response: resolve<Described>(response, root) });
  }
  return html`<dl>
    ${[...groups.values()].map(
      ({ statuses, response }) =>
        html`<dt><strong>${statuses.join(', ')}</strong> <span lang="en">${response.description}</span></dt>
          <dd>${contents(response, root)}</dd>`,
    )}
  </dl>`;
}

function contents({ content = {} }: Described, root: object): Html {
  return html`${Object.entries(content).map(
    ([type, { schema }]) =>
      html`<details>
        <summary><code>${type}</code></summary>
        <ul class="schema">
          ${schema && schemaItem(schema, root, 0)}
        </ul>
      </details>`,
  )}`;
}

const DEPTH_MAX = 12;

function schemaItem(given: Schema, root: object, depth: number, name?: string): Html {
  const schema = resolve<Schema>(given, root);
  const { type, facts } = schemaText(schema, root);
  const label = html`${name !== undefined && html`<code>${name}</code> `}<span class="quiet"
      >${[type, facts].filter(Boolean).join('; ')}</span
    >${schema.description && html` <span lang="en">${schema.description}</span>`}`;
  const children = depth < DEPTH_MAX ? childrenOf(schema, root, depth + 1) : [];
  return html`<li>
    ${label}${
      children.length > 0 &&
      html`<ul>
        ${children}
      </ul>`
    }
  </li>`;
}

function childrenOf(schema: Schema, root: object, depth: number): Html[] {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const wide = alternatives.map((one) => resolve<Schema>(one, root)).filter(hasMembers);
    if (wide.length === 1) return childrenOf(wide[0]!, root, depth);
    return wide.map((one) => schemaItem(one, root, depth));
  }
  if (schema.items) return childrenOf(resolve<Schema>(schema.items, root), root, depth);
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).map(([name, member]) =>
    schemaItem(member, root, depth, required.includes(name) ? name : `${name}?`),
  );
}

function hasMembers(schema: Schema): boolean {
  return (
    schema.properties !== undefined ||
    schema.items !== undefined ||
    schema.anyOf !== undefined ||
    schema.oneOf !== undefined
  );
}
