import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OUTPUT_FORMATS } from '../../formats/outputs.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { textIn } from '../../base/messages/catalogues.ts';
import type { JobFault } from './job.ts';
import { parseJob } from './parse-job.ts';
import { STAGES } from '../../../test/support/stages.ts';

const STAGE_NAMES = Object.keys(STAGES).join(', ');

const WHOLE = `name: deliveries
input: { format: csv, delimiter: semicolon }
stages:
  - geocode:
      text: "{address}, {city}"
      admin_v2: both
  - reverse
  - forcode: { as: plus, resolution: 9 }
outputs: [geojson, csv]
limits:
  rate_per_second: 20
  max_pause_s: 60
`;

/** Lists the faults of a job that is wrong, as `place: message`. */
async function faultsOf(text: string, sets: string[] = []): Promise<string[]> {
  try {
    await parseJob(text, { file: 'my.yaml', sets });
  } catch (error) {
    expect(error).toBeInstanceOf(GeomillError);
    expect((error as GeomillError).code).toBe('JOB_WRONG');
    const faults = (error as GeomillError<'JOB_WRONG'>).details.faults as JobFault[];
    for (const fault of faults) expect((error as GeomillError).message).toContain(fault.message);
    return faults.map(({ place, message }) => `${place}: ${message}`);
  }
  throw new Error('the job was accepted');
}

/** The names of all formats, as messages list them. */
const FORMATS = Object.keys(OUTPUT_FORMATS)
  .join(', ')
  .replace(/, ([^,]*)$/, ' or $1');

