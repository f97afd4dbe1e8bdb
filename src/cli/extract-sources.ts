import { englishText } from '../base/messages/message.ts';
import { join } from 'node:path';
import {
  downloadExtract,
  isExtractUrl,
  type DownloadedExtract,
  type DownloadProgress,
} from '../dataset/osm/download-extract.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { cacheFolder } from '../runtime/service-settings.ts';
import type { BuildProgress } from './progress.ts';
import { formatDuration } from '../base/text/duration.ts';
import type { CliIo } from './io.ts';

const MEGABYTE = 1e6;

/** What downloads show their progress and results with. */
interface ExtractIo extends Pick<CliIo, 'env' | 'nowMs'> {
  progress: BuildProgress;
  notes: string[];
}

/** Returns the paths of extracts: those at an address are downloaded into the cache folder, with a note each. Errors: those of `downloadExtract`. */
export async function localExtracts(
  sources: readonly string[] | undefined,
  { env, nowMs, progress, notes }: ExtractIo,
): Promise<readonly string[] | undefined> {
  if (sources === undefined) return undefined;
  const folder = join(cacheFolder(readEnvironment(env)), 'extracts');
  const paths: string[] = [];
  for (const source of sources) {
    if (!isExtractUrl(source)) {
      paths.push(source);
      continue;
    }
    const startMs = nowMs();
    const step = `downloading ${source}`;
    progress.show(step);
    const done = await downloadExtract(source, {
      folder,
      onProgress: (state) => progress.show(step, shareOf(state), leftText(state)),
    });
    notes.push(noteOf(source, done, (nowMs() - startMs) / 1000));
    paths.push(done.path);
  }
  return paths;
}

function shareOf({ bytes, totalBytes }: DownloadProgress): number | undefined {
  return totalBytes === undefined ? undefined : bytes / totalBytes;
}

function leftText({ bytes, totalBytes, secondsLeft }: DownloadProgress): string {
  if (totalBytes === undefined) return megabytes(bytes);
  const left = secondsLeft === undefined ? '' : `, ${formatDuration(secondsLeft)} left`;
  return `of ${megabytes(totalBytes)}${left}`;
}

function noteOf(
  url: string,
  { path, bytes, receivedBytes, checked, noMd5, isKept }: DownloadedExtract,
  seconds: number,
): string {
  if (isKept) return `${url} has not changed: ${path} is used again, ${megabytes(bytes)}`;
  const earlier = receivedBytes < bytes ? `, ${megabytes(bytes - receivedBytes)} of it before` : '';
  const md5 = checked
    ? 'its md5 is right'
    : `not checked, ${url}.md5 cannot be used: ${noMd5 ? englishText(noMd5) : ''}`;
  return `downloaded ${url}: ${megabytes(bytes)}${earlier} in ${formatDuration(seconds)}, ${md5}; kept as ${path}`;
}

function megabytes(bytes: number): string {
  const value = bytes / MEGABYTE;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} MB`;
}
