/** A link of a STAC object. Shape: `href` is relative to the root of the imagery service. */
export interface StacLink {
  rel: string;
  href: string;
  type?: string;
  title?: string;
  method?: 'GET' | 'POST';
}
