import type { Language } from '../../base/text/languages.ts';
import { html, type Html } from './html.ts';
import { interfaceText } from './parameter-texts.ts';
import { resolve, schemaText, type Schema } from './schema-text.ts';

const DEPTH_MAX = 12;

/** The document of the interface, and the language in which it is shown. */
export interface ShownDocument {
  root: object;
  language: Language;
}

/** Returns a text of the document: in English where it has none in the language of the page. */
export function documentText(text: string, language: Language): Html {
  const shown = interfaceText(text, language);
  return shown === undefined ? html`<span lang="en">${text}</span>` : html`<span>${shown}</span>`;
}

/** Returns a schema as an item of a list, with its members below it. */
export function schemaItem(given: Schema, document: ShownDocument, depth = 0, name?: string): Html {
  const { root, language } = document;
  const schema = resolve<Schema>(given, root);
  const { type, facts } = schemaText(schema, root, language);
  const label = html`${name !== undefined && html`<code>${name}</code> `}<span class="quiet"
      >${[type, facts].filter(Boolean).join('; ')}</span
    >${schema.description && html` ${documentText(schema.description, language)}`}`;
  const children = depth < DEPTH_MAX ? childrenOf(schema, document, depth + 1) : [];
  return html`<li>
    ${label}${
      children.length > 0 &&
      html`<ul>
        ${children}
      </ul>`
    }
  </li>`;
}

function childrenOf(schema: Schema, document: ShownDocument, depth: number): Html[] {
  const { root } = document;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const wide = alternatives.map((one) => resolve<Schema>(one, root)).filter(hasMembers);
    if (wide.length === 1) return childrenOf(wide[0]!, document, depth);
    return wide.map((one) => schemaItem(one, document, depth));
  }
  if (schema.items) return childrenOf(resolve<Schema>(schema.items, root), document, depth);
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).map(([name, member]) =>
    schemaItem(member, document, depth, required.includes(name) ? name : `${name}?`),
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
