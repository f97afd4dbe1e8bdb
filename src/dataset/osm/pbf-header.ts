import { PbfReader } from 'pbf';
import type { OsmFileHeader } from './osm-entities.ts';
import { PbfFault, readEnd, readFields, readNumber } from './pbf-message.ts';

/** Required features of files that this reader supports. */
const KNOWN_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes']);

const USE_AN_EXTRACT = 'Give an extract of one moment, for example made by `osmium time-filter`';
const WRITE_IT_PLAINLY = 'Write it again without that, for example by `osmium cat in.osm.pbf -o out.osm.pbf`';

/** Parses the header block of a PBF file. Errors: PbfFault if it is damaged, or requires an unsupported feature. */
export function readPbfHeader(bytes: Buffer): OsmFileHeader {
  const pbf = new PbfReader(bytes);
  const header: OsmFileHeader = {};
  readFields(pbf, pbf.length, (field) => {
    if (field === 4) {
      const end = readEnd(pbf, pbf.length);
      const feature = bytes.toString('utf8', pbf.pos, end);
      pbf.pos = end;
      if (!KNOWN_FEATURES.has(feature)) {
        throw new PbfFault(
          `the file requires ${JSON.stringify(feature)} of its reader, which Geomill does not know`,
          feature === 'HistoricalInformation' ? USE_AN_EXTRACT : WRITE_IT_PLAINLY,
        );
      }
    } else if (field === 32) {
      const seconds = readNumber(pbf, 'signed');
      if (seconds > 0 && seconds < 1e11) header.timestamp = new Date(seconds * 1000).toISOString();
    }
  });
  return header;
}
