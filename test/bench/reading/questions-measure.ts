import { areaUnderCurve, calibrationError } from '../../../tools/calibration/measure.ts';
import { percent, whole, type Table } from '../table.ts';
import type { Answer, Faces } from './faces.ts';
import type { PeerAnswer } from './peer.ts';
import type { Grade, Question } from './questions.ts';

/** From this confidence on a wrong answer is taken for a right one. */
export const SURE = 0.9;

/** A question with what came of it. */
export interface JudgedQuestion {
  question: Question;
  answer: Answer;
  grade: Grade;
}

/** How fast questions of a kind are answered. */
export interface KindSpeed {
  kind: string;
  texts: number;
  /** Per second of CPU time of all threads of the process. */
  perSecond: number;
  slowestMs: number;
}

/** Asks the port of the local service; posts by the job, as files of them are. Speed is that of the port. */
export async function askQuestions(
  faces: Faces,
  questions: readonly Question[],
): Promise<{ judged: JudgedQuestion[]; speed: KindSpeed[] }> {
  const posts = questions.filter(({ kind }) => kind.startsWith('posts'));
  const rows = await faces.runRows(
    'geocode',
    {},
    ['address'],
    posts.map(({ text }) => [text]),
  );
  const judged: JudgedQuestion[] = [];
  for (const question of questions) {
    const row = rows[posts.indexOf(question)];
    const asked = await faces.geocode(question.text);
    const answer = row === undefined ? asked : row.level === '' ? { ...row, level: 'none' } : row;
    judged.push({ question, answer, grade: question.judge(answer) });
  }
  const speed: KindSpeed[] = [];
  for (const kind of new Set(questions.map((question) => question.kind))) {
    const own = questions.filter((question) => question.kind === kind);
    const before = process.cpuUsage();
    let slowestMs = 0;
    for (const { text } of own) {
      const startMs = performance.now();
      await faces.geocode(text);
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
    }
    const { user, system } = process.cpuUsage(before);
    speed.push({ kind, texts: own.length, perSecond: own.length / ((user + system) / 1e6), slowestMs });
  }
  return { judged, speed };
}

/** Judges what a lookup of names answers. */
export function askPeer(
  peer: (text: string) => PeerAnswer | undefined,
  questions: readonly Question[],
): Map<Question, Grade> {
  return new Map(
    questions.map((question) => {
      const { code = '', province = '' } = peer(question.text) ?? {};
      const level = province === '' ? 'none' : code === '' ? 'province' : 'ward';
      const answer = { ...EMPTY, level, wardCode: code, province, confidence: level === 'none' ? NaN : 1 };
      return [question, question.judge(answer)];
    }),
  );
}

const EMPTY: Answer = {
  ...{
    status: 'ok',
    level: '',
    confidence: NaN,
    ward: '',
    wardCode: '',
    province: '',
    provinceCode: '',
    old: '',
  },
  ...{ district: '', house: '', street: '', label: '', line: '', verdict: '', lat: NaN, lon: NaN },
};

/** Whether an answer is wrong and stated as certain. */
export const isSurelyWrong = ({ grade, answer }: JudgedQuestion): boolean =>
  grade === 'wrong' && answer.confidence >= SURE;

/** Counts questions by kind and half. */
export function questionsTable(judged: readonly JudgedQuestion[], peer: ReadonlyMap<Question, Grade>): Table {
  const kinds = [...new Set(judged.map(({ question }) => question.kind))];
  const rows = kinds.flatMap((kind) =>
    [true, false].map((isDevelopment) => {
      const own = judged.filter(
        ({ question: each }) => each.kind === kind && each.isDevelopment === isDevelopment,
      );
      const share = (is: (each: JudgedQuestion) => boolean): string =>
        percent(own.filter(is).length / own.length);
      const graded = (grade: Grade): string => share((each) => each.grade === grade);
      const looked = (grade: Grade): string => share(({ question }) => peer.get(question) === grade);
      return [
        kind,
        isDevelopment ? 'development' : 'kept aside',
        whole(own.length),
        ...[graded('right'), graded('coarse'), graded('wrong'), share(isSurelyWrong), graded('not found')],
        ...[looked('right'), looked('wrong')],
      ];
    }),
  );
  return {
    title: 'Questions of kinds that were misread, forward',
    columns: [
      '',
      'half',
      'texts',
      'right',
      'coarse',
      'wrong',
      `from ${SURE}`,
      'not found',
      'lookup right',
      'lookup wrong',
    ],
    rows,
    notes: [
      'coarse: the district or province above what is right; of words without an address an answer below 0.5 is right',
    ],
  };
}

/** Measures the confidence of the answers; one of a unit above the right one is right at its level. */
export function confidenceTable(judged: readonly JudgedQuestion[]): Table {
  const groups: readonly [string, (kind: string) => boolean][] = [
    ['kinds with a street', (kind) => kind.includes('street')],
    ['other kinds', (kind) => !kind.includes('street')],
    ['all', () => true],
  ];
  const rows = groups.flatMap(([name, isIn]) =>
    [true, false].map((isDevelopment) => {
      const stated = judged
        .filter(
          ({ question: each, answer }) =>
            isIn(each.kind) && each.isDevelopment === isDevelopment && answer.confidence >= 0,
        )
        .map(({ answer, grade }) => ({
          p: answer.confidence,
          isRight: grade === 'right' || grade === 'coarse',
        }));
      const right = stated.filter(({ isRight }) => isRight).length / stated.length;
      const figures = [calibrationError(stated), areaUnderCurve(stated)].map((figure) => figure.toFixed(3));
      return [
        name,
        isDevelopment ? 'development' : 'kept aside',
        whole(stated.length),
        percent(right),
        ...figures,
      ];
    }),
  );
  return { title: 'Their confidence', columns: ['', 'half', 'answers', 'right', 'ECE', 'AUC'], rows };
}

/** Shows a question and its answer on one line. */
export function questionText({ question, answer }: JudgedQuestion): string {
  const { level, confidence, label, ward, district } = answer;
  const text = question.text.replaceAll('\n', ' / ').slice(0, 200);
  return `${text} => ${level} ${confidence} | ${label} | ${ward} | ${district}`;
}
