/**
 * A sentence of runs, or a part of one, in English and in Vietnamese.
 *
 * Shape: a name in braces stands for what a run writes there, which is translated if it is a sentence or a part itself; `{{name}}` stands for
 * nothing but those; `{level}`, `{level2}` and the like for words of a kind. The first sentence that fits counts.
 */
export type Sentence = readonly [english: string, vietnamese: string];
