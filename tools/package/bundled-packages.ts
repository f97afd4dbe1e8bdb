// Lists the packages whose code is part of a bundle, with their licences, as text and as a bill of materials.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { RolldownOutput } from 'rolldown';

/** A package whose code was copied into a bundle. */
export interface BundledPackage {
  name: string;
  version: string;
  /** SPDX expression of its manifest. */
  licence: string;
  /** The texts of its licence and notice files. */
  texts: readonly string[];
}

/** What a bill of materials is about. */
export interface Product {
  name: string;
  version: string;
  licence: string;
}

interface PackageManifest {
  name: string;
  version: string;
  license?: string;
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
const RULE = '-'.repeat(72);

/** Returns the folders of the packages that the modules of a bundle are from. Shape: a module without code in the bundle does not count. */
export function packageFolders({ output }: RolldownOutput): string[] {
  const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []));
  return modules.flatMap(([id, { renderedLength }]) => {
    const folder = packageFolder(id);
    return renderedLength > 0 && folder !== undefined ? [folder] : [];
  });
}

/** Returns the folder of the package that a file is from: the innermost one below `node_modules`; undefined for our own files. */
export function packageFolder(file: string): string | undefined {
  const parts = file.replace(/^\0/, '').split(/[\\/]/);
  const at = parts.lastIndexOf('node_modules');
  if (at < 0) return undefined;
  return parts.slice(0, at + (parts[at + 1]?.startsWith('@') ? 3 : 2)).join(sep);
}

/**
 * Reads the packages of some folders, each once, sorted by name.
 *
 * Errors: Error for a package without a licence: such code cannot be published.
 */
export async function readBundledPackages(folders: Iterable<string>): Promise<BundledPackage[]> {
  const packages = await Promise.all([...new Set(folders)].map(readBundledPackage));
  const unique = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

async function readBundledPackage(folder: string): Promise<BundledPackage> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageManifest;
  const { name, version, license } = manifest;
  if (typeof license !== 'string')
    throw new Error(`${name} ${version} is bundled and states no licence in its package.json`);
  const files = (await readdir(folder)).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  if (texts.length === 0) texts.push(await licenceElsewhere(folder, manifest));
  return { name, version, licence: license, texts: texts.map((text) => text.trim()) };
}

/**
 * Returns the text of a licence that its package has in its readme only, or not at all.
 *
 * Source: for the latter, `licence-texts/` has the text of the project's own repository, for one version: another one has to be looked up again.
 */
async function licenceElsewhere(folder: string, { name, version }: PackageManifest): Promise<string> {
  const own = join(import.meta.dirname, 'licence-texts', `${name.replace('/', '-')}-${version}.txt`);
  const stored = await readFile(own, 'utf8').catch(() => undefined);
  if (stored !== undefined) return stored;
  const file = (await readdir(folder)).find((entry) => /^readme(\.|$)/i.test(entry));
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  const [, section] = /^#+ *licen[cs]e.*$([\s\S]*)/im.exec(text) ?? [];
  if (!section?.trim()) {
    throw new Error(
      `${name} ${version} is bundled, and its package has no licence text: put the text of its repository into ${own}`,
    );
  }
  return section;
}

/** Writes `LICENSES.txt` and `sbom.cdx.json` into a folder. */
export async function writeNotices(
  folder: string,
  product: Product,
  packages: readonly BundledPackage[],
): Promise<void> {
  await writeFile(join(folder, 'LICENSES.txt'), noticesText(product, packages));
  await writeFile(
    join(folder, 'sbom.cdx.json'),
    `${JSON.stringify(billOfMaterials(product, packages), null, 2)}\n`,
  );
}

function noticesText({ name, licence }: Product, packages: readonly BundledPackage[]): string {
  const lead = `${name} (${licence}) contains code of these packages:\n\n`;
  const parts = packages.map(
    (one) => `${one.name} ${one.version} (${one.licence})\n\n${one.texts.join('\n\n')}\n`,
  );
  return lead + parts.join(`\n${RULE}\n\n`);
}

/** Returns a bill of materials. Source: CycloneDX 1.6. Guarantee: the same bundle gives the same bytes, so it has neither time nor serial number. */
export function billOfMaterials(product: Product, packages: readonly BundledPackage[]): object {
  const component = (type: string, { name, version, licence }: Product) => {
    // A scope is the namespace of a purl, its `@` encoded. Source: purl specification, type npm.
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const licences = /\s/.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }];
    return { type, 'bom-ref': purl, name, version, licenses: licences, purl };
  };
  const root = component('application', product);
  const components = packages.map((one) => component('library', one));
  const refs = components.map((one) => one['bom-ref']);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components,
    dependencies: [{ ref: root['bom-ref'], dependsOn: refs }, ...refs.map((ref) => ({ ref, dependsOn: [] }))],
  };
}
