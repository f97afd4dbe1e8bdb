import { jobSchemaText } from '../../src/run/job/schema.ts';
import { beyondPage } from './beyond-page.ts';
import { datasetPage } from './dataset-page.ts';
import { errorsPage } from './errors-page.ts';
import { accuracyPage, filesPicture, performancePage, readmePage } from './figure-tables.ts';
import { manPage } from './man-page.ts';
import { makeMessagePlaces } from './message-places.ts';
import { fillMarked } from './marked.ts';
import { operationsTable } from './operations-table.ts';
import { stagesPage } from './stages-page.ts';
import { viewerPage } from './viewer-page.ts';

/** A file that is generated from the code. Shape: `make` returns its text; a marked file is filled between its marks. */
export interface GeneratedFile {
  path: string;
  make: (text: string) => string | Promise<string>;
}

/** All generated files: `make docs` writes them, test/architecture/generated.test.ts compares them. */
export const GENERATED_FILES: readonly GeneratedFile[] = [
  { path: 'README.md', make: readmePage },
  { path: 'docs/ACCURACY.md', make: accuracyPage },
  { path: 'docs/BEYOND.md', make: beyondPage },
  { path: 'docs/DATASET.md', make: datasetPage },
  { path: 'docs/ERRORS.md', make: errorsPage },
  { path: 'docs/geomill.1', make: manPage },
  { path: 'docs/images/files.svg', make: filesPicture },
  { path: 'docs/PERFORMANCE.md', make: performancePage },
  { path: 'docs/STAGES.md', make: stagesPage },
  { path: 'docs/VIEWER.md', make: viewerPage },
  { path: 'jobs/job.schema.json', make: jobSchemaText },
  { path: 'src/locales/places.ts', make: makeMessagePlaces },
  { path: 'docs/SERVER.md', make: async (text) => fillMarked(text, 'capabilities', await operationsTable()) },
];
