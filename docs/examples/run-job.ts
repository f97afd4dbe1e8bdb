// Geocodes a CSV file with a column of addresses, and prints how many rows matched.
//
//   node run-job.js addresses.csv results
import { createProgress, isGeomillError, loadJob, openService, runJob } from 'geomill';

const [input = 'addresses.csv', outputDir = 'results'] = process.argv.slice(2);

// A job by its name, or a job file by its path. `sets` changes options as --set does on the command line.
const job = await loadJob('geocode', { sets: ['outputs=csv'] });

// The dataset that comes with Geomill. Another one: { kind: 'local', datasetDir: 'data/hcmc' }.
// A remote service: { kind: 'remote', baseUrl: 'https://host/v1', apiKey, cacheDir: 'cache' }.
const service = await openService({ kind: 'local' });

// Ctrl-C finishes and commits the rows in progress. The same call continues after them.
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

const progress = createProgress();
const timer = setInterval(() => console.error(`${progress.rowsCommitted} rows`), 1000);
try {
  const report = await runJob({
    job,
    service,
    input,
    outputDir,
    signal: stop.signal,
    progress,
    onNote: (note) => console.error(note),
  });
  const { rowsIn, rejected, stages } = report.counts;
  console.log(`${rowsIn} rows: ${stages.geocode?.ok ?? 0} matched, ${rejected} rejected`);
} catch (error) {
  if (!isGeomillError(error)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = error.traits.exitCode;
} finally {
  clearInterval(timer);
  await service.close();
}
