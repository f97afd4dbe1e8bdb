import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE, type ErrorCode } from '../base/errors/catalogue.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { exitCodeOf, reportError } from './report-error.ts';

function told(error: unknown, env: Record<string, string> = {}, isTTY = false): string {
  let written = '';
  reportError(error, { stderr: { isTTY, write: (text: string) => (written += text) }, env });
  return written;
}

describe('exitCodeOf', () => {
  it('is the catalogue’s for every failure of it', () => {
    for (const [code, { exitCode }] of Object.entries(ERROR_CATALOGUE)) {
      expect(exitCodeOf(new GeomillError(code as ErrorCode, ''))).toBe(exitCode);
    }
  });
  it('is 64 for what the command line got wrong, 0 for help, 1 for what nobody foresaw', () => {
    expect(exitCodeOf(new CommanderError(1, 'commander.unknownOption', ''))).toBe(64);
    expect(exitCodeOf(new CommanderError(0, 'commander.helpDisplayed', ''))).toBe(0);
    expect(exitCodeOf(new TypeError('x'))).toBe(1);
    expect(exitCodeOf('x')).toBe(1);
  });
});

describe('reportError', () => {
  it('tells the message and what to do', () => {
    expect(told(new GeomillError('KEY_REFUSED', 'the key was refused'))).toBe(
      'geomill: the key was refused\nThe key comes from GEOMILL_API_KEY, or from a file: --api-key-file FILE.\n',
    );
    expect(told(new GeomillError('LOCKED', 'another run'))).toBe('geomill: another run\n');
  });

  it('tells of --set where a line of the job is wrong, not where --set is', () => {
    const wrong = (...places: string[]) =>
      told(
        new GeomillError('JOB_WRONG', 'wrong', {
          details: { faults: places.map((place) => ({ place, message: 'x' })) },
        }),
      );
    expect(wrong('job.yaml:3', '--set geocode.text')).toBe(
      'geomill: wrong\nOptions can also be changed on the command line: --set "STAGE.OPTION=VALUE".\n',
    );
    expect(wrong('--set geocode.text')).toBe('geomill: wrong\n');
  });

  it('takes commands to the terminal out of messages', () => {
    expect(told(new GeomillError('LOCKED', 'a\u001b[2Jb\u0007'))).toBe('geomill: ab\n');
    expect(told(new GeomillError('LOCKED', 'x'), {}, true)).toBe('\u001b[31mgeomill:\u001b[39m x\n');
  });

  it('shows the stack of what nobody foresaw only when asked to', () => {
    const error = new TypeError('x is not a function', { cause: new Error('inner') });
    expect(told(error)).toMatch(
      /^geomill: x is not a function\nThis is a bug in Geomill.*GEOMILL_DEBUG=1 shows/,
    );
    expect(told(error)).not.toContain('    at ');
    const stack = told(error, { GEOMILL_DEBUG: '1' });
    expect(stack).toContain('    at ');
    expect(stack).toContain('Error: inner');
  });

  it('leaves to commander what commander told', () => {
    expect(told(new CommanderError(1, 'x', 'y'))).toBe('');
  });
});
