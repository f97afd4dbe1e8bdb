import {
  newTags,
  NO_TAGS,
  type OsmFileHeader,
  type OsmMember,
  type OsmTags,
  type OsmType,
  type OsmVisitor,
} from './osm-entities.ts';
import { GET_IT_AGAIN } from './osm-faults.ts';

/** Error for XML that is not an OpenStreetMap file; readers of files convert it to INPUT_BAD with the location. */
export class XmlFault extends Error {
  readonly advice: string;

  constructor(message: string, advice: string = GET_IT_AGAIN) {
    super(message);
    this.advice = advice;
  }
}

/** Receiver of the elements of an OSM XML file. Errors: XmlFault. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** Ends the file. */
  end(): void;
}

/** The object whose element is open. */
interface OpenObject {
  type: OsmType;
  id: number;
  attributes: Readonly<Record<string, string>>;
  tags: Record<string, string> | undefined;
  refs: number[];
  members: OsmMember[];
}

/** Creates the handler that builds OpenStreetMap objects from elements; objects marked as deleted are left out. */
export function createXmlHandler(visitor: OsmVisitor, header: OsmFileHeader): XmlHandler {
  let depth = 0;
  let object: OpenObject | undefined;

  return {
    open(name, attributes) {
      depth += 1;
      if (depth === 1) checkRoot(name, attributes, header);
      else if (depth === 2) {
        if (isType(name)) {
          object = {
            type: name,
            id: readId(name, 'id', attributes),
            attributes,
            tags: undefined,
            refs: [],
            members: [],
          };
        } else if (name === 'meta' && attributes['osm_base'] !== undefined)
          setTimestamp(header, attributes['osm_base']);
      } else if (depth === 3 && object !== undefined) addChild(object, name, attributes);
    },
    close() {
      depth -= 1;
      if (depth !== 1 || object === undefined) return;
      if (object.attributes['action'] !== 'delete' && object.attributes['visible'] !== 'false')
        visit(visitor, object);
      object = undefined;
    },
    end() {
      // An empty file is not well-formed, so the parser has already reported it.
      if (depth !== 0) throw new XmlFault('the file breaks off');
    },
  };
}

function checkRoot(name: string, attributes: Readonly<Record<string, string>>, header: OsmFileHeader): void {
  if (name !== 'osm') {
    const advice =
      name === 'osmChange' ? 'Apply the changes to a file first' : 'Give an .osm.pbf, .osm or .osm.gz file';
    throw new XmlFault(`the file is <${name}> and not <osm>`, advice);
  }
  const version = attributes['version'];
  if (version !== undefined && version !== '0.6') {
    throw new XmlFault(
      `the file is of version ${version} of the format and not 0.6`,
      'Convert it to version 0.6',
    );
  }
  if (attributes['timestamp'] !== undefined) setTimestamp(header, attributes['timestamp']);
}

function setTimestamp(header: OsmFileHeader, text: string): void {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) header.timestamp = new Date(time).toISOString();
}

function addChild(object: OpenObject, name: string, attributes: Readonly<Record<string, string>>): void {
  if (name === 'tag') {
    const { k, v } = attributes;
    if (k === undefined || v === undefined)
      throw new XmlFault(`a tag of ${object.type} ${object.id} lacks its k or v`);
    object.tags ??= newTags();
    object.tags[k] = v;
  } else if (name === 'nd' && object.type === 'way') object.refs.push(readId('nd', 'ref', attributes));
  else if (name === 'member' && object.type === 'relation') {
    const { type = '', role = '' } = attributes;
    if (!isType(type))
      throw new XmlFault(`a member of relation ${object.id} is of type ${JSON.stringify(type)}`);
    object.members.push({ type, id: readId('member', 'ref', attributes), role });
  }
}

function visit(visitor: OsmVisitor, { type, id, attributes, tags: filled, refs, members }: OpenObject): void {
  const tags: OsmTags = filled ?? NO_TAGS;
  if (type === 'node')
    visitor.node?.(id, readDegrees(id, 'lat', attributes), readDegrees(id, 'lon', attributes), tags);
  else if (type === 'way') visitor.way?.(id, refs, tags);
  else visitor.relation?.(id, members, tags);
}

function isType(name: string): name is OsmType {
  return name === 'node' || name === 'way' || name === 'relation';
}

function readId(element: string, name: string, attributes: Readonly<Record<string, string>>): number {
  const text = attributes[name] ?? '';
  const id = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(id)) {
    throw new XmlFault(`<${element}> has the ${name} ${JSON.stringify(text)}, which is not an integer`);
  }
  return id;
}

function readDegrees(id: number, name: string, attributes: Readonly<Record<string, string>>): number {
  const text = attributes[name] ?? '';
  const degrees = Number(text);
  if (text.trim() === '' || !Number.isFinite(degrees)) {
    throw new XmlFault(`node ${id} has the ${name} ${JSON.stringify(text)}, which is not a number`);
  }
  return Math.round(degrees * 1e7);
}
