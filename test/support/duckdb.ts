import { DuckDBInstance } from '@duckdb/node-api';

/** Reads a table with DuckDB: its columns with their types, and its rows as lists of values. `path` is of a Parquet file. */
export async function readWithDuckDb(path: string) {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const query = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
    const file = `'${path.replaceAll("'", "''")}'`;
    const described = await query(`describe select * from ${file}`);
    const columns = described.map(([name, type]) => ({ name: name as string, type: type as string }));
    const [geo] = await query(`select decode(value) from parquet_kv_metadata(${file}) where key = 'geo'`);
    return { columns, rows: await query(`select * from ${file}`), geo: geo?.[0] as string | undefined };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
