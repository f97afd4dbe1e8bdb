import Type from 'typebox';
import { defineOperation, onlyShape } from '../operation.ts';
import { DecodedForcode } from '../records/forcode.ts';

/** Decodes a forcode into the centre of its cell. Source: interface document, section 4.10. */
export const decodeForcode = defineOperation({
  name: 'decodeForcode',
  method: 'POST',
  path: '/forcodes/decode',
  root: 'base',
  section: '4.10',
  summary: 'Decodes a forcode into the centre of its cell.',
  shapeOf: onlyShape,
  shapes: {
    only: {
      // The empty string is a question too: its answer is INVALID_FORCODES.
      parameters: Type.Object({
        forcodes: Type.String({ description: 'the forcode, in capitals and without blanks' }),
      }),
      answer: DecodedForcode,
    },
  },
});
