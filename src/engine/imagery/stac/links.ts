/** A link of a STAC object. Shape: `href` is relative to the root of the imagery service. */
export interface StacLink {
  rel: string;
  href: string;
  type?: string;
  title?: string;
  method?: 'GET' | 'POST';
}

/** A JSON value with links or assets. */
type Linked = Record<string, unknown>;

/** The titles of links by their relation. */
const TITLES: Readonly<Record<string, string>> = {
  root: 'Street imagery',
  self: 'This document',
  parent: 'Collection',
  collection: 'Collection',
  child: 'Collection',
  data: 'Collections',
  items: 'Pictures',
  item: 'Picture',
  next: 'Next',
  prev: 'Previous',
  search: 'Search',
  conformance: 'Conformance classes',
  license: 'Licence',
  via: 'Source',
  'service-desc': 'OpenAPI document',
};
/** Properties of an item that are addresses. */
const ADDRESS_PROPERTIES = ['imagery:image', 'imagery:thumbnail'];
/** A path below the root, which needs no parser: a page of items has a hundred thousand addresses. */
const PLAIN_PATH = /^\w[^:?#%{}\\]*$/;

/**
 * Returns a copy of a STAC object as it is sent, whoever answers it: addresses absolute, those of links, assets, asset templates and properties, and of the
 * items of a page; and a title for each link.
 *
 * Shape: `root` is that of the imagery service and ends in a slash (`https://host/imagery/v1/`); `moved` returns the address in place of an absolute one.
 */
export function writeStac<T extends object>(
  value: T,
  root: string,
  moved: (href: string) => string = (href) => href,
): T {
  const absolute = (href: string): string => {
    if (PLAIN_PATH.test(href) && !href.includes('./')) return moved(root + href);
    try {
      // The placeholders of a template are not percent-encoded.
      return moved(new URL(href, root).href.replaceAll('%7B', '{').replaceAll('%7D', '}'));
    } catch {
      return href;
    }
  };
  const withHref = (linked: Linked): Linked =>
    typeof linked.href === 'string' ? { ...linked, href: absolute(linked.href) } : linked;
  const write = (object: Linked): Linked => {
    const copy = { ...object };
    if (Array.isArray(copy.links))
      copy.links = (copy.links as Linked[]).map((link) => ({
        ...withHref(link),
        title: link.title ?? TITLES[String(link.rel)] ?? String(link.rel),
      }));
    for (const member of ['assets', 'asset_templates']) {
      if (copy[member] === undefined) continue;
      const assets = Object.entries(copy[member] as Record<string, Linked>);
      copy[member] = Object.fromEntries(assets.map(([name, asset]) => [name, withHref(asset)]));
    }
    const { properties } = copy as { properties?: Linked };
    if (properties && ADDRESS_PROPERTIES.some((name) => typeof properties[name] === 'string')) {
      const addresses = ADDRESS_PROPERTIES.filter((name) => typeof properties[name] === 'string');
      copy.properties = {
        ...properties,
        ...Object.fromEntries(addresses.map((name) => [name, absolute(properties[name] as string)])),
      };
    }
    for (const member of ['features', 'collections']) {
      const list = copy[member];
      if (Array.isArray(list)) copy[member] = (list as Linked[]).map(write);
    }
    return copy;
  };
  return write(value as Linked) as T;
}
