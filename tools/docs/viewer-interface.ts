import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { textsIn } from '../../src/web/viewer/context/texts.ts';

/** One name of the interface of the viewer: an option, a callback, a method or a member. */
export interface InterfaceEntry {
  /** Group and name: `PlanPlugin.pinSize`. */
  name: string;
  type: string;
  /** Default as code; `required`; undefined where there is none. */
  default: string | undefined;
  meaning: string;
  /** Value as code. */
  example: string;
  /** Whether the name is Geomill's own, not of the interface document. */
  isOwn: boolean;
}

const TYPES_FILE = new URL('../../src/web/viewer/public-types.ts', import.meta.url);
const TEXTS_FILE = new URL('../../src/web/viewer/public-texts.ts', import.meta.url);

/** The types whose members are listed, in the order of the page, with the names in front of them. */
const GROUPS: readonly (readonly [prefix: string, type: string])[] = [
  ['Photo', 'PhotoOptions'],
  ['panorama', 'Panorama'],
  ['PhotoAdapter', 'PhotoAdapterOptions'],
  ['photo', 'Photo'],
  ['CompassPlugin', 'CompassPluginOptions'],
  ['PlanPlugin', 'PlanPluginOptions'],
  ['TrackPlugin', 'TrackPluginOptions'],
  ['TrackPlugin', 'TrackMethods'],
  ['ViewModePlugin', 'ViewModePluginOptions'],
  ['ViewModePlugin', 'ViewModeMethods'],
  ['VirtualTourPlugin', 'VirtualTourPluginOptions'],
  ['VirtualTourPlugin.transitionOptions', 'TransitionOptions'],
  ['VirtualTourPlugin', 'VirtualTourMethods'],
  ['VirtualTourNode', 'VirtualTourNode'],
];

/** Marks names that are not in the interface document, on a member or on its whole type. */
const OWN = / *(?:Its members are additions|Additions|An addition) of Geomill\./;

/**
 * Reads every option, callback, method and member of the viewer from the doc comments of its public types.
 *
 * Shape: a member is listed if its comment has `@example`; so are the members of its type where that is written in place. The texts have their
 * English text as default. The lists of docs/VIEWER.md and the checks in a browser are made for this list.
 * Errors: Error for a type that is missing.
 */
export function readViewerInterface(): InterfaceEntry[] {
  const types = interfacesOf(TYPES_FILE);
  const entries = GROUPS.flatMap(([prefix, name]) => {
    const type = types.get(name);
    if (!type) throw new Error(`${TYPES_FILE.pathname} has no interface ${name}`);
    return membersOf(prefix, type.members, { isOwnType: OWN.test(docOf(type).text), isInside: false });
  });
  const texts = interfacesOf(TEXTS_FILE).get('ViewerTexts')?.members ?? [];
  return [...entries, ...texts.map(textEntry)];
}

function interfacesOf(file: URL): Map<string, ts.InterfaceDeclaration> {
  const { statements } = ts.createSourceFile(
    file.pathname,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  return new Map(statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]));
}

/** Returns the listed members of a type. Shape: nothing is required inside of an object that can be left out. */
function membersOf(
  prefix: string,
  members: Iterable<ts.TypeElement>,
  { isOwnType, isInside }: { isOwnType: boolean; isInside: boolean },
): InterfaceEntry[] {
  return [...members].flatMap((member) => {
    const name = `${prefix}.${member.name?.getText() ?? ''}`;
    const type = (member as ts.PropertySignature).type;
    const inside =
      type && ts.isTypeLiteralNode(type) ? membersOf(name, type.members, { isOwnType, isInside: true }) : [];
    const { text, tags } = docOf(member);
    const example = tags.get('example');
    if (example === undefined) return inside;
    const isMethod = ts.isMethodSignature(member);
    const isRequired = !isInside && !isMethod && !member.questionToken && !isReadonly(member);
    const entry = {
      name,
      type: isMethod ? 'method' : (type?.getText() ?? '').replace(/\s+/g, ' '),
      default: isRequired ? 'required' : tags.get('default'),
      meaning: text.replace(OWN, ''),
      example,
      isOwn: isOwnType || OWN.test(text),
    };
    return [entry, ...inside];
  });
}

function textEntry(member: ts.TypeElement): InterfaceEntry {
  const name = member.name?.getText() as keyof ReturnType<typeof textsIn>['viewer'];
  return {
    name: `lang.${name}`,
    type: 'string',
    default: `'${textsIn('en').viewer[name]}'`,
    meaning: docOf(member).text,
    example: "'…'",
    isOwn: false,
  };
}

function isReadonly(member: ts.TypeElement): boolean {
  return ts.canHaveModifiers(member) && (ts.getModifiers(member) ?? []).length > 0;
}

/** Returns the doc comment of a node: its text in one line, and its tags as they are written. */
function docOf(node: ts.Node): { text: string; tags: Map<string, string> } {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const [text = '', ...tags] = docs
    .map((doc) => doc.getText())
    .join('\n')
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^ *\* ?/gm, '')
    .split(/^@/m);
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    tags: new Map(
      tags.map((tag) => {
        const [name = ''] = tag.split(/\s/, 1);
        return [name, tag.slice(name.length).replace(/\s+/g, ' ').trim()];
      }),
    ),
  };
}
