import { readManifest } from '../engine/gazetteer/store/manifest.ts';

/** Changes are noticed within this time. */
const LOOK_MS = 30_000;

/**
 * Looks from time to time whether the folder of a dataset that is served has another one, and tells it once for each.
 *
 * Shape: returns a function that ends it. `id` is of the dataset that was opened, which is served until the server starts anew.
 */
export function watchDataset(
  dir: string,
  id: string,
  onOther: (found: string) => void,
  lookMs = LOOK_MS,
): () => void {
  let reported = id;
  const timer = setInterval(() => {
    void readManifest(dir)
      .then(
        (manifest) => manifest.id,
        // While it is being replaced there may be none.
        () => undefined,
      )
      .then((found = reported) => {
        if (found !== reported && found !== id) onOther(found);
        reported = found;
      });
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}
