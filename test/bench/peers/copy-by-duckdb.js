// Copies a CSV file by DuckDB, in one thread: copy-by-duckdb.js IN.csv OUT.csv.
import process from 'node:process';
import { DuckDBInstance } from '@duckdb/node-api';

const [input, output] = process.argv.slice(2).map((path) => `'${path.replaceAll("'", "''")}'`);
const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
await connection.run(`copy (select * from read_csv(${input}, all_varchar = true)) to ${output} (header)`);
connection.closeSync();
