import { expect, it } from 'vitest';
import { isUnanswered } from '../base/errors/attempts.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { textIn } from '../base/messages/catalogues.ts';
import { message } from '../base/messages/message.ts';
import { retriesExhausted, serviceDown } from './request-errors.ts';

const late = new GeomillError(
  'TIMEOUT',
  message('service.timedOut', { operation: 'place', cause: message('service.notComplete', { ms: 50 }) }),
);

it('says of a request that was never answered how often it was sent, in each language and by its code', () => {
  const { code, reason, details } = retriesExhausted(late, 1);
  expect([code, details]).toEqual(['TIMEOUT', { attempts: 1 }]);
  expect(isUnanswered(reason)).toBe(true);
  expect(textIn(reason, 'en')).toBe(
    'place: the service did not respond in time (no complete response within 50 ms). Tried 1 time.',
  );
  expect(textIn(retriesExhausted(late, 4).reason, 'vi')).toBe(
    'place: dịch vụ không phản hồi kịp (chưa có phản hồi đầy đủ sau 50 ms). Đã thử 4 lần.',
  );
});

it.each([
  [404, true, 'service.wrongPath'],
  [500, true, 'service.otherForm'],
  [500, false, 'service.notReached'],
])('blames the address for the first response where it is to blame: HTTP %i', (status, replied, code) => {
  const error = new GeomillError('SERVICE_ERROR', message('service.noResponse'), { details: { status } });
  expect(serviceDown(error, replied).reason.code).toBe(code);
});
