import { message, type Message } from '../../../base/messages/message.ts';
import { joinMessages, listFirst } from '../../../base/messages/join-messages.ts';
import { commonLetters, hasLostLetters } from '../../../base/text/legacy-encodings.ts';
import { addressSigns, isLikeAddress, type AddressSigns } from './address-signs.ts';
import { percent, share, type Doubt, type Judgement } from './judgement.ts';

/** The texts that a stage reads as addresses, and the cells of the columns that no stage reads. */
export interface AddressSample {
  prefix: string;
  /** Template of the text. */
  template: string;
  texts: readonly string[];
  /** Rows of the sample, those with an empty text too. */
  rows: number;
  /** Options of the stage say where in the country the addresses are. */
  isPlaced: boolean;
  /** Encoding that was stated or detected. */
  encoding: string;
  unused: readonly { name: string; texts: readonly string[] }[];
}

/** From this share of the sample on, what all of it should have is likely not read. */
const FEW_ADDRESSES = 0.3;
const FEW_UNITS = 0.2;
/** Units in other columns are missed where fewer texts than this name one. */
const SOME_UNITS = 0.5;
const MANY = 0.5;
const MANY_MISREAD = 0.2;
const MOST = 0.6;
/** Rows that a sample has before a share of it says something, and before it does if all rows agree. */
const ROWS_MIN = 10;
const AGREEING_ROWS_MIN = 5;
/** Columns that the line of a sample names at most. */
const NAMED_COLUMNS = 3;

const namesUnit = ({ province, district }: AddressSigns) => province || district;

/** Judges whether texts are addresses that can be searched. Shape: no doubts for a sample that is too small. */
export function judgeAddresses(sample: AddressSample): Judgement {
  const { texts, rows } = sample;
  const signs = texts.map(addressSigns);
  const of = (has: (sign: AddressSigns) => boolean) => share(signs.filter(has).length, signs.length);
  const figures = {
    texts: texts.length,
    province: of(({ province }) => province),
    ward: of(({ ward }) => ward),
    house: of(({ house }) => house),
  };
  const others = otherColumns(sample);
  const line = withNotRead(
    message('sample.addresses', {
      province: percent(figures.province),
      ward: percent(figures.ward),
      house: percent(figures.house),
    }),
    others,
  );
  const misread = misreadLetters(sample);
  if (misread) return { line, figures, doubts: [misread] };
  const isLow = (value: number, most: number) =>
    (texts.length >= ROWS_MIN && value < most) || (texts.length >= AGREEING_ROWS_MIN && value === 0);
  const address = of(isLikeAddress);
  const unit = of(namesUnit);
  const doubt = (rule: string, sentence: Message, sets: readonly string[] = []): Judgement => ({
    line,
    figures,
    doubts: [{ rule, sentence, sets }],
  });
  if (rows >= ROWS_MIN && texts.length < rows * 0.1) {
    if (others.addresses.length > 0 || texts.length === 0)
      return doubt(
        'empty',
        andOther(
          message('sample.empty', { share: percent(share(rows - texts.length, rows)) }),
          others.addresses,
        ),
        textOf(sample, others.addresses),
      );
  }
  if (texts.length === 0) return { doubts: [] };
  if (of(({ isForeign }) => isForeign) >= MANY && texts.length >= AGREEING_ROWS_MIN)
    return doubt(
      'foreign',
      message('sample.foreign', { share: percent(of(({ isForeign }) => isForeign)) }),
      textOf(sample, others.addresses),
    );
  if (isLow(address, FEW_ADDRESSES))
    return doubt(
      'no_address',
      andOther(message('sample.noAddresses', { share: percent(1 - address) }), others.addresses),
      textOf(sample, others.addresses),
    );
  if (sample.isPlaced) return { line, figures, doubts: [] };
  const units = others.units.map(({ name }) => name);
  // Without other columns, the name of a ward may be enough.
  const isDoubtful =
    units.length > 0
      ? isLow(unit, SOME_UNITS)
      : isLow(
          of((sign) => namesUnit(sign) || sign.named),
          FEW_UNITS,
        );
  if (isDoubtful) {
    const sets =
      units.length === 0
        ? [`${sample.prefix}.default_province=Hà Nội`]
        : [`${sample.prefix}.text=${[sample.template, ...units.map((name) => `{${name}}`)].join(', ')}`];
    const missing = percent(1 - unit);
    return doubt(
      'no_unit',
      units.length === 0
        ? message('sample.noUnit', { share: missing })
        : message('sample.noUnitOthersDo', {
            ...{ share: missing, count: units.length },
            first: joinMessages(
              units.map((name) => message('text.plain', { text: `"${name}"` })),
              'list.and',
            ) as Message,
          }),
      sets,
    );
  }
  return { line, figures, doubts: [] };
}

