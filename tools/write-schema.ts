import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { jobSchemaText } from '../src/job/schema.ts';

// Run after a stage or an option was added: npx tsx tools/write-schema.ts
await writeFile(fileURLToPath(new URL('../jobs/job.schema.json', import.meta.url)), jobSchemaText());