describe('a job', () => {
  it('is read with its stages, their names and options, and its limits', async () => {
    const job = await parseJob(WHOLE, { file: 'my.yaml' });
    expect(job.name).toBe('deliveries');
    expect(job.input).toEqual({ format: 'csv', delimiter: 'semicolon' });
    expect(job.outputs).toEqual(['geojson', 'csv']);
    expect(job.limits).toEqual({ ratePerSecond: 20, maxPauseMs: 60_000 });
    expect(job.stages.map(({ prefix, definition, options }) => [prefix, definition.name, options])).toEqual([
      ['geocode', 'geocode', { text: '{address}, {city}', admin_v2: 'both' }],
      ['reverse', 'reverse', {}],
      ['plus', 'forcode', { resolution: 9 }],
    ]);
  });

  it('expects every row in a tour where its stage requires all', async () => {
    const text = "name: days\nstages:\n  - route: { batch: '{x}', require: all }\noutputs: [csv]\n";
    expect((await parseJob(text, { file: 'my.yaml' })).expect).toEqual({
      max_without_tour: { operator: '<=', value: 0 },
    });
  });

  it('is read with what it expects of its results', async () => {
    const expectOf = async (written: string) =>
      (await parseJob(`${WHOLE}expect: ${written}\n`, { file: 'my.yaml' })).expect;
    expect(
      await expectOf(
        '{ ok_rate: ">= 0.95", level_at_least_ward: 99.9%, error_rate: 0.01, max_rejects: "<= 10" }',
      ),
    ).toEqual({
      ok_rate: { operator: '>=', value: 0.95 },
      level_at_least_ward: { operator: '>=', value: 0.999 },
      error_rate: { operator: '<=', value: 0.01 },
      max_rejects: { operator: '<=', value: 10 },
    });
    expect(await faultsOf(`${WHOLE}expect: { ok_rate: "<= 0.9", error_rate: 2, rejects: 1 }\n`)).toEqual([
      expect.stringMatching(/^my\.yaml:13: expect: ok_rate must be .*">= 0\.95" or ">= 95%", not "<= 0\.9"$/),
      expect.stringMatching(
        /^my\.yaml:13: expect: error_rate must be a number from 0 to 1 or text: .*, not 2$/,
      ),
      expect.stringMatching(/^my\.yaml:13: expect: there is no "rejects" here/),
    ]);
  });

  it('is read with its alias file, which the command line may replace', async () => {
    const aliasesOf = async (written: string, sets: string[] = []) =>
      (await parseJob(`${WHOLE}${written}`, { file: 'my.yaml', sets })).aliases;
    expect(await aliasesOf('')).toBeUndefined();
    expect(await aliasesOf('aliases: places/known.csv\n')).toBe('places/known.csv');
    expect(await aliasesOf('aliases: known.csv\n', ['aliases=other.csv'])).toBe(resolve('other.csv'));
    expect(await faultsOf(`${WHOLE}aliases: [a.csv]\n`)).toEqual([
      expect.stringMatching(/^my\.yaml:13: aliases must be text that is not empty, not \["a\.csv"\]$/),
    ]);
    expect(await faultsOf(WHOLE, ['aliases='])).toEqual([
      expect.stringMatching(/^--set aliases: aliases must be/),
    ]);
  });

  it('says on which line an option of a stage stands', async () => {
    const job = await parseJob(WHOLE, { file: 'my.yaml' });
    expect(job.placeOf('geocode', 'text')).toBe('my.yaml:5');
    expect(job.placeOf('geocode', 'not stated')).toBe('my.yaml:4');
    expect(job.placeOf('reverse', 'lat')).toBe('my.yaml:7');
    expect(job.placeOf('plus', 'resolution')).toBe('my.yaml:8');
  });

  it('tells every fault at once, with its line and what was probably meant', async () => {
    const text = `name: my job
stages:
  - geocode:
      txt: "{address}"
      admin_v2: yes
  - forkode
  - reverse: { radius_km: 0 }
outputs: [csv, docx]
limit: { concurrency: 8 }
`;
    expect(await faultsOf(text)).toEqual([
      'my.yaml:6: stages: there is no "forkode" here: did you mean forcode?',
      'my.yaml:1: name must be text: name of the job and of its output folder: letters, digits, - and _, not "my job"',
      `my.yaml:8: outputs must be a list, each one of ${FORMATS} and at most once, with at least 1 in it, not ["csv","docx"]`,
      'my.yaml:9: there is no "limit" here: did you mean limits?',
      'my.yaml:4: geocode: there is no "txt" here: did you mean text?',
      'my.yaml:5: geocode: admin_v2 must be true, false or both, not "yes"',
      'my.yaml:7: reverse: radius_km must be a number above 0 and at most 20100, not 0',
    ]);
  });

  it('tells its faults as codes, in any language', async () => {
    const failure = await parseJob(`${WHOLE}limit: 3\nkey: [a]\n`, { file: 'my.yaml' }).catch(
      (error: unknown) => error,
    );
    expect(textIn((failure as GeomillError).reason, 'vi')).toBe(
      'my.yaml có 2 lỗi:\n  my.yaml:13: ở đây không có "limit": ý bạn là limits?\n  my.yaml:14: key phải là văn bản không rỗng, không phải ["a"]',
    );
  });

  it('names what is missing', async () => {
    expect(await faultsOf('stages: [geocode]\n')).toEqual([
      'my.yaml:1: name is missing: name of the job and of its output folder: letters, digits, - and _',
      'my.yaml:1: outputs is missing: formats of the results; each is a file',
    ]);
    expect((await faultsOf('name: x\noutputs: [csv]\nstages: []\n'))[0]).toMatch(
      /^my\.yaml:3: stages must be a list, with at least 1 in it/,
    );
  });

  it.each([
    ['', 'a job is a mapping with name, stages and outputs, not null'],
    ['- geocode', 'a job is a mapping with name, stages and outputs, not ["geocode"]'],
  ])('is no job when the text is %j', async (text, message) => {
    expect(await faultsOf(text)).toEqual([`my.yaml:1: ${message}`]);
  });

  it('explains options that are not indented below their stage', async () => {
    const text = 'name: x\noutputs: [csv]\nstages:\n  - geocode:\n    text: "{a}"\n';
    expect(await faultsOf(text)).toEqual([
      'my.yaml:5: geocode: indent its options deeper than its name, and begin every stage with "- "',
    ]);
  });

  it.each([
    ['3', 'a stage is written "- geocode" or "- geocode: { options }", not 3'],
    ['geocode: 3', 'geocode: the options are written as name: value, not 3'],
    ['__proto__: {}', `stages: there is no "__proto__" here: use ${STAGE_NAMES}`],
    ['constructor', `stages: there is no "constructor" here: use ${STAGE_NAMES}`],
  ])('refuses the stage %s', async (stage, message) => {
    expect(await faultsOf(`name: x\noutputs: [csv]\nstages:\n  - ${stage}\n`)).toContain(
      `my.yaml:4: ${message}`,
    );
  });

  it('refuses two stages of one name, and names that are taken', async () => {
    const head = 'name: x\noutputs: [csv]\nstages:\n';
    expect(await faultsOf(`${head}  - forcode\n  - forcode: { resolution: 9 }\n`)).toEqual([
      'my.yaml:5: two stages are called forcode, and so would be their columns: give one another name, as in as: forcode2',
    ]);
    expect(await faultsOf(`${head}  - forcode: { as: input }\n`)).toEqual([
      'my.yaml:4: no stage can be called input: choose another name',
    ]);
    expect((await faultsOf(`${head}  - forcode: { as: "a b" }\n`))[0]).toMatch(
      /^my\.yaml:4: forcode: as must be text:/,
    );
  });

  it('tells faults of the syntax with their lines', async () => {
    expect(await faultsOf('name: x\nname: y\n')).toEqual(['my.yaml:2: Map keys must be unique']);
    expect((await faultsOf('name: x\nstages: [geocode\n'))[0]).toMatch(/^my\.yaml:\d: Flow sequence/);
    expect((await faultsOf('name: x\n---\nname: y\n'))[0]).toMatch(
      /^my\.yaml:\d: Source contains multiple documents/,
    );
    expect((await faultsOf('name: !!js/function x\n'))[0]).toMatch(/^my\.yaml:1: Unresolved tag/);
  });

  it.each(['name: &a [*a]', 'name: x\ninput: &b\n  format: { deep: [*b] }'])(
    'refuses an alias in its own anchor: %j',
    async (text) => {
      expect((await faultsOf(text))[0]).toMatch(/^my\.yaml:\d: an alias inside of its own anchor never ends/);
    },
  );

  it('refuses aliases that multiply', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 9; i += 1) lines.push(`a${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}]`);
    expect(await faultsOf(lines.join('\n'))).toEqual([
      'my.yaml:5: the aliases up to here repeat more than 10000 values: write the values out',
    ]);
  });

  it('refuses many aliases, whether they form a chain or not', async () => {
    const chain = Array.from({ length: 2000 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}]\n`);
    const list = 'a0: &a0 [x]\nlist:\n' + '  - *a0\n'.repeat(2000);
    const fault = 'there are more than 100 aliases: write the values out';
    expect(await faultsOf(`a0: &a0 [x]\n${chain.join('')}`)).toEqual([`my.yaml:102: ${fault}`]);
    expect(await faultsOf(list)).toEqual([`my.yaml:103: ${fault}`]);
  });

  it.each([100, 6000])('refuses values that are nested %i deep', async (depth) => {
    expect(await faultsOf(`name:\n  ${'['.repeat(depth)}${']'.repeat(depth)}`)).toEqual([
      'my.yaml:2: values are nested more than 64 deep',
    ]);
  });
});

describe('--set', () => {
  it('states options otherwise, as text, number, truth or list, whatever is accepted there', async () => {
    const job = await parseJob(WHOLE, {
      file: 'my.yaml',
      sets: [
        'geocode.text={dia_chi}, {tinh}',
        'geocode.admin_v2=true',
        'plus.resolution=12',
        'reverse.radius_km=2.5',
        'input.encoding=windows-1258',
        'limits.per_day=100',
        'outputs=csv,excel',
      ],
    });
    expect(job.stages.map(({ options }) => options)).toEqual([
      { text: '{dia_chi}, {tinh}', admin_v2: true },
      { radius_km: 2.5 },
      { resolution: 12 },
    ]);
    expect(job.input).toEqual({ format: 'csv', delimiter: 'semicolon', encoding: 'windows-1258' });
    expect(job.limits).toEqual({ ratePerSecond: 20, maxPauseMs: 60_000, perDay: 100 });
    expect(job.outputs).toEqual(['csv', 'excel']);
    expect(job.placeOf('geocode', 'text')).toBe('--set geocode.text');
    expect(job.placeOf('geocode', 'other')).toBe('my.yaml:4');
  });

  it('keeps everything after the first = and reads text that looks like a number as text', async () => {
    const job = await parseJob(WHOLE, { file: 'my.yaml', sets: ['geocode.text=a={b}=c'] });
    expect(job.stages[0]?.options.text).toBe('a={b}=c');
    expect((await parseJob(WHOLE, { file: 'f', sets: ['geocode.text=12'] })).stages[0]?.options.text).toBe(
      '12',
    );
  });

  it('is checked like the file, and blamed itself', async () => {
    expect(
      await faultsOf(WHOLE, [
        'geocode.txt=x',
        'plus.resolution=99',
        'nonsense',
        'forcode.resolution=3',
        'limits.per_day=',
      ]),
    ).toEqual([
      '--set nonsense: write it as stage.option=value, as in geocode.text={address}',
      '--set forcode.resolution: it sets nothing of this job: begin with geocode., reverse., plus., input., limits., expect., outputs=, result_columns=, aliases=, key=, map_link=',
      '--set limits.per_day: limits: per_day must be a whole number from 1, not ""',
      '--set geocode.txt: geocode: there is no "txt" here: did you mean text?',
      '--set plus.resolution: forcode: resolution must be a whole number from 0 to 15, not 99',
    ]);
  });
});
