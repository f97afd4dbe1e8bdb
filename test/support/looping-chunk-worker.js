import './looping-texts.cjs';

/** A thread that works as the built one, and never ends with a text that has the marker. */
await import('../../dist/bundle/chunk-worker.cjs');
