import Type, { type Static } from 'typebox';
import { LEVELS } from '../contract/records/osm-feature.ts';

/** Marks an argument that may be left out. */
export const maybe = Type.Optional;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);

/** The folder of the run whose review a call is of. */
export const Run = Type.String({ minLength: 1, description: 'folder of a finished run' });
/** The folder of its results. */
export const Output = maybe(
  Type.String({
    minLength: 1,
    description: 'folder of the results with the decisions; by default RUN-reviewed',
  }),
);

const Line = Type.Object({
  row: Type.Number({ description: 'number of the first row with this text in the results, from 1' }),
  rows: Type.Number({ description: 'number of rows with this text: a decision is for all of them' }),
  ids: Type.Array(Type.String(), { description: 'own ids of the first rows' }),
  text: Type.String(),
  status: Type.String(),
  reason: Type.String(),
  confidence: nullable(Type.Number()),
  map: nullable(Type.String({ description: 'address of a map, for a person' })),
  candidates: Type.Array(
    Type.Object({
      choice: Type.Number(),
      label: Type.String(),
      ward: nullable(Type.String()),
      lat: nullable(Type.Number()),
      lon: nullable(Type.Number()),
      map: nullable(Type.String()),
    }),
  ),
});

/** A part of the queue: texts that a person should decide. */
export const Doubtful = Type.Object({
  lines: Type.Array(Line),
  texts: Type.Number({ description: 'texts to decide, of which lines are a part' }),
  rows: Type.Number({ description: 'their rows' }),
  decided: Type.Number({ description: 'doubtful texts that are decided already' }),
});

/** A decision about a text. */
export const Decision = Type.Object(
  {
    text: Type.String({ minLength: 1, description: 'text of a line, as it is there' }),
    choice: maybe(Type.Integer({ minimum: 1, description: 'the right candidate' })),
    label: maybe(Type.String({ description: 'label of the candidate, which it must still have' })),
    lat: maybe(Type.Number({ description: 'in place of a choice: a position' })),
    lon: maybe(Type.Number()),
    level: maybe(Type.Enum(LEVELS, { description: 'what the position stands for; house by default' })),
    confirm: maybe(
      Type.Boolean({ description: 'the user means a position outside of the province that the text names' }),
    ),
  },
  { additionalProperties: false },
);

const Said = Type.Object({ text: Type.String(), says: Type.String() });
/** What became of decisions. */
export const Kept = Type.Object({
  kept: Type.Number({ description: 'decisions of this call that are in the file' }),
  file: Type.String({ description: 'file of the decisions, an alias file' }),
  ask: Type.Array(Said, { description: 'to be asked of the user, then sent again with confirm' }),
  faults: Type.Array(Said, { description: 'decisions that cannot be taken over' }),
  notes: Type.Array(Said, { description: 'how positions were read' }),
  contradictions: Type.Array(Type.String(), { description: 'texts that had another decision' }),
});

/** A part of the queue, as commands and tools exchange it. */
export type DoubtfulPart = Static<typeof Doubtful>;
/** A decision, as commands and tools exchange it. */
export type ToolDecision = Static<typeof Decision>;
/** What became of decisions, as commands and tools exchange it. */
export type KeptDecisions = Static<typeof Kept>;
