import { PICTURES } from '../../tools/street/street.ts';

/** The pictures of the later drive along the fixture street, in the order of their capture. */
export const DRIVE_PICTURES = PICTURES.filter(({ name }) => name.startsWith('drive-2025'));
