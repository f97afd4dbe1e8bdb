import { InvalidArgumentError } from 'commander';

/** Builds a parser of whole numbers for an option or argument. */
export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^-?\d+$/.test(text.trim()) ? Number(text) : NaN;
    if (value >= minimum && value <= maximum) return value;
    const upTo = maximum === Number.MAX_SAFE_INTEGER ? 'or more' : `to ${maximum}`;
    throw new InvalidArgumentError(`It must be a whole number, ${minimum} ${upTo}.`);
  };
}

/** Builds a parser of decimal numbers for an option or argument; `hint` is the advice for a number out of range. */
export function decimalNumber(minimum: number, maximum = Infinity, hint = ''): (text: string) => number {
  return (text) => {
    const value = /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : NaN;
    if (value >= minimum && value <= maximum) return value;
    const upTo = maximum === Infinity ? 'or more' : `to ${maximum}`;
    const advice = hint === '' || Number.isNaN(value) ? '' : ` ${hint}`;
    throw new InvalidArgumentError(`It must be a number, ${minimum} ${upTo}.${advice}`);
  };
}

/** Collects the values of a repeatable option. */
export function gather(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}
