/** Rows a second of one job. Shape: one value for each way of running it, in the order of {@link WAYS}. */
export interface JobRates {
  name: string;
  rates: readonly number[];
}

/** The ways of running a job that the chart compares. */
const WAYS = ['1 worker', '2 workers', '2 processes'] as const;

const WIDTH = 760;
const LEFT = 230;
const BAR = 14;
const ROW = 3 * BAR + 22;
const TOP = 46;
const COLORS = ['#7a8ca3', '#2f6f9f', '#c9a227'];

/** Draws rows a second by workers and processes as an SVG picture, readable on a light and a dark page. Shape: one scale for all bars; beside each its figure, and how many times that is one worker. */
export function filesChart(jobs: readonly JobRates[], machine: string): string {
  const height = TOP + jobs.length * ROW + 24;
  const most = Math.max(...jobs.flatMap(({ rates }) => rates));
  const legend = WAYS.map(
    (way, at) =>
      `<rect x="${LEFT + at * 120}" y="14" width="12" height="12" fill="${COLORS[at]}"/><text x="${LEFT + 18 + at * 120}" y="24">${way}</text>`,
  );
  const bars = jobs.flatMap(({ name, rates }, job) => {
    const top = TOP + job * ROW;
    return [
      `<text x="${LEFT - 12}" y="${top + 1.5 * BAR + 5}" text-anchor="end">${name}</text>`,
      ...rates.map((rate, way) => {
        const width = ((WIDTH - LEFT - 110) * rate) / most;
        const y = top + way * BAR;
        const factor = way === 0 ? '' : ` (${(rate / rates[0]!).toFixed(2)} x)`;
        return `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 2}" fill="${COLORS[way]}"/><text x="${(LEFT + width + 6).toFixed(1)}" y="${y + BAR - 4}">${Math.round(rate).toLocaleString('en')}${factor}</text>`;
      }),
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Rows a second of jobs, by workers and processes, on one scale">
<style>text{font:12px system-ui,sans-serif;fill:#1c2733}.page{fill:#fff}@media(prefers-color-scheme:dark){text{fill:#dfe6ee}.page{fill:#14191f}}</style>
<rect class="page" width="100%" height="100%"/>
<text x="${LEFT - 12}" y="24" text-anchor="end">rows a second</text>
${[...legend, ...bars].join('\n')}
<text x="12" y="${height - 8}" opacity="0.7">${machine}</text>
</svg>
`;
}
