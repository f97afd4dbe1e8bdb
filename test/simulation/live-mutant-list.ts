import type { SourceChange } from './mutants.ts';

/** A change that no simulated disk or lock would show, and what detects it. */
export interface LiveMutant extends SourceChange {
  name: string;
  detectedBy: TracedFault | UnitTest;
}

/** A fault in the order of the system calls of a run, as `test/resume/sync-order.test.ts` finds none. */
export interface TracedFault {
  fault: string;
}

/** A test on real files, by its whole title. */
export interface UnitTest {
  test: string;
  title: string;
  /** It starts the built command line: the mutant is built before it. */
  ofProgram?: true;
}

const LEDGER = 'src/remote/disk/quota-ledger.test.ts';
const LEDGER_SYNCS: UnitTest = {
  test: LEDGER,
  title: 'quota ledger is synced before it counts, within a second after each count, and at its end',
};

const COST = 'test/cost/table-cost.test.ts';

/** The mutants of what reaches the real disk, and of what only processes of one machine decide. */
export const LIVE_MUTANTS: readonly LiveMutant[] = [
  {
    name: 'a province without streets is not named before the first row',
    file: 'src/run/pipeline/sample/judgement.ts',
    text: 'covered < wards * FEW_WARDS',
    becomes: 'covered < 0',
    detectedBy: {
      test: 'src/run/pipeline/sample/few-streets.test.ts',
      title:
        'names the provinces of many addresses in which the dataset has few streets, with the command that adds them',
    },
  },
  {
    name: 'a dataset is built again without its columns',
    file: 'src/cli/commands/dataset-build.ts',
    text: 'columns: Object.entries(columns).map(([field, header]) => `${field}=${header}`),',
    becomes: 'columns: [],',
    detectedBy: {
      test: 'test/integration/cli-dataset.test.ts',
      title:
        'geomill dataset build is built again from the sources that its manifest records, with its columns and credits',
    },
  },
  {
    name: 'a short Plus Code is read however far it is from what its words name',
    file: 'src/engine/geocoder/position-answers.ts',
    text: 'const FAR_METERS = 3000;',
    becomes: 'const FAR_METERS = 3e7;',
    detectedBy: {
      test: 'src/engine/geocoder/position-answers.test.ts',
      title:
        'a text that states a position is answered at a short Plus Code beside its units, and in the area inside of its province',
    },
  },
  {
    name: 'a hamlet of one word is found under any type word',
    file: 'src/engine/geocoder/hamlets.ts',
    text: 'named.isLong || (isOneWard',
    becomes: 'true || (isOneWard',
    detectedBy: {
      test: 'src/engine/geocoder/hamlets.test.ts',
      title: 'the hamlet of a text is not found in Thôn 4, Khánh An: one word with another type',
    },
  },
  {
    name: 'an object of two extracts is read twice',
    file: 'tools/starter/city-sources.ts',
    text: 'if (known.has(id)) return;',
    becomes: '',
    detectedBy: {
      test: 'tools/starter/city-sources.test.ts',
      title: 'reads the newest version of an object, and no street that a whole newer extract lacks',
    },
  },
  {
    name: 'a house of the base stays beside that of a source',
    file: 'src/dataset/compile/add-base.ts',
    text: 'const SAME_HOUSE_METERS = 100;',
    becomes: 'const SAME_HOUSE_METERS = -1;',
    detectedBy: {
      test: 'src/dataset/compile/build-dataset.test.ts',
      title: 'buildDataset adds its sources to the streets and houses of a base, and prefers theirs',
    },
  },
  {
    name: 'a short Plus Code is at its nearest area, though that is in another province',
    file: 'src/base/position/written-position.ts',
    text: 'inside(there[0] ?? areas[0])',
    becomes: 'inside(areas[0])',
    detectedBy: {
      test: 'src/engine/geocoder/position-answers.test.ts',
      title:
        'a text that states a position is answered at a short Plus Code beside its units, and in the area inside of its province',
    },
  },
  {
    name: 'a position out of the province of its text is taken over without a word',
    file: 'src/run/pipeline/rerun/review-choices.ts',
    text: "if (cell('confirm') === '') {",
    becomes: 'if (false) {',
    detectedBy: {
      test: 'src/run/pipeline/rerun/review-choices.test.ts',
      title: 'a position out of the province that the text names is asked about',
    },
  },
  {
    name: 'a row placed by hand has no ward',
    file: 'src/run/pipeline/rerun/alias-file.ts',
    text: 'new: own?.new ?? NO_UNITS,',
    becomes: 'new: NO_UNITS,',
    detectedBy: {
      test: 'src/run/pipeline/rerun/review-choices.test.ts',
      title: 'a position has the units there, and the level that the person says',
    },
  },
  {
    name: 'one of several successors is trusted beyond its share',
    file: 'src/engine/geocoder/calibration/calibrate.ts',
    text: 'Math.min(confidence, share)',
    becomes: 'confidence',
    detectedBy: {
      test: 'src/engine/geocoder/calibration/calibrate.test.ts',
      title: 'trustOf never trusts one of several successors more than its share',
    },
  },
  {
    name: 'a limit of the interface document is passed off as its own',
    file: 'src/contract/schema.ts',
    text: '    ...beyond(RADIUS_LIMIT),',
    becomes: '',
    detectedBy: {
      test: 'test/conformance/beyond.test.ts',
      title:
        'marks each parameter, member, default, limit and refusal that the interface document does not have',
    },
  },
  {
    name: 'a link without position has none',
    file: 'src/web/viewer/tour/node-source.ts',
    text: 'return gps ? { ...link, gps } : link;',
    becomes: 'return link;',
    detectedBy: {
      test: 'src/web/viewer/tour/tour.test.ts',
      title: 'nodes of the search give links without a position that of their node, by gps',
    },
  },
  {
    name: 'a confidence that is not known is none',
    file: 'src/run/stages/verdict.ts',
    text: 'if (confidence !== null && confidence < rules.reject_below)',
    becomes: 'if ((confidence ?? 0) < rules.reject_below)',
    detectedBy: {
      test: 'src/run/stages/geocode.test.ts',
      title:
        'geocode has no confidence over a service that does not rate its matches: agreement of texts is no probability',
    },
  },
  {
    name: 'a forcode is of the province in front of it, wherever its cell is',
    file: 'src/engine/local/operations/decode-forcode.ts',
    text: 'return near.some((at) => named.includes(admin.provinces[at]?.code)) ? undefined : home.forcodePrefix;',
    becomes: 'return undefined;',
    detectedBy: {
      test: 'src/engine/local/local-service.test.ts',
      title: 'the local service publishes the published forcodes',
    },
  },
  {
    name: 'a decree leaves the name of before in force',
    file: 'src/dataset/decrees/apply-decree.ts',
    text: 'Object.assign(inForce.get(key) as Row, { to: effective, to_decree: id })',
    becomes: 'Object.assign(inForce.get(key) as Row, { to_decree: id })',
    detectedBy: {
      test: 'src/dataset/decrees/apply-decree.test.ts',
      title: 'a decree ends the name of a unit on its day and begins another',
    },
  },
  {
    name: 'a ward that a decree merged keeps its area on the map',
    file: 'src/dataset/decrees/apply-decree.ts',
    text: 'rowOf(absorbed.get(code) ?? code)',
    becomes: 'rowOf(code)',
    detectedBy: {
      test: 'src/dataset/decrees/apply-decree.test.ts',
      title:
        'a decree merges wards: one ends, and its area, its places and its former wards are in the other',
    },
  },
  {
    name: 'the line of a unit leaves out what it was made of',
    file: 'src/engine/geocoder/convert/unit-line.ts',
    text: "follow((of) => history.edgesTo(of), 'from');",
    becomes: '',
    detectedBy: {
      test: 'src/engine/geocoder/convert/unit-line.test.ts',
      title: 'the line of a unit has the edges at both of its ends',
    },
  },
  {
    name: 'the page of a ward leaves out what a unit became',
    file: 'src/server/pages/ward-page.ts',
    text: '${became.map(',
    becomes: '${[].map(',
    detectedBy: {
      test: 'test/integration/page-ground.test.ts',
      title:
        'the page of a ward shows its line through all days with decrees, in both languages and without a script',
    },
  },
  {
    name: 'a list of suggestions mixes labels of two periods',
    file: 'src/engine/local/operations/autocomplete.ts',
    text: 'places.some(isOfToday) && !',
    becomes: 'false',
    detectedBy: {
      test: 'src/engine/local/places.test.ts',
      title: 'a list of suggestions has labels of one period for vinhomes',
    },
  },
  {
    name: 'an update keeps the rows of a unit that a decree changed',
    file: 'src/engine/gazetteer/law-digest.ts',
    text: 'for (const code of new Set(rowCodes)) codes.add(code, hash);',
    becomes: '',
    detectedBy: {
      test: 'src/dataset/decrees/apply-decree.test.ts',
      title: 'a decree is what differs between the digests of both laws, forwards and back',
    },
  },
  {
    name: 'a unit is taken for one whose name differs in diacritics only',
    file: 'src/engine/geocoder/convert/dated-units.ts',
    text: 'const ofLine = byLine.get(spelledKey(...line)) ?? [];',
    becomes: 'const ofLine = byFolding.get(lineKey(...line)) ?? [];',
    detectedBy: {
      test: 'test/integration/unit-history.test.ts',
      title: 'keeps what is folded apart: the name of a day is the name that is written',
    },
  },
  {
    name: 'a ward takes the line of another one that differs in diacritics only',
    file: 'tools/starter/former-lines.ts',
    text: 'spelled.add(row);',
    becomes: '',
    detectedBy: {
      test: 'tools/starter/former-lines.test.ts',
      title: 'gives each of two wards whose names differ in diacritics only the lines that it had',
    },
  },
  {
    name: 'one of the units that were merged is given as a fact',
    file: 'src/engine/geocoder/convert/choose-target.ts',
    text: 'target: isBack ? undefined : first',
    becomes: 'target: first',
    detectedBy: {
      test: 'src/engine/geocoder/convert/converter.test.ts',
      title: 'a ward of today is ambiguous without a street, with shares that sum to 1',
    },
  },
  {
    name: 'a commune is taken for the town of its name',
    file: 'src/engine/geocoder/convert/address-reader.ts',
    text: 'each.stack.score === first.stack.score',
    becomes: 'false',
    detectedBy: {
      test: 'src/engine/geocoder/convert/converter.test.ts',
      title: 'says that a commune and the town of its name in one district fit equally',
    },
  },
  {
    name: 'the day of a conversion is that of its target',
    file: 'src/run/stages/convert.ts',
    text: '(result) => result[side]?.day',
    becomes: '(result) => result.to?.day',
    detectedBy: {
      test: 'src/run/stages/convert.test.ts',
      title: 'the stage convert names the columns of both sides by their sides, with their days',
    },
  },
  {
    name: 'names that a district and a ward share make a file one of the units since 2025',
    file: 'src/run/pipeline/sample/sample-facts.ts',
    text: 'STREET_WORD.test(ward) || parts.some((part) => DISTRICT_KEYS.has(foldKey(part)))',
    becomes: 'STREET_WORD.test(ward)',
    detectedBy: {
      test: 'src/run/pipeline/sample/sample-facts.test.ts',
      title: 'the period of the addresses of a file is open of names that a district and a ward share',
    },
  },
  {
    name: 'results overwrite what stands beside the table of a workbook',
    file: 'src/formats/xlsx/fill-workbook.ts',
    text: 'place.some((at) => used.has(at))',
    becomes: 'false',
    detectedBy: {
      test: 'test/golden/workbook-in-place.test.ts',
      title: 'a sheet that is filled stands right of everything where the place beside the table is taken',
    },
  },
  {
    name: 'an example of a template is a row',
    file: 'src/formats/legend-row.ts',
    text: "if (EXAMPLE.test(texts[0] as string)) return 'example';",
    becomes: '',
    detectedBy: {
      test: 'test/property/program-files.test.ts',
      title: 'the files of SPX, with an example',
    },
  },
  {
    name: 'a house number stays the date that a spreadsheet made of it',
    file: 'src/run/stages/house-of-date.ts',
    text: 'const iso = ISO.exec(text);',
    becomes: 'const iso = null as RegExpExecArray | null;',
    detectedBy: {
      test: 'src/run/stages/house-of-date.test.ts',
      title: 'a house number that a spreadsheet took for a date is said with what it was',
    },
  },
  {
    name: 'columns with a word of a group in front are no address',
    file: 'src/run/stages/find-columns.ts',
    text: 'for (const group of table.groups) {',
    becomes: 'for (const group of [] as string[]) {',
    detectedBy: {
      test: 'src/run/stages/find-columns.exports.test.ts',
      title:
        'the columns of an address in what programs export are those of the delivery where a table has those of the bill, too',
    },
  },
  {
    name: 'other columns of the results are no other run',
    file: 'src/run/pipeline/journal/identity.ts',
    text: '...(then.resultColumns === now.resultColumns ? [] : [columnsWere(then, now)]),',
    becomes: '',
    detectedBy: {
      test: 'test/integration/result-columns.test.ts',
      title: 'a run with chosen columns is not continued with others, and names a fault before its first row',
    },
  },
  {
    name: 'a request that was never answered is not marked',
    file: 'src/remote/request-errors.ts',
    text: 'unanswered(reason, attempts)',
    becomes: 'reason',
    detectedBy: {
      test: 'src/remote/request-errors.test.ts',
      title:
        'says of a request that was never answered how often it was sent, in each language and by its code',
    },
  },
  {
    name: 'a check of a parameter loses its reason',
    file: 'src/contract/parameters.ts',
    text: "if (keyword === '~refine')",
    becomes: "if (keyword === 'refine')",
    detectedBy: {
      test: 'src/contract/parameters.test.ts',
      title: 'what is wrong with parameters has the reason of a check of its own',
    },
  },
  {
    name: 'a row of low probability is good for its level',
    file: 'src/contract/uses.ts',
    text: "if (isDoubtful) return 'to_decide';",
    becomes: '',
    detectedBy: {
      test: 'src/run/pipeline/run-counts.test.ts',
      title: 'countColumns counts rows by what they are good for',
    },
  },
  {
    name: 'a house at its ward is accepted',
    file: 'src/run/stages/verdict.ts',
    text: "if (isNamed('house')) return !OF_HOUSE.includes(level);",
    becomes: '',
    detectedBy: {
      test: 'src/run/stages/verdict.test.ts',
      title: 'the verdict of a row by default: a house at its street',
    },
  },
  {
    name: 'zeros of a column of ward numbers are filled',
    file: 'src/run/stages/convert.ts',
    text: 'most >= least && most <= digits',
    becomes: 'most <= digits',
    detectedBy: {
      test: 'src/run/pipeline/sample/digit-columns.test.ts',
      title: 'a column of digits is one of names where it has none of three digits, or a name',
    },
  },
  {
    name: 'columns of a request are not mended',
    file: 'src/engine/local/operations/convert.ts',
    text: "['text', 'ward', 'district', 'province']",
    becomes: "['text']",
    detectedBy: {
      test: 'test/integration/mend-encoding.test.ts',
      title: 'mends the text and the columns of every request, at one place',
    },
  },
  {
    name: 'a doubt is noted with what to do about it',
    file: 'src/run/pipeline/journal/journal.ts',
    text: 'doubtLine(factOf(reason))',
    becomes: 'doubtLine(reason)',
    detectedBy: {
      test: 'src/run/pipeline/journal/journal.test.ts',
      title:
        'the journal on the real disk keeps a doubt behind its last whole line, and what is torn behind that goes',
    },
  },
  {
    name: 'the key behind a hash is not compared',
    file: 'src/run/pipeline/update/stored-index.ts',
    text: 'if (keyOf(source.records.read(record, columns)[keyAt]) !== key) continue;',
    becomes: '',
    detectedBy: {
      test: 'test/resume/update.test.ts',
      title: 'an update of a finished run asks a row whose key shares its hash with another one',
    },
  },
  {
    name: 'a file that became shorter is not noticed',
    file: 'src/run/pipeline/update/stored-index.ts',
    text: 'if (block.length < end - start)',
    becomes: 'if (end < start)',
    detectedBy: {
      test: 'test/resume/update.test.ts',
      title: 'an update of a finished run stops where a result becomes shorter while its rows are read',
    },
  },
  {
    name: 'a run that continues behind its limit replaces the record of the run before',
    file: 'src/run/pipeline/journal/manifest.ts',
    text: 'if (isContinued) return;',
    becomes: '',
    detectedBy: {
      test: 'test/resume/earlier.test.ts',
      title: 'the record of the run before stays when a run goes on behind its limit',
    },
  },
  {
    name: 'a report is compared with the run before where another one is named',
    file: 'src/report/read/earlier.ts',
    text: 'if (!against) {',
    becomes: 'if (folder) {',
    detectedBy: {
      test: 'test/resume/earlier.test.ts',
      title: 'the record of the run before is that of the finished run whose rows were asked again',
    },
  },
  {
    name: 'the copy of a finished file is not synced',
    file: 'src/run/pipeline/journal/marks.ts',
    text: 'await file.sync();',
    becomes: '',
    detectedBy: {
      test: 'test/resume/finished.test.ts',
      title:
        'a finished run that is extended is extended still after a power cut, without a request for its rows',
    },
  },
  {
    name: 'a change time that is later than that of the manifest counts for nothing',
    file: 'src/run/pipeline/journal/marks.ts',
    text: 'found.modifiedNs <= manifest.modifiedNs &&\n    found.changedNs <= manifest.changedNs;',
    becomes: 'found.modifiedNs <= manifest.modifiedNs;',
    detectedBy: {
      test: 'test/resume/finished.test.ts',
      title: 'a finished run notices an edited file whose time of modification was set back',
    },
  },
  {
    name: 'a folder gets its name before its names are durable',
    file: 'src/base/files/replace-folder.ts',
    text: 'await fs.syncFolder(aside);',
    becomes: '',
    detectedBy: {
      test: 'src/base/files/replace-folder.test.ts',
      title: 'replaceFolder makes the new names durable before the folder gets its own',
    },
  },
  {
    name: 'the name of a replaced folder is not durable',
    file: 'src/base/files/replace-folder.ts',
    text: 'await fs.syncFolder(dirname(dir));',
    becomes: '',
    detectedBy: {
      test: 'src/base/files/replace-folder.test.ts',
      title: 'replaceFolder makes the new names durable before the folder gets its own',
    },
  },
  {
    name: 'a result of fewer rows is that of its chunk',
    file: 'src/run/pipeline/check-result.ts',
    text: 'counts.rowsIn === place.rows && endOffset',
    becomes: 'endOffset',
    detectedBy: {
      test: 'src/run/pipeline/check-result.test.ts',
      title: 'misfitOf refuses a result of other rows, bytes or lines',
    },
  },
  {
    name: 'a result up to another byte is that of its chunk',
    file: 'src/run/pipeline/check-result.ts',
    text: 'endOffset === place.endOffset && nextLine',
    becomes: 'nextLine',
    detectedBy: {
      test: 'src/run/pipeline/check-result.test.ts',
      title: 'misfitOf refuses a result of other rows, bytes or lines',
    },
  },
  {
    name: 'a result up to another line is that of its chunk',
    file: 'src/run/pipeline/check-result.ts',
    text: ' && nextLine === place.nextLine;',
    becomes: ';',
    detectedBy: {
      test: 'src/run/pipeline/check-result.test.ts',
      title: 'misfitOf refuses a result of other rows, bytes or lines',
    },
  },
  {
    name: 'the checksum of a kept response is not compared when it is read',
    file: 'src/remote/disk/response-file.ts',
    text: 'return isRecord(record) && keyOf(record)',
    becomes: 'return keyOf(record)',
    detectedBy: {
      test: 'src/remote/disk/response-file.test.ts',
      title: 'response file misses a response that was damaged after it was indexed',
    },
  },
  {
    name: 'a kept response of another key is used',
    file: 'src/remote/disk/response-file.ts',
    text: 'isRecord(record) && keyOf(record).equals(key)',
    becomes: 'isRecord(record)',
    detectedBy: {
      test: 'src/remote/disk/response-file.test.ts',
      title: 'response file misses a response whose key begins like that of another one',
    },
  },
  {
    name: 'the names of the results are not durable before the manifest',
    file: 'src/run/pipeline/outputs/finish.ts',
    text: 'await recordEarlierRun(fs, paths, manifest);\n  await fs.syncFolder(paths.folder);',
    becomes: 'await recordEarlierRun(fs, paths, manifest);',
    detectedBy: {
      test: 'test/resume/sync-order.test.ts',
      title: 'the real disk gets what a power cut must not take, in order',
      ofProgram: true,
    },
  },
  {
    name: 'the end of a run is not durable',
    file: 'src/run/pipeline/outputs/finish.ts',
    text: 'await removeRunFiles(fs, paths);\n  await fs.syncFolder(paths.folder);',
    becomes: 'await removeRunFiles(fs, paths);',
    detectedBy: {
      test: 'test/resume/finished.test.ts',
      title: 'a finished run is durable when it ends, and its journal is not',
    },
  },
  {
    name: 'a visible file of another name is removed',
    file: 'src/run/pipeline/outputs/finish.ts',
    text: 'if (!isHidden({ name }) || mark?.name !== otherName) continue;',
    becomes: 'if (!isHidden({ name })) continue;',
    detectedBy: {
      test: 'test/resume/hidden-rows.test.ts',
      title:
        'the rows that only other outputs are made from leave a file with their visible name that the run before did not write, whatever its bytes',
    },
  },
  {
    name: 'a sync of a file does nothing',
    file: 'src/base/files/durable-fs.ts',
    text: "sync: () => attempt('sync', path, () => handle.datasync()),",
    becomes: 'sync: async () => undefined,',
    detectedBy: { fault: '.manifest.json.part is named manifest.json before it is durable' },
  },
  {
    name: 'a sync of a folder does nothing',
    file: 'src/base/files/durable-fs.ts',
    text: "await attempt('sync', path, () => folder.datasync()).finally",
    becomes: 'await Promise.resolve().finally',
    detectedBy: { fault: 'the journal is used before its name is durable' },
  },
  {
    name: 'the journal is removed before there is a manifest',
    file: 'src/run/pipeline/outputs/finish.ts',
    text: 'await writeManifest(fs, paths, manifest);\n  await removeHiddenCopies(fs, paths.folder, manifest);\n  await removeRunFiles(fs, paths);',
    becomes:
      'await removeRunFiles(fs, paths);\n  await writeManifest(fs, paths, manifest);\n  await removeHiddenCopies(fs, paths.folder, manifest);',
    detectedBy: { fault: 'the journal is removed before there is a manifest' },
  },
  {
    name: 'the copy of the input gets its name before it is durable',
    file: 'src/run/pipeline/input/spool-file.ts',
    text: 'await file.sync();\n  } finally {\n    await file.close();\n  }\n  await beforeRename();',
    becomes: '} finally {\n    await file.close();\n  }\n  await beforeRename();',
    detectedBy: { fault: '.spool.part is named .spool before it is durable' },
  },
  {
    name: 'a continued journal is not cut',
    file: 'src/run/pipeline/journal/journal.ts',
    text: 'await file.truncate(length);',
    becomes: '',
    detectedBy: {
      test: 'src/run/pipeline/journal/journal.test.ts',
      title:
        'the journal on the real disk that is continued has no line behind the one that it is continued after',
    },
  },
  {
    name: 'a silent lock is taken after one look',
    file: 'src/base/files/lock.ts',
    text: 'look < LOOKS_IN_A_LEASE',
    becomes: 'look < 1',
    detectedBy: {
      test: 'src/base/files/lock.test.ts',
      title: 'a lock of another machine that shows its signs of life late is respected for the whole lease',
    },
  },
  {
    name: 'the lock of a cache folder is not taken',
    file: 'src/remote/cache-parts.ts',
    text: 'return await lockFolder(folder, { message: reason });',
    becomes: 'return { check: async () => undefined, release: async () => undefined };',
    detectedBy: {
      test: 'src/remote/cache-parts.test.ts',
      title:
        'the cache of an address and key has one owner at a time, whose successor is told who it is and what to do',
    },
  },
  {
    name: 'the second line of a ledger is not written',
    file: 'src/remote/disk/quota-ledger.ts',
    text: 'second.write(text);',
    becomes: '',
    detectedBy: {
      test: LEDGER,
      title: 'quota ledger with its first file damaged in any byte, never counts less than was granted',
    },
  },
  {
    name: 'a damaged line of the ledger counts',
    file: 'src/remote/disk/overwritten-line.ts',
    text: 'return withCrc(text) === line ? text.trimEnd() : undefined;',
    becomes: 'return text.trimEnd();',
    detectedBy: {
      test: LEDGER,
      title: 'quota ledger with its first file damaged in any byte, never counts less than was granted',
    },
  },
  {
    name: 'what a damaged line may have counted is not added',
    file: 'src/remote/disk/quota-ledger.ts',
    text: 'total: other.total + MOST_OF_ENTRY',
    becomes: 'total: other.total',
    detectedBy: {
      test: LEDGER,
      title: 'quota ledger counts what its second line may lack, where the first is damaged',
    },
  },
  {
    name: 'the ledger is never synced',
    file: 'src/remote/disk/cache-file.ts',
    text: 'isDirty = true;',
    becomes: '',
    detectedBy: LEDGER_SYNCS,
  },
  {
    name: 'what a killed process left is not synced',
    file: 'src/remote/disk/cache-file.ts',
    text: 'may have left its last second unsynced.\n  changed();',
    becomes: '',
    detectedBy: LEDGER_SYNCS,
  },
  {
    name: 'the first lines of a ledger are not synced',
    file: 'src/remote/disk/quota-ledger.ts',
    text: 'line.writeDurably(encodeCount(count))',
    becomes: 'line.write(encodeCount(count))',
    detectedBy: LEDGER_SYNCS,
  },
  {
    name: 'the sends under another limit are forgotten',
    file: 'src/remote/sliding-guard.ts',
    text: 'next.set(inOrder, places - inOrder.length);',
    becomes: '',
    detectedBy: {
      test: 'src/remote/sliding-guard.test.ts',
      title: 'createSlidingGuard counts what was sent and reserved under the limit before',
    },
  },
  {
    name: 'requests that waited for a restart go out in a pause',
    file: 'src/remote/connections.ts',
    text: 'sleep(clock, pauseMs, ended.signal).then(() => leaving.pauseOver()),',
    becomes: 'sleep(clock, pauseMs, ended.signal),',
    detectedBy: {
      test: 'src/remote/reconnect.test.ts',
      title: 'a service that restarts gets no request in a pause that began while it was waited for',
    },
  },
  {
    name: 'an unfinished run is continued by any version',
    file: 'src/run/pipeline/journal/start.ts',
    text: 'if (isOfVersion(then, identity)) return;',
    becomes: 'if (isOfVersion(then, then)) return;',
    detectedBy: {
      test: 'test/resume/versions.test.ts',
      title: 'an unfinished run is refused to another version of Geomill, with both ways out',
    },
  },
  {
    name: 'decisions that were added since the file was read are overwritten',
    file: 'src/run/pipeline/rerun/add-decisions.ts',
    text: 'if (now?.sha256 !== before?.sha256) continue;',
    becomes: '',
    detectedBy: {
      test: 'src/run/pipeline/rerun/add-decisions.test.ts',
      title: 'decisions that are added at the same time are all in the file',
    },
  },
  {
    name: 'an md5 is read to its end',
    file: 'src/dataset/osm/download-extract.ts',
    text: 'if (!ok || bytes >= MD5_BYTES) break;',
    becomes: 'if (!ok || bytes >= 1 << 20) break;',
    detectedBy: {
      test: 'src/dataset/osm/download-extract.test.ts',
      title: 'an extract has an md5 of which 4 kB are read, however long it is',
    },
  },
  {
    name: 'a body that the server holds back is silent',
    file: 'src/server/guards.ts',
    text: 'received > watched.received || isHeld ? 0',
    becomes: 'received > watched.received ? 0',
    detectedBy: {
      test: 'src/server/open-bodies.test.ts',
      title: 'a body that is received may be silent as long as the server holds it back',
    },
  },
  {
    name: 'a body that trickles is received for ever',
    file: 'src/server/guards.ts',
    text: 'LIMITS.bodyBytesPerSecond * judgedMs',
    becomes: '0 * judgedMs',
    detectedBy: {
      test: 'src/server/open-bodies.test.ts',
      title: 'a body that is received is ended when it trickles, whatever came before',
    },
  },
  {
    name: 'a session with a call in progress makes room',
    file: 'src/mcp/sessions.ts',
    text: 'if (calls > 0) continue;',
    becomes: '',
    detectedBy: {
      test: 'src/mcp/sessions.test.ts',
      title:
        'the sessions of agents of one key make room for its newer ones, except those with a call in progress',
    },
  },
  {
    name: 'a dialect answers places that meet one of its conditions',
    file: 'src/server/dialects/selection.ts',
    text: 'conditions.every(',
    becomes: 'conditions.some(',
    detectedBy: {
      test: 'src/server/dialects/selection.test.ts',
      title: 'a selection of places has those that meet every condition, in their order, up to the limit',
    },
  },
  {
    name: 'a job file may repeat any number of values',
    file: 'src/base/text/read-yaml.ts',
    text: '(repeated += sizeOf(source)) > MAX_REPEATED',
    becomes: '(repeated = sizeOf(source)) > MAX_REPEATED * 1000',
    detectedBy: {
      test: 'src/run/job/parse-job.test.ts',
      title: 'a job refuses aliases that multiply',
    },
  },
  {
    name: 'a body may be nested as deep as it wants',
    file: 'src/server/parse-query.ts',
    text: 'parseJson(bytes)',
    becomes: '{ ok: true as boolean, value: JSON.parse(String(bytes)) as unknown, fault: "" }',
    detectedBy: {
      test: 'test/integration/costly-bodies.test.ts',
      title: 'a body of JSON nested 6,000 deep is refused by /v1/forcodes/encode',
    },
  },
  {
    name: 'an answer to empty rows may have any size',
    file: 'src/server/batch/batch-budget.ts',
    text: 'checkAnswer(rows * emptyRowBytes, body.sizes);',
    becomes: '',
    detectedBy: {
      test: 'test/integration/costly-bodies.test.ts',
      title: 'a batch that is small is refused with 413: one wide row, then rows without cells',
    },
  },
  {
    name: 'the tours of a request are searched without a bound',
    file: 'src/engine/routing/fleet/plan-fleet.ts',
    text: 'Math.max(round + 1, Math.floor((rounds * workOf(model)) / mostWork))',
    becomes: 'Math.max(round + 1, Math.min(0, workOf(model) / mostWork))',
    detectedBy: {
      test: 'src/engine/routing/fleet/plan-fleet.test.ts',
      title:
        'planFleet is the same within a bound that it does not need, and as complete within one that it does',
    },
  },
  {
    name: 'a stop in no tour costs less than the way to it',
    file: 'src/engine/routing/fleet/plan-fleet.ts',
    text: 'const absentWeight = 4 * cost + 1;',
    becomes: 'const absentWeight = 0 * cost;',
    detectedBy: {
      test: 'src/run/stages/route-lists.test.ts',
      title: 'lists of 25 stops are served in time, and leave out hardly more than any plan has to',
    },
  },
  {
    name: 'a vehicle leaves so late that a stop closes in its break',
    file: 'src/engine/routing/fleet/work-clock.ts',
    text: 'current === undefined ? time : current.from - 1',
    becomes: 'current === undefined ? time : time',
    detectedBy: {
      test: 'src/engine/routing/fleet/simulate-tours.test.ts',
      title:
        'the simulation of a plan passes a vehicle that leaves late, but not so late that a stop closes in its break',
    },
  },
  {
    name: 'the next trip begins before the vehicle has loaded',
    file: 'src/engine/routing/fleet/tours.ts',
    text: 'const stay = before === 0 && at > 1 ? of.reloadSeconds : service[before];',
    becomes: 'const stay = service[before];',
    detectedBy: {
      test: 'src/engine/routing/fleet/random-days.test.ts',
      title: 'plans of random days pass the second simulation',
    },
  },
  {
    name: 'a window of the next morning is not one of a night shift',
    file: 'src/run/stages/route-days.ts',
    text: '? [-1, 0, 1]',
    becomes: '? [-1, 0]',
    detectedBy: {
      test: 'src/run/stages/route-days.test.ts',
      title: 'the days of a plan have windows of the next morning in a night shift',
    },
  },
  {
    name: 'a client takes the routes from everybody',
    file: 'src/server/lane.ts',
    text: '(account.running === 0 ? 2 : 1)',
    becomes: '1',
    detectedBy: {
      test: 'src/server/fair-shares.test.ts',
      title: 'shares of a lane begin the work of a client at once while another one has all places',
    },
  },
  {
    name: 'a page of pictures is written whole, whether the client reads or not',
    file: 'src/server/imagery/imagery-search.ts',
    text: 'page.pictures.length <= AT_ONCE',
    becomes: 'page.pictures.length >= 0 * AT_ONCE',
    detectedBy: {
      test: 'src/server/imagery/imagery-search.test.ts',
      title: 'a page of items is not written ahead of a client that does not read',
    },
  },
  {
    name: 'the suffix of a name is searched from its first one',
    file: 'src/formats/unique-names.ts',
    text: 'let suffix = suffixes.get(name) ?? 1;',
    becomes: 'let suffix = 1;',
    detectedBy: {
      test: COST,
      title: 'the cost of a table grows with its size: a header of equal names, packed',
    },
  },
  {
    name: 'what a sheet writes is not counted',
    file: 'src/formats/xlsx/write-table.ts',
    text: 'if (charactersLeft < 0)',
    becomes: 'if (charactersLeft < -Infinity)',
    detectedBy: {
      test: COST,
      title: 'the cost of a table is refused with a sentence: one shared text in many rows',
    },
  },
  {
    name: 'files of a workbook are read any number of times',
    file: 'src/formats/zip/read-zip.ts',
    text: 'if (left < 0)',
    becomes: 'if (left < -Infinity)',
    detectedBy: { test: COST, title: 'the cost of a table is refused with a sentence: sheets of one file' },
  },
  {
    name: 'a row group of wide rows has as many as one of narrow rows',
    file: 'src/formats/parquet/write-geoparquet.ts',
    text: 'Math.min(GROUP_ROWS, Math.floor(GROUP_CELLS / names.length))',
    becomes: 'GROUP_ROWS',
    detectedBy: {
      test: 'src/formats/parquet/write-geoparquet.test.ts',
      title: 'GeoParquet has smaller groups where rows are wide, and the same bytes for the same rows',
    },
  },
  {
    name: 'a record that ends in the next block of a result file is lost',
    file: 'src/run/pipeline/rerun/stored-rows.ts',
    text: 'rest = Buffer.from(bytes.subarray(start));',
    becomes: 'rest = Buffer.alloc(0);',
    detectedBy: {
      test: 'src/report/read/result-rows.test.ts',
      title:
        'the rows of a result file have the cells that were written, whichever are asked for and wherever a block ends: csv',
    },
  },
  {
    name: 'a workbook has the day on which it was written',
    file: 'src/formats/zip/write-zip.ts',
    text: 'new Date(1980, 0, 1)',
    becomes: 'new Date()',
    detectedBy: {
      test: 'src/formats/zip/zip.test.ts',
      title: 'a zip archive is read as it was written, and has the same bytes on any day',
    },
  },
  {
    name: 'elements of a workbook are nested to any depth',
    file: 'src/formats/xlsx/read-xml.ts',
    text: 'if (++depth > DEPTH_MAX)',
    becomes: 'if (++depth > Infinity)',
    detectedBy: {
      test: COST,
      title: 'the cost of a table is refused with a sentence: elements in one another',
    },
  },
  {
    name: 'a log that nobody reads fills the memory',
    file: 'src/server/log.ts',
    text: '(stream.waiting?.() ?? 0) > WAITING_BYTES_MAX',
    becomes: '(stream.waiting?.() ?? 0) > Infinity',
    detectedBy: {
      test: 'src/server/log.test.ts',
      title: 'a log whose reader is stuck keeps at most a megabyte, and counts the lines that are lost',
    },
  },
  {
    name: 'a pipe is read as a file of a dataset',
    file: 'src/engine/gazetteer/store/read-file.ts',
    text: 'if (!stats.isFile())',
    becomes: 'if (stats.isDirectory())',
    detectedBy: {
      test: 'src/engine/local/local-service-files.test.ts',
      title: 'large files that are read by block are not waited for where a pipe is in their place',
    },
  },
  {
    name: 'all faults of a job are listed',
    file: 'src/base/errors/list-faults.ts',
    text: 'if (bytesLeft < 0) break;',
    becomes: '',
    detectedBy: {
      test: 'src/run/job/job.test.ts',
      title: 'the message of a broken job has at most 4 kB, whatever its faults',
    },
  },
  {
    name: 'a rest of a file stays on a full disk',
    file: 'src/base/files/replace-file.ts',
    text: 'await fs.remove(part).catch(() => undefined);',
    becomes: '',
    detectedBy: {
      test: 'src/base/files/replace-file.test.ts',
      title: 'a file that cannot be replaced leaves the old one, and nothing beside it',
    },
  },
  {
    name: 'cells of a report are cut before formulas',
    file: 'src/web/report-page/save-csv.ts',
    text: 'disarmInside(spreadsheetText(cell))',
    becomes: 'spreadsheetText(cell)',
    detectedBy: {
      test: 'src/web/report-page/save-csv.test.ts',
      title: 'disarms what becomes a cell of its own where semicolons, tabs or line ends separate',
    },
  },
  {
    name: 'a row that took too long once is blamed',
    file: 'src/run/pipeline/slow-rows.ts',
    text: "if ('result' in again) again.result.release?.();",
    becomes: "if ('result' in again && at < 0) again.result.release?.();",
    detectedBy: {
      test: 'src/run/pipeline/slow-rows.test.ts',
      title: 'the rows to blame are those that take too long twice, alone',
    },
  },
  {
    name: 'a task may take any time',
    file: 'src/runtime/task-thread.ts',
    text: 'seen.ms <= task.budgetMs',
    becomes: 'seen.ms <= Infinity * task.budgetMs',
    detectedBy: {
      test: 'test/integration/answer-threads.test.ts',
      title:
        'answer threads that end that are stuck are ended: those requests get 503, the others are answered by new threads',
    },
  },
  {
    name: 'what a run did is recorded behind its manifest',
    file: 'src/run/pipeline/run.ts',
    text: 'await options.beforeFinish?.(finished);',
    becomes: '',
    detectedBy: {
      test: 'test/resume/kill-finish.test.ts',
      title: 'a run that is killed at any call behind its manifest has recorded what it did',
      ofProgram: true,
    },
  },
  {
    name: 'an edge to the east of a whole range of pictures is passed over',
    file: 'src/engine/imagery/query/pictures-in.ts',
    text: 'if (Math.min(ax, bx) > maxLon) isInside = !isInside;',
    becomes: 'if (Math.min(ax, bx) > maxLon) continue;',
    detectedBy: {
      test: 'src/engine/imagery/query/pictures-in.test.ts',
      title: 'the pictures in a geometry are those that a test of each one finds',
    },
  },
  {
    name: 'fewer tours are computed at once than the lane of routes has places',
    file: 'src/cli/commands/serve.ts',
    text: 'createTourThreads({ threads: 2 * availableParallelism() })',
    becomes: 'createTourThreads({ threads: 1 })',
    detectedBy: {
      test: 'test/integration/tour-threads.test.ts',
      title: 'a tour of one client does not wait for the plans of another one',
      ofProgram: true,
    },
  },
  {
    name: 'a host name that --allow-host lets in is refused',
    file: 'src/cli/commands/serve.ts',
    text: 'hosts: [host, ...(options.allowHost ?? [])],',
    becomes: 'hosts: [host],',
    detectedBy: {
      test: 'test/integration/cli-options.test.ts',
      title: '--host and --allow-host decide which names a server without keys answers to',
    },
  },
  {
    name: 'errors are English whatever language the terminal asks for',
    file: 'src/cli/terminal.ts',
    text: "return (await import('../base/messages/catalogues.ts')).CATALOGUES[language];",
    becomes: 'return ENGLISH;',
    detectedBy: {
      test: 'test/integration/cli-options.test.ts',
      title: 'GEOMILL_LANGUAGE vi shows errors in Vietnamese, with the code and the values for programs',
    },
  },
  {
    name: 'a house number is read in each way that its parts can be cut',
    file: 'src/base/text/address-part.ts',
    text: String.raw`(?:[/-]\d*(?:[a-z]\d*)?)* \p{L}/u`,
    becomes: String.raw`(?:[/-]\d*[a-z]?\d*)*\s+\p{L}/u`,
    detectedBy: {
      test: 'src/base/text/address-part.test.ts',
      title: 'addressPart reads a house number of many parts once',
    },
  },
  {
    name: 'a place of Overture has the key of a row of its file',
    file: 'src/dataset/sources/places.ts',
    text: "key: gersId === '' ? `${prefix}:${id}` : overtureKey(gersId)",
    becomes: 'key: `${prefix}:${id}`',
    detectedBy: {
      test: 'src/dataset/sources/sources.test.ts',
      title: 'readPlacesFile knows a place of Overture by its GERS id in every file',
    },
  },
  {
    name: 'an island in a hole of an outline is a part of the hole',
    file: 'tools/starter/tables/outlines.ts',
    text: 'inside === outer.inside + 1 && contains',
    becomes: 'inside > outer.inside && contains',
    detectedBy: {
      test: 'tools/starter/tables/outlines.test.ts',
      title: 'a hole is in the polygon around it, and an island in the hole is a polygon of its own',
    },
  },
  {
    name: 'numbers are those of English in every language',
    file: 'src/base/messages/format-message.ts',
    text: 'formatsOf(catalogue.language)',
    becomes: "formatsOf('en')",
    detectedBy: {
      test: 'src/base/messages/message.test.ts',
      title: 'writes numbers, plurals and messages in messages in the language of the catalogue',
    },
  },
  {
    name: 'a page may show texts that its server does not write into it',
    file: 'tools/pages/locale-sections.ts',
    text: 'if (foreign)',
    becomes: 'if (false)',
    detectedBy: {
      test: 'tools/pages/locale-sections.test.ts',
      title: 'refuses a script that shows a text which neither has',
    },
  },
  {
    name: 'all stages are loaded for any job',
    file: 'src/run/stages/registry.ts',
    text: 'const known = [...new Set(names)]',
    becomes: 'const known = [...new Set(Object.keys(STAGES))]',
    detectedBy: {
      test: 'test/architecture/loaded-files.test.ts',
      title: 'geomill run geocode loads none of other commands',
      ofProgram: true,
    },
  },
  {
    name: 'the text of a fault is not in the language of its job',
    file: 'src/run/job/job.ts',
    text: 'fault: reason ?? text',
    becomes: 'fault: text',
    detectedBy: {
      test: 'src/run/job/parse-job.test.ts',
      title: 'a job tells its faults as codes, in any language',
    },
  },
  {
    name: 'reasons with one code are counted apart by their values',
    file: 'src/run/pipeline/reason-counts.ts',
    text: 'return inner.length === 0 ? code :',
    becomes: 'return inner.length === 0 ? code + JSON.stringify(values) :',
    detectedBy: {
      test: 'src/run/pipeline/reason-counts.test.ts',
      title: 'reasons are counted by code, with the values that all rows have in common',
    },
  },
  {
    name: 'a report takes any text for a message of the run',
    file: 'src/report/read/sentences.ts',
    text: 'sentenceOf(known.get(text) ?? plain(text))',
    becomes: 'sentenceOf([...known.values()][0] ?? plain(text))',
    detectedBy: {
      test: 'src/report/read/sentences.test.ts',
      title:
        'the reasons of a report are in each language where the run lists their texts, and as they are else',
    },
  },
  {
    name: 'a ward is no answer behind the places near a position',
    file: 'src/engine/geocoder/engine.ts',
    text: '(near.length > 0 && ward.distanceMeters !== 0)',
    becomes: 'near.length > 0',
    detectedBy: {
      test: 'src/engine/geocoder/engine.test.ts',
      title: 'a position has everything near it by distance, as `nearby` has the places, and its ward behind',
    },
  },
  {
    name: 'a geocoding result has a viewport that is null',
    file: 'src/engine/local/shapes/google-shape.ts',
    text: 'geometry: { location: { lat, lng: lon } },',
    becomes: 'geometry: { location: { lat, lng: lon }, viewport: null },',
    detectedBy: {
      test: 'test/conformance/interface.test.ts',
      title: 'the local service 2.2 geometry',
    },
  },
  {
    name: 'a highlight takes every y for an i',
    file: 'src/engine/geocoder/autocomplete/matched-substrings.ts',
    text: 'token.text.replaceAll(GLIDE, GLIDE_LETTER)',
    becomes: 'token.text',
    detectedBy: {
      test: 'src/engine/geocoder/autocomplete/matched-substrings.test.ts',
      title: 'matchedSubstrings marks no word that was not typed',
    },
  },
  {
    name: 'rows that a stopped update had not reached are lost',
    file: 'src/run/pipeline/update/stopped-run.ts',
    text: 'reached.has(wideHash(text))',
    becomes: 'reached.size >= 0',
    detectedBy: {
      test: 'test/resume/update.test.ts',
      title:
        'an update of a finished run keeps what an update answered that was stopped, and the rows of the finished run that it had not reached',
    },
  },
  {
    name: 'the quota of a service that is used up is a pause',
    file: 'src/remote/response-outcome.ts',
    text: 'retryAfter === undefined && ABOUT_DAY.test(words)',
    becomes: 'false',
    detectedBy: {
      test: 'src/remote/response-outcome.test.ts',
      title:
        'classify: failures told with HTTP 200 ends the run with the words of a quota of the day that is used up: HTTP 200 {"results":[],"status":"OVER_QUERY_LIMIT","error_message":"You have exceeded your daily request quota for this API."}',
    },
  },
  {
    name: 'parameters of other clients are not named',
    file: 'src/server/read-request.ts',
    text: 'if (ignored.length > 0)',
    becomes: 'if (ignored.length > 99)',
    detectedBy: {
      test: 'src/server/create-server.test.ts',
      title: 'a server names parameters of other clients in a header, and answers as without them',
    },
  },
  {
    name: 'the pictures of an item have no absolute address',
    file: 'src/engine/imagery/stac/links.ts',
    text: "const ADDRESS_PROPERTIES = ['imagery:image', 'imagery:thumbnail'];",
    becomes: 'const ADDRESS_PROPERTIES: string[] = [];',
    detectedBy: {
      test: 'test/integration/gateway-imagery.test.ts',
      title:
        'STAC objects are written in one way: absolute addresses and titles, by the server and by a gateway',
    },
  },
  {
    name: 'the first request of all holds up those of other operations',
    file: 'src/remote/request-client.ts',
    text: 'const entering = health.enter(running, request.operation.name);',
    becomes: 'const entering = health.enter(running);',
    detectedBy: {
      test: 'test/integration/remote-service.test.ts',
      title: 'remote service: the first requests of one operation do not wait for a slow one of another',
    },
  },
  {
    name: 'what a vehicle has on board may be served by another one',
    file: 'src/run/stages/route-plan.ts',
    text: 'if (!done.has(row)) vehicleOf.set(row, vehicle);',
    becomes: 'if (done.has(row)) vehicleOf.set(row, vehicle);',
    detectedBy: {
      test: 'test/integration/route-again.test.ts',
      title:
        'geomill route again keeps what was served, and plans the rest from where each vehicle is, with new stops loaded at the depot',
    },
  },
  {
    name: 'a window is promised after which the vehicle is back too late',
    file: 'src/engine/routing/fleet/slots.ts',
    text: 'if (!tour.isFeasible || !isLoaded',
    becomes: 'if (!isLoaded',
    detectedBy: {
      test: 'test/integration/route-slot.test.ts',
      title: 'windows that can be promised are none where the vehicle has no room, or could not be back',
    },
  },
  {
    name: 'a row of the input ends the data of the page of a driver',
    file: 'src/report/page-text.ts',
    text: "JSON.stringify(value).replaceAll('<', '\\\\u003c')",
    becomes: 'JSON.stringify(value)',
    detectedBy: {
      test: 'test/integration/driver-pages.test.ts',
      title:
        'the pages of a run have a link for each driver that cannot be guessed, and one for the dispatcher',
    },
  },
  {
    name: 'the first of two keys counts, known or not',
    file: 'src/server/access/access.ts',
    text: 'if (!account) continue;',
    becomes: 'if (!account) break;',
    detectedBy: {
      test: 'src/server/access/access.test.ts',
      title: 'access counts the key that is known of two, and names the place of the other',
    },
  },
  {
    name: 'a cell with escaped delimiters is not quoted',
    file: 'src/formats/csv-escape.ts',
    text: 'hasEscape = true;',
    becomes: 'hasEscape = false;',
    detectedBy: {
      test: 'src/formats/csv-escape.test.ts',
      title: 'reads backslash escapes where only then the rows fit, and says so',
    },
  },
  {
    name: 'values that follow one another are one document',
    file: 'src/formats/json-sample.ts',
    text: 'elementsOf(head, true).records.length > 1',
    becomes: 'elementsOf(head, true).records.length > 99',
    detectedBy: {
      test: 'src/formats/json-wrapper.test.ts',
      title: 'values that follow one another are rows, on one line or on several',
    },
  },
  {
    name: 'any column is the likeliest of a header nobody knows',
    file: 'src/run/pipeline/sample/sample-facts.ts',
    text: 'best.share >= 0.5',
    becomes: 'best.share >= 0',
    detectedBy: {
      test: 'src/run/pipeline/sample/likeliest-address.test.ts',
      title: 'names the column whose values look like addresses, else lists what there is',
    },
  },
  {
    name: 'metres are taken for degrees, minutes and seconds',
    file: 'src/base/position/read-position.ts',
    text: 'if (isInVietnam(packed)) return',
    becomes: 'if (isPosition(packed)) return',
    detectedBy: {
      test: 'src/base/position/read-position.test.ts',
      title: 'degrees, minutes and seconds are no metres of VN-2000, and those are no degrees',
    },
  },
  {
    name: 'a former ward of an ended district is not the one it went on as',
    file: 'src/dataset/compile/unit-hints.ts',
    text: 'return recent.length > 0 ? recent : formers;',
    becomes: 'return formers;',
    detectedBy: {
      test: 'src/dataset/compile/unit-hints.test.ts',
      title: 'takes the ward that a former ward of an ended district went on as',
    },
  },
  {
    name: 'an older object wins where extracts are merged',
    file: 'src/dataset/osm/sort-osm.ts',
    text: 'if (rows.ageAt(next) > age) return false;',
    becomes: 'if (rows.ageAt(next) < age) return false;',
    detectedBy: {
      test: 'src/dataset/osm/sort-osm.test.ts',
      title: 'sortOsmFiles merges files by id: of an object in several the newest stays',
    },
  },
  {
    name: 'metres of VN-2000 are taken for WGS84',
    file: 'src/base/position/projection.ts',
    text: 'isVn2000 ? toWgs84(lat, lon) : [lat, lon]',
    becomes: '[lat, lon]',
    detectedBy: {
      test: 'src/base/position/projection.test.ts',
      title: 'VN-2000 48: 685985.74, 1191786.74',
    },
  },
  {
    name: 'formulas to another workbook are known in their first cell only',
    file: 'src/formats/xlsx/read-sheet.ts',
    text: '(shared !== undefined && linkedShared.has(shared))',
    becomes: 'false',
    detectedBy: {
      test: 'test/golden/workbook-in-place.test.ts',
      title: 'says which formulas point to another workbook, and reads the values they had',
    },
  },
];
