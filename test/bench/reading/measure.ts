import { fileURLToPath } from 'node:url';
import { whole, type Table } from '../table.ts';
import type { Faces } from './faces.ts';
import { convertLists, convertListsByPeer, isAcceptedWrong, listsTable } from './lists-measure.ts';
import { generateLists } from './lists.ts';
import type { OfficialUnits } from './official-units.ts';
import { createPeer } from './peer.ts';
import { askPeer, askQuestions, confidenceTable, questionsTable, questionText } from './questions-measure.ts';
import { generatePostQuestions } from './questions-of-texts.ts';
import { generateQuestions, wardGrade } from './questions.ts';
import { convertMisspelt, convertMisspeltByPeer, generateMisspelt, spellingTable } from './spelling.ts';

const LABELS = new URL('../../../../shared/data/addresses/dev-ward-labels.csv', import.meta.url);

/** What a measure found. Shape: `examples` are answers of the development half that are not right, each with its kind; the other half is never shown. */
export interface Measured {
  tables: Table[];
  examples: { kind: string; text: string }[];
}

/** A measure of generated texts; `share` of the full number of texts. */
export type Measure = (
  faces: Faces,
  official: OfficialUnits,
  seed: number,
  share: number,
) => Promise<Measured>;

/** The measures that are made of generated texts, by name. */
export const MEASURES: Readonly<Record<string, Measure>> = {
  lists: async (faces, official, seed, share) => {
    const lists = generateLists(official, seed, Math.ceil(1500 * share));
    const judged = await convertLists(faces, lists);
    return {
      tables: [
        listsTable(`Lists of addresses, converted`, judged),
        listsTable('The same by a lookup of names', convertListsByPeer(createPeer(official), lists)),
      ],
      examples: judged.flatMap((each) => {
        const isWrong = isAcceptedWrong(each);
        // The half that is kept aside is never looked at.
        if (!each.row.isDevelopment || !each.isAccepted || (!isWrong && each.fault === '')) return [];
        const kind = `${each.list}: ${isWrong ? 'accepted and wrong, ' : ''}${each.fault}`;
        return [{ kind, text: `${each.row.cells.join(' | ')} => ${each.line}` }];
      }),
    };
  },
  spelling: async (faces, official, seed, share) => {
    const all = generateMisspelt(official, seed, Math.ceil(1 / share));
    const judged = await convertMisspelt(faces, all);
    const shown = judged.filter(({ of, isWrong }) => isWrong && of.isDevelopment);
    return {
      tables: [spellingTable(judged, convertMisspeltByPeer(createPeer(official), all))],
      examples: shown.map(({ of, line }) => ({
        kind: `${of.error}, accepted wrong`,
        text: `${of.text} => ${line}`,
      })),
    };
  },
  questions: async (faces, official, seed, share) => {
    const questions = [
      ...generateQuestions(official, seed, Math.ceil(600 * share)),
      ...generatePostQuestions(fileURLToPath(LABELS), seed, Math.ceil(400 * share), wardGrade(official)),
    ];
    const { judged, speed } = await askQuestions(faces, questions);
    const shown = judged.filter(({ question, grade }) => question.isDevelopment && grade !== 'right');
    return {
      tables: [
        questionsTable(judged, askPeer(createPeer(official), questions)),
        confidenceTable(judged),
        {
          title: 'Their speed, one thread, each text asked a second time',
          columns: ['', 'texts', 'texts/CPU s', 'slowest ms'],
          rows: speed.map(({ kind, texts, perSecond, slowestMs }) => [
            kind,
            ...[whole(texts), whole(perSecond), slowestMs.toFixed(1)],
          ]),
        },
      ],
      examples: shown.map((each) => ({
        kind: `${each.question.kind}: ${each.grade}`,
        text: questionText(each),
      })),
    };
  },
};
