// Fits geocode_confidence and geocode_accuracy_meters anew and prints how good they are: npx tsx tools/fit-confidence.ts [--check | --keep-confidence]
// Run it after the engine has changed. With --check the tables in force are measured and nothing is written; with --keep-confidence only the radius and
// the chances of distances are fitted: users have thresholds of confidence.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import prettier from 'prettier';
import { CALIBRATION } from '../src/engine/geocoder/calibration/calibration.ts';
import { fitCalibration } from './calibration/fit-table.ts';
import { hasCalibrationData, observe } from './calibration/observations.ts';
import { calibrationReport } from './calibration/report.ts';

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    'keep-confidence': { type: 'boolean', default: false },
  },
});
if (!hasCalibrationData) {
  console.error('Needs the files of ../shared/data.');
  process.exit(66);
}

async function writeTable(path: string, text: string): Promise<void> {
  const options = await prettier.resolveConfig(path);
  await writeFile(path, await prettier.format(text, { ...options, filepath: path }));
}

const observations = await observe();
const calibration = values.check
  ? CALIBRATION
  : fitCalibration(observations, values['keep-confidence'] ? CALIBRATION : undefined);
if (!values.check) {
  const source = 'fitted by `npx tsx tools/fit-confidence.ts`: do not edit';
  await writeTable('src/data/calibration.json', JSON.stringify({ source, calibration }));
}
console.log(calibrationReport(observations, calibration));
