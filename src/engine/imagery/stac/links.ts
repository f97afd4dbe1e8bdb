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

/**
 * Returns a copy of a STAC object with its addresses resolved against the root of the imagery service: those of links, assets and asset
 * templates, and of the items of a page.
 *
 * Shape: `root` ends in a slash (`https://host/imagery/v1/`); `moved` returns the address in place of an absolute one.
 */
export function withAbsoluteHrefs<T extends object>(
  value: T,
  root: string,
  moved: (href: string) => string = (href) => href,
): T {
  const copy = { ...value } as Linked;
  if (Array.isArray(copy.links)) copy.links = copy.links.map((link) => resolved(link as Linked, root, moved));
  for (const member of ['assets', 'asset_templates']) {
    if (copy[member] === undefined) continue;
    const assets = Object.entries(copy[member] as Record<string, Linked>);
    copy[member] = Object.fromEntries(assets.map(([name, asset]) => [name, resolved(asset, root, moved)]));
  }
  for (const member of ['features', 'collections']) {
    const list = copy[member];
    if (Array.isArray(list)) copy[member] = list.map((one) => withAbsoluteHrefs(one as Linked, root, moved));
  }
  return copy as T;
}

function resolved(link: Linked, root: string, moved: (href: string) => string): Linked {
  if (typeof link.href !== 'string') return link;
  try {
    // The placeholders of a template are not percent-encoded.
    const href = new URL(link.href, root).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
    return { ...link, href: moved(href) };
  } catch {
    return link;
  }
}
