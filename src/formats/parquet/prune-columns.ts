import type { FileMetaData, SchemaElement } from 'hyparquet';

/**
 * Returns the metadata of a Parquet file without some columns inside its structures, which are then not decoded.
 *
 * Shape: `omitted` are paths with dots and without the levels of lists and maps: `names.rules.side`. A structure keeps at least one column.
 */
export function pruneColumns(metadata: FileMetaData, omitted: readonly string[]): FileMetaData {
  const { schema, row_groups: groups } = metadata;
  const kept: SchemaElement[] = [];
  const dropped = new Set<string>();
  let at = 0;

  /** Copies an element with its children, or drops them. Shape: true if it was kept. */
  const walk = (path: readonly string[], isDropped: boolean): boolean => {
    const element = schema[at] as SchemaElement;
    at += 1;
    const own = at === 1 ? [] : [...path, element.name];
    const isOut = isDropped || omitted.includes(own.filter((name) => !LEVELS.has(name)).join('.'));
    const copy = { ...element };
    if (!isOut) kept.push(copy);
    let children = 0;
    for (let nth = 0; nth < (element.num_children ?? 0); nth += 1) if (walk(own, isOut)) children += 1;
    if (element.num_children !== undefined) copy.num_children = children;
    else if (isOut) dropped.add(own.join('.'));
    return !isOut;
  };
  walk([], false);
  return {
    ...metadata,
    schema: kept,
    row_groups: groups.map((group) => ({
      ...group,
      columns: group.columns.filter(
        ({ meta_data: data }) => !dropped.has(data?.path_in_schema.join('.') ?? ''),
      ),
    })),
  };
}

/** Names of the levels that Parquet puts between a list or map and what it has. */
const LEVELS: ReadonlySet<string> = new Set(['list', 'element', 'key_value']);
