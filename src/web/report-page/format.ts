import { CATALOGUES } from '../../base/messages/catalogues.ts';
import type { Language } from '../../base/messages/languages.ts';
import { sectionTexts, type SectionTexts } from '../../base/messages/translate.ts';
import { createPageFormat, type PageFormat } from '../kit/page-format.ts';

/** The texts of the report that have no places. */
export type ReportTexts = SectionTexts<'report'>;

/** Writes texts and figures of the report in the form of a language. */
export interface Format extends PageFormat {
  texts: ReportTexts;
}

/** Builds the formats of a language. */
export function createFormat(language: Language): Format {
  return { ...createPageFormat(language), texts: sectionTexts('report', CATALOGUES[language]) };
}
