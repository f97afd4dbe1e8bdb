import { message } from '../../base/messages/message.ts';
import { inputBad } from '../input-bad.ts';
import type { ZipFile } from '../zip/read-zip.ts';
import { numberFormat, type NumberFormat } from './number-format.ts';
import { decodeText, readSmallXml, readXml } from './read-xml.ts';

/** The characters of all texts of a workbook, which are in memory while it is read. */
const SHARED_CHARACTERS_MAX = 400_000_000;

/** A sheet with cells, as the workbook lists it. */
export interface Sheet {
  name: string;
  path: string;
  isHidden: boolean;
}

/** What the cells of all sheets refer to. */
export interface Workbook {
  sheets: readonly Sheet[];
  texts: readonly string[];
  /** By the index of a cell's style. */
  formats: readonly NumberFormat[];
  is1904: boolean;
}

/** Reads the parts of a workbook that its sheets refer to. Errors: INPUT_BAD if the archive holds no workbook, or it is damaged. */
export async function readWorkbook(files: ReadonlyMap<string, ZipFile>): Promise<Workbook> {
  const path = await workbookPath(files);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const parts = await readRelations(files, `${folder}_rels/${path.slice(folder.length)}.rels`, folder);
  const listed: { name: string; id: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await readSmallXml(openFile(files, path), path, (element, attributes) => {
    if (element === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
    if (element !== 'sheet') return;
    const { name = '', id = '', state = 'visible' } = attributes;
    listed.push({ name: decodeText(name), id, isHidden: state !== 'visible' });
  });
  const byId = new Map(parts.toReversed().map((part) => [part.id, part]));
  const sheets = listed.flatMap(({ name, id, isHidden }): Sheet[] => {
    const part = byId.get(id);
    return part?.type === 'worksheet' ? [{ name, path: part.path, isHidden }] : [];
  });
  const pathOf = (type: string) => parts.find((part) => part.type === type)?.path;
  return {
    sheets,
    is1904,
    texts: await readTexts(files, pathOf('sharedStrings')),
    formats: await readFormats(files, pathOf('styles')),
  };
}

function openFile(files: ReadonlyMap<string, ZipFile>, path: string): AsyncIterable<Buffer> {
  const file =
    files.get(path) ?? [...files.values()].find(({ name }) => name.toLowerCase() === path.toLowerCase());
  if (file === undefined) throw inputBad(message('workbook.fileMissing', { path }));
  return file.open();
}

async function workbookPath(files: ReadonlyMap<string, ZipFile>): Promise<string> {
  if (!files.has('_rels/.rels')) throw inputBad(message('workbook.otherArchive'));
  const parts = await readRelations(files, '_rels/.rels', '');
  const path = parts.find(({ type }) => type === 'officeDocument')?.path;
  if (path === undefined || !/\.xml$/i.test(path) || !/(?:^|\/)(?:workbook|xl)/i.test(path))
    throw inputBad(message('workbook.otherDocument'));
  return path;
}

interface Part {
  id: string;
  /** The last word of the type: `worksheet`, `styles`; it is the same in the transitional and the strict form. */
  type: string;
  path: string;
}

async function readRelations(
  files: ReadonlyMap<string, ZipFile>,
  path: string,
  folder: string,
): Promise<Part[]> {
  const parts: Part[] = [];
  await readSmallXml(openFile(files, path), path, (element, { Id = '', Type = '', Target = '' }) => {
    if (element !== 'Relationship') return;
    const target = Target.startsWith('/')
      ? Target.slice(1)
      : new URL(Target, `http://x/${folder}`).pathname.slice(1);
    parts.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path: decodeURI(target) });
  });
  return parts;
}

async function readTexts(files: ReadonlyMap<string, ZipFile>, path: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (path === undefined) return texts;
  let text = '';
  let phonetic = 0;
  let characters = 0;
  const handler = {
    open(name: string) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic += 1;
    },
    close(name: string, content: string) {
      if (name === 't' && phonetic === 0) text += content;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'si') {
        characters += text.length;
        texts.push(decodeText(text));
      }
    },
  };
  const parts = readXml(openFile(files, path), path, handler);
  while ((await parts.next()).done !== true) {
    if (characters > SHARED_CHARACTERS_MAX)
      throw inputBad(message('workbook.tooManyTexts', { most: SHARED_CHARACTERS_MAX }));
  }
  return texts;
}

async function readFormats(
  files: ReadonlyMap<string, ZipFile>,
  path: string | undefined,
): Promise<NumberFormat[]> {
  if (path === undefined) return [];
  const codes = new Map<number, string>();
  const parsed = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  const handler = {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') codes.set(id, decodeText(attributes['formatCode'] ?? ''));
      else if (name === 'cellXfs') isInCells = true;
      else if (name === 'xf' && isInCells) {
        const format = parsed.get(id) ?? numberFormat(id, codes.get(id));
        parsed.set(id, format);
        formats.push(format);
      }
    },
    close(name: string) {
      if (name === 'cellXfs') isInCells = false;
    },
  };
  const parts = readXml(openFile(files, path), path, handler);
  while ((await parts.next()).done !== true);
  return formats;
}
