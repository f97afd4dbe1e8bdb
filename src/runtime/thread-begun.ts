/** The message of a thread to the main thread that it is ready. */
export const THREAD_BEGUN = 'begun';
