import type { CliIo } from '../io.ts';
import type { Finding } from './finding.ts';

/** Says how progress and messages are shown here. */
export function checkTerminal(
  { stderr, env }: Pick<CliIo, 'stderr' | 'env'>,
  platform = process.platform,
): Finding {
  const check = 'terminal';
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  if (!stderr.isTTY) return { check, state: 'ok', message: 'none: progress is written as lines' };
  const message = `${stderr.columns ?? '?'} columns, ${locale || 'no locale'}`;
  if (platform === 'win32' || /utf-?8/i.test(locale)) return { check, state: 'ok', message };
  const remedy = 'set LANG=C.UTF-8: Vietnamese names may be shown wrong; files are right';
  return { check, state: 'warning', message, remedy };
}
