import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadJob } from './load-job.ts';

const jobsDir = 'jobs';
const files = readdirSync(jobsDir).filter((file) => file.endsWith('.yaml'));

describe('the jobs of the package', () => {
  it('are found by looking', () => expect(files.length).toBeGreaterThan(0));

  it.each(files)('%s is right, called after its file, and names its schema', async (file) => {
    const job = await loadJob(file.replace('.yaml', ''), { jobsDir });
    expect(job.name).toBe(file.replace('.yaml', ''));
    expect(job.file).toBe(`jobs/${file}`);
    expect(readFileSync(`jobs/${file}`, 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\.\/job\.schema\.json\n/,
    );
  });
});

describe('loadJob', () => {
  it('suggests a job whose name is nearly right', async () => {
    await expect(loadJob('geocod', { jobsDir })).rejects.toThrow(
      /^there is no job called geocod\. Did you mean geocode\?/,
    );
    await expect(loadJob('xyz', { jobsDir })).rejects.toThrow(
      /There are the jobs .*geocode, imagery, nearby, reverse, route/,
    );
    await expect(loadJob('./nowhere.yaml', { jobsDir })).rejects.toMatchObject({
      code: 'JOB_WRONG',
      message:
        'there is no job file ./nowhere.yaml: check its path. geomill list jobs shows the jobs that need no file.',
    });
  });

  it('tells what it cannot read', async () => {
    await expect(loadJob('./jobs/.', { jobsDir })).rejects.toMatchObject({ code: 'JOB_WRONG' });
  });
});
