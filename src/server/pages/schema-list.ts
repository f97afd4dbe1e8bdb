import { html, type Html } from './html.ts';
import { resolve, schemaText, type Schema } from './schema-text.ts';

const DEPTH_MAX = 12;

/** Returns a schema as an item of a list, with its members below it. The texts of the document are English. */
export function schemaItem(given: Schema, root: object, depth = 0, name?: string): Html {
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
