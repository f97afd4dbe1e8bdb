// Draws the workbooks of fixtures/workbooks/ in the XML of the programs that people use: npx tsx tools/workbooks/build-workbooks.ts
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawWorkbook } from './draw-workbook.ts';
import { WORKBOOKS } from './workbooks.ts';

for (const { name, sheets, dialect } of WORKBOOKS)
  await writeFile(join('fixtures/workbooks', `${name}.xlsx`), await drawWorkbook(sheets, dialect));
