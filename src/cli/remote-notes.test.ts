import { expect, it } from 'vitest';
import { createRemoteNotes } from './remote-notes.ts';
import { textFor } from './terminal.ts';

it('words what a user needs to know, the first few of each kind', () => {
  const notes: string[] = [];
  const onEvent = createRemoteNotes((note) => notes.push(textFor({}, note)));
  for (let i = 1; i <= 8; i += 1) onEvent({ event: 'Throttle:Pause', pauseMs: i * 1000, status: 429 });
  onEvent({ event: 'Throttle:Ceiling', ratePerSecond: 39.4, why: 'throttled' });
  onEvent({ event: 'Throttle:Ceiling', ratePerSecond: 41, why: 'probing' });
  onEvent({ event: 'Service:Stopped', code: 'SERVICE_DOWN', message: 'reported as the failure' });
  expect(notes).toEqual([
    ...[1, 2, 3, 4].map((s) => `the service asks for a pause (429): waiting ${s}.0 s`),
    'the service asks for a pause (429): waiting 5.0 s; further notes of this kind are not shown',
    'the service allows fewer requests: continuing with 39 a second',
  ]);
});
