/** The part of stac-js that the tests use; the package has no types. Source: https://stac-js.moregeo.it/ */
declare module 'stac-js' {
  export interface Link {
    method?: string;
    body?: Record<string, unknown>;
    getAbsoluteUrl(): string;
  }

  export interface Stac {
    id: string;
    readonly isItem: boolean;
    readonly isCollection: boolean;
    readonly isItemCollection: boolean;
    readonly isCatalog: boolean;
    getAll(): Stac[];
    getSearchLink(method?: string): Link | null;
    getApiCollectionsLink(): Link | null;
    getPaginationLinks(): { next: Link | null; prev: Link | null };
    setAbsoluteUrl(url: string): void;
  }

  /** Builds the object of a STAC document. */
  export default function create(data: unknown): Stac;
}
