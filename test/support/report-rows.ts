import { generateAddresses } from '../bench/generate-addresses.ts';
import { NOISE_CLASSES, noisyAddress } from '../bench/noisy-addresses.ts';

const SEED = 7;

/**
 * Returns the rows of a geocoded file of addresses all over Vietnam, in 97 of 100 cases with a match.
 *
 * Shape: as of `FinishedRun` with the columns id and address; `isNoisy` writes the addresses as people do, each way of writing in turn.
 */
export function* geocodedRows({
  admin,
  rows,
  isNoisy = false,
}: Pick<Parameters<typeof generateAddresses>[0], 'admin' | 'rows'> & { isNoisy?: boolean }): Generator<
  string[]
> {
  let at = 0;
  for (const address of generateAddresses({ admin, rows, seed: SEED })) {
    const { number, street, former, ward, province, position } = address;
    const noise = NOISE_CLASSES[at % NOISE_CLASSES.length] ?? 'as written';
    at += 1;
    const share = (Math.imul(at, 2654435761) >>> 0) / 2 ** 32;
    const text = isNoisy
      ? noisyAddress(address, SEED, noise)
      : `${number} ${street}, ${former.ward}, ${former.district}, ${former.province}`;
    if (share >= 0.97) {
      const status = share < 0.98 ? 'not_found' : share < 0.99 ? 'skipped' : 'error';
      yield [String(at), text, status, `because of ${status}`, '', '', '', '', ''];
      continue;
    }
    const level = share < 0.6 ? 'house' : share < 0.8 ? 'street' : 'ward';
    const label = `${number} ${street}, ${ward}, ${province}`;
    const { lat, lon } = position;
    const confidence = (1 - share / 2).toFixed(3);
    yield [String(at), text, 'ok', '', String(lat), String(lon), label, level, confidence];
  }
}

/**
 * A script that returns the times of the page: of each kind the slowest action. The time of a scroll ends with the frame that has other rows: the table
 * draws in frames, so that the time of the event alone is always 0. Units: ms; infinite where no other rows come.
 */
export const REPORT_TIMES = `(async () => {
  const search = document.querySelector('[type=search]');
  const scroller = document.querySelector('.row-scroller');
  const time = (action, value) => {
    const start = performance.now();
    action(value);
    document.body.offsetHeight;
    return Math.round(performance.now() - start);
  };
  // The shortest of some times: other processes take the processor meanwhile.
  const most = (values, action) => Math.max(...values.map((value) =>
    Math.min(...[1, 2, 3, 4, 5].map(() => time(action, value)))));
  const firstRow = () => scroller.querySelector('tr[data-at]').dataset.at;
  const scrollTo = async (share) => {
    const before = firstRow();
    const start = performance.now();
    scroller.scrollTop = scroller.scrollHeight * share;
    for (let frames = 0; frames < 300; frames += 1) {
      await new Promise(requestAnimationFrame);
      if (firstRow() === before) continue;
      document.body.offsetHeight;
      return Math.round(performance.now() - start);
    }
    return Infinity;
  };
  const scrolls = [];
  for (const share of [0.1, 0.9, 0.5, 0.3, 0.7]) {
    const times = [];
    for (let nth = 0; nth < 5; nth += 1) times.push(await scrollTo(share + nth / 50));
    scrolls.push(Math.min(...times));
  }
  // To the frame in which table and map are drawn.
  const slowestFilter = async () => {
    const times = [];
    for (const button of [...document.querySelectorAll('.lead-part, button.bar-line')].slice(0, 6)) {
      const runs = [];
      for (let nth = 0; nth < 6; nth += 1) {
        await new Promise(requestAnimationFrame);
        const start = performance.now();
        button.click();
        document.body.offsetHeight;
        await new Promise(requestAnimationFrame);
        runs.push(Math.round(performance.now() - start));
      }
      times.push(Math.min(...runs));
    }
    return Math.max(...times);
  };
  // The middle time of a frame while the map is moved in circles.
  const middlePan = async () => {
    const stage = document.querySelector('.map-stage');
    stage.scrollIntoView();
    stage.setPointerCapture = () => undefined;
    const at = { x: 400, y: 300 };
    const send = (kind) => stage.dispatchEvent(new PointerEvent(kind, { pointerId: 1, clientX: at.x, clientY: at.y }));
    send('pointerdown');
    const frames = [];
    let last = performance.now();
    for (let nth = 0; nth < 60; nth += 1) {
      at.x += Math.round(12 * Math.cos(nth / 8));
      at.y += Math.round(12 * Math.sin(nth / 8));
      send('pointermove');
      await new Promise(requestAnimationFrame);
      frames.push(performance.now() - last);
      last = performance.now();
    }
    send('pointerup');
    return Math.round(frames.sort((a, b) => a - b)[30]);
  };
  const type = (value) => {
    search.value = value;
    search.dispatchEvent(new Event('input'));
  };
  return {
    search: most(['nguyen', 'phuong 1', 'ha noi', 'zzz', 'tran hung dao quan 1', 'a'], type),
    scroll: Math.max(...scrolls),
    sort: most(['confidence', 'level', 'status', 'number'], (column) =>
      document.querySelector('[data-sort=' + column + ']').click()),
    filter: await slowestFilter(),
    pan: await middlePan(),
  };
})()`;
