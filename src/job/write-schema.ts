import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { jobSchemaText } from './schema.ts';

// Run after a stage or an option was added: npx tsx src/job/write-schema.ts
await writeFile(fileURLToPath(new URL('../../jobs/job.schema.json', import.meta.url)), jobSchemaText());
