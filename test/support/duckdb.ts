import { DuckDBInstance } from '@duckdb/node-api';

let opened: Promise<DuckDBInstance> | undefined;

/** Returns the DuckDB of this process: to open one takes longer than to read a small file. One thread: it would start one for each core. */
export const openDuckDb = () => (opened ??= DuckDBInstance.create(':memory:', { threads: '1' }));

/** Reads a table with DuckDB: its columns with their types, and its rows as lists of values. `path` is of a Parquet file. */
export async function readWithDuckDb(path: string) {
  const connection = await (await openDuckDb()).connect();
  try {
    const query = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
    const file = `'${path.replaceAll("'", "''")}'`;
    const described = await query(`describe select * from ${file}`);
    const columns = described.map(([name, type]) => ({ name: name as string, type: type as string }));
    const [geo] = await query(`select decode(value) from parquet_kv_metadata(${file}) where key = 'geo'`);
    return { columns, rows: await query(`select * from ${file}`), geo: geo?.[0] as string | undefined };
  } finally {
    connection.closeSync();
  }
}
