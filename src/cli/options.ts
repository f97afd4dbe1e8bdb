import { type Command, InvalidArgumentError, Option } from 'commander';

/** What the text of an option becomes: `--input <FILE>` a text, `--cors <ORIGIN...>` texts, `--quiet` true, `--no-cache` false. */
type ValueOf<Flags extends string> = Flags extends `${string}...>`
  ? string[]
  : Flags extends `${string}<${string}`
    ? string
    : boolean;

/** What an option is beside its names and its help. */
interface Traits<T> {
  /** Returns the value of a text. Shape: `before` is that of the same option earlier on the command line. Errors: InvalidArgumentError. */
  parse?: (text: string, before: T | undefined) => T;
  /** Value where the option is left out. */
  byDefault?: T;
  isRequired?: boolean;
  choices?: readonly (T & string)[];
  /** Names of options that cannot be given together with it. */
  conflicts?: readonly string[];
}

/** An option of a command: names, help, default and parser are those of commander; `T` is the type of its value. */
export type Declared<T> = Option & { valueType?: T };

/** An option that always has a value: it is required, or has a default. */
type Given<T> = Declared<T> & { isGiven?: true };

/** Options by the name that commander gives their values: `perDay` for `--per-day`. */
type Declarations = Readonly<Record<string, Declared<unknown>>>;

type GivenNames<D extends Declarations> = {
  [Name in keyof D]: 'isGiven' extends keyof D[Name] ? Name : never;
}[keyof D];

type ValueAt<D> = D extends Declared<infer T> ? T : never;

/** The values of declared options. */
export type OptionsOf<D extends Declarations> = { -readonly [Name in GivenNames<D>]: ValueAt<D[Name]> } & {
  -readonly [Name in Exclude<keyof D, GivenNames<D>>]?: ValueAt<D[Name]>;
};

/**
 * Declares an option, once: every command that has it adds this declaration.
 *
 * Shape: `test/architecture/options.test.ts` names the test of its effect.
 */
export function option<Flags extends string, T = ValueOf<Flags>>(
  flags: Flags,
  help: string,
  traits: Traits<T> & ({ isRequired: true } | { byDefault: T }),
): Given<T>;
export function option<Flags extends string, T = ValueOf<Flags>>(
  flags: Flags,
  help: string,
  traits?: Traits<T>,
): Declared<T>;
export function option<T>(
  flags: string,
  help: string,
  { parse, byDefault, isRequired = false, choices, conflicts }: Traits<T> = {},
): Declared<T> {
  const declared = new Option(flags, help).makeOptionMandatory(isRequired);
  if (parse) declared.argParser(parse);
  if (choices) declared.choices(choices);
  if (conflicts) declared.conflicts([...conflicts]);
  if (byDefault !== undefined) declared.default(byDefault);
  return declared;
}

/** Adds options to a command, in the order of their declarations. */
export function addOptions(command: Command, ...lists: readonly Declarations[]): Command {
  for (const declared of lists.flatMap((list) => Object.values(list))) command.addOption(declared);
  return command;
}

/** Returns the values of some declared options. Shape: what was not given is left out. */
export function pickOptions<D extends Declarations>(declarations: D, values: object): OptionsOf<D> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in declarations)) as OptionsOf<D>;
}

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
    const value = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : NaN;
    if (value >= minimum && value <= maximum) return value;
    const upTo = maximum === Infinity ? 'or more' : `to ${maximum}`;
    const advice = hint === '' || Number.isNaN(value) ? '' : ` ${hint}`;
    throw new InvalidArgumentError(`It must be a number, ${minimum} ${upTo}.${advice}`);
  };
}

/** Collects the values of a repeatable option. */
export const gathered = {
  parse: (value: string, before: string[] | undefined): string[] => [...(before ?? []), value],
};
