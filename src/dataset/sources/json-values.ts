import type { RowSink } from './row-sink.ts';

/** Creates a function that passes JSON objects on as rows; the cells of a GeoJSON feature are its `properties` and its `id`. */
export function createObjectRows(sink: RowSink): (number: number, value: unknown) => void {
  const columnOf = new Map<string, number>();
  let values: string[] = [];

  function put(name: string, value: unknown): void {
    const text = cellOf(value);
    if (text === '') return;
    let column = columnOf.get(name);
    if (column === undefined) {
      column = columnOf.size;
      columnOf.set(name, column);
      values.push('');
    }
    values[column] = text;
  }

  return (number, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      sink.bad(number, 'not a JSON object');
      return;
    }
    const known = columnOf.size;
    values = new Array<string>(known).fill('');
    const row = value as Record<string, unknown>;
    const isFeature = row.type === 'Feature' && typeof row.properties === 'object';
    const members = isFeature ? ((row.properties ?? {}) as Record<string, unknown>) : row;
    // An id among the properties replaces the id of the feature, which is often its line.
    if (isFeature) put('id', row.id);
    for (const name of Object.keys(members)) put(name, members[name]);
    if (columnOf.size > known) sink.columns([...columnOf.keys()], false);
    sink.row(number, values, row.geometry);
  };
}

/** Returns a member as a cell; a list is joined by `|`. */
export function cellOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(cellOf).filter(Boolean).join('|') : '';
}
