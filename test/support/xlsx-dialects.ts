import { writeZip, type ZipEntry } from '../../src/formats/zip/write-zip.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A workbook as some program writes it: the XML of its parts. */
export interface WorkbookParts {
  /** Sheets by name: the content of `sheetData`. */
  sheets: Readonly<Record<string, string>>;
  hidden?: readonly string[];
  /** The content of `sst`. */
  texts?: string;
  /** Codes of own formats, from id 164 on; style n + 1 is that of code n, style 0 is General. */
  formats?: readonly string[];
  /** Ids of built-in formats; their styles follow those of the codes. */
  builtIn?: readonly number[];
  is1904?: boolean;
  /** Prefix of elements, as of programs that write `x:row`. */
  prefix?: string;
  isStrict?: boolean;
  /** Targets of relations begin at the root of the archive. */
  hasAbsoluteTargets?: boolean;
}

/** Builds the bytes of a workbook. */
export async function buildWorkbook(parts: WorkbookParts): Promise<Buffer> {
  const { prefix = '', hasAbsoluteTargets = false, isStrict = false } = parts;
  const tag = (xml: string) => (prefix === '' ? xml : xml.replace(/<(\/?)(?=[a-z])/gi, `<$1${prefix}:`));
  const ns = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  const office = isStrict ? STRICT : OFFICE;
  const base = hasAbsoluteTargets ? '/xl/' : '';
  const names = Object.keys(parts.sheets);
  const relations = [
    ...names.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`]),
    ['styles', 'styles.xml'],
    ...(parts.texts === undefined ? [] : [['sharedStrings', 'sharedStrings.xml']]),
  ];
  const listed = names.map((name, at) => {
    const state = parts.hidden?.includes(name) ? ' state="hidden"' : '';
    return `<sheet name="${name}" sheetId="${at + 7}"${state} r:id="rId${at + 1}"/>`;
  });
  const formats = parts.formats ?? [];
  const codes = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`);
  const ids = [0, ...formats.map((_, at) => 164 + at), ...(parts.builtIn ?? [])];
  const styles = `<numFmts count="${codes.length}">${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${ids.map((id) => `<xf numFmtId="${id}" fontId="0"/>`).join('')}</cellXfs>`;
  const relation = ([type, target]: string[], at: number) =>
    `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${base}${target}"/>`;
  const workbook = `<workbookPr${parts.is1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets>`;
  const root = (name: string, content: string) =>
    `${HEAD}${tag(`<${name} `).trimEnd()} ${ns}="${MAIN}" xmlns:r="${office}">${tag(content)}${tag(`</${name}>`)}`;
  const files: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types/>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}"><Relationship Id="r" Type="${office}/officeDocument" Target="${hasAbsoluteTargets ? '/' : ''}xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': root('workbook', workbook),
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}">${relations.map(relation).join('')}</Relationships>`,
    'xl/styles.xml': root('styleSheet', styles),
    ...(parts.texts === undefined ? {} : { 'xl/sharedStrings.xml': root('sst', parts.texts) }),
  };
  names.forEach((name, at) => {
    const data = `<dimension ref="A1"/><sheetData>${parts.sheets[name]}</sheetData>`;
    files[`xl/worksheets/sheet${at + 1}.xml`] = root('worksheet', data);
  });
  return zipOf(files);
}

/** Builds a zip archive of texts by name. */
export async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const entries: ZipEntry[] = Object.entries(files).map(([name, text]) => ({ name, blocks: [text] }));
  const blocks: Uint8Array[] = [];
  for await (const block of writeZip(entries)) blocks.push(block);
  return Buffer.concat(blocks);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
