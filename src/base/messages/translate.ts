import { formatMessage, type Catalogue } from './format-message.ts';
import type { MessageCode, ValuesArguments } from './message.ts';
import type { MessagePlaces } from '../../locales/places.ts';

/** Returns the text of a code in the language of a page. Shape: the values are those of {@link message}. */
export type Translate = <C extends MessageCode>(code: C, ...values: ValuesArguments<C>) => string;

/** Returns how a page writes the texts of a catalogue. */
export function createTranslate(catalogue: Catalogue): Translate {
  return (code, ...[values]) => formatMessage(values ? { code, values } : { code }, catalogue);
}

/** The texts of a section that have no places, by name. */
export type SectionTexts<S extends string> = Readonly<
  Record<
    {
      [C in MessageCode]: keyof MessagePlaces[C] extends never
        ? C extends `${S}.${infer Name}`
          ? Name
          : never
        : never;
    }[MessageCode],
    string
  >
>;

/** Returns the texts of a section that have no places. */
export function sectionTexts<S extends string>(section: S, { texts }: Catalogue): SectionTexts<S> {
  return texts[section] as SectionTexts<S>;
}
