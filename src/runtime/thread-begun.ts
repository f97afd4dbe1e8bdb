/** Says, from a thread to the main one, that it answers from now on. */
export const THREAD_BEGUN = 'begun';