/** Adds to the line of a sample the columns that are not read. */
function withNotRead(line: Message, { addresses, units }: OtherColumns): Message {
  const named = [...new Set([...addresses, ...units.map(({ name }) => name)])];
  if (named.length === 0) return line;
  const columns = listFirst(
    named.map((name) => JSON.stringify(name)),
    NAMED_COLUMNS,
  );
  return message('sample.notRead', { line, columns });
}

function andOther(doubt: Message, [column]: readonly string[]): Message {
  return column === undefined ? doubt : message('sample.andOther', { doubt, column });
}

/** Returns the setting that reads another column. */
function textOf({ prefix }: AddressSample, [name]: readonly string[]): string[] {
  return name === undefined ? [] : [`${prefix}.text={${name}}`];
}

/** Returns the doubt of letters that were written or read in another encoding. */
function misreadLetters({ texts, encoding }: AddressSample): Doubt | undefined {
  const least = Math.max(3, texts.length * MANY_MISREAD);
  const found = commonLetters(texts);
  if (found && found.texts >= least && found.letters !== encoding) {
    return {
      rule: 'letters',
      sentence: message('sample.letters', {
        share: percent(share(found.texts, texts.length)),
        letters: found.letters,
      }),
      sets: [`input.encoding=${found.letters}`],
    };
  }
  const lost = texts.filter(hasLostLetters).length;
  if (lost < least) return undefined;
  const sentence = message('sample.lostLetters', { share: percent(share(lost, texts.length)) });
  return { rule: 'lost_letters', sentence, sets: [] };
}

/** Columns that no stage reads. Shape: `level` is 2 for provinces, 1 for districts, 0 for wards. */
interface OtherColumns {
  addresses: readonly string[];
  units: readonly { name: string; level: number }[];
}

/** Returns which of the columns that no stage reads look like addresses or like units, the most like one first. */
function otherColumns({ unused, rows }: AddressSample): OtherColumns {
  const judged = unused
    .filter(({ texts }) => texts.length >= Math.min(AGREEING_ROWS_MIN, rows))
    .map(({ name, texts }) => {
      const signs = texts.map(addressSigns);
      const of = (has: (sign: AddressSigns) => boolean) => share(signs.filter(has).length, texts.length);
      const length = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
      return {
        name,
        length,
        address: of((sign) => isLikeAddress(sign) && (namesUnit(sign) || sign.ward || sign.house)),
        province: of(({ province }) => province),
        unit: of(namesUnit),
        ward: of(({ ward }) => ward),
      };
    });
  const addresses = judged
    .filter(({ address, length }) => address >= MOST && length >= 12)
    .sort((a, b) => b.address + b.unit - a.address - a.unit || b.length - a.length)
    .map(({ name }) => name);
  const units = judged
    .filter(({ unit, ward, length }) => (unit >= MOST || ward >= MOST) && length <= 60)
    .map(({ name, province, unit }) => ({ name, level: province >= MOST ? 2 : unit >= MOST ? 1 : 0 }))
    .sort((a, b) => a.level - b.level);
  return { addresses, units: units.some(({ level }) => level > 0) ? units : [] };
}
