import type { ArrayFamily } from '../store/array-family.ts';

const UNIT = '1e-7 degrees WGS84';

/** Arrays of the search by position. */
export const SPATIAL_FAMILY = {
  file: 'spatial.bin',
  meaning: 'spatial indexes of streets, points of interest and houses',
  isLazy: true,
  arrays: {
    lineBoxes: {
      type: 'i32',
      length: 'free',
      unit: UNIT,
      meaning:
        'tree in the layout of flatbush over the boxes of line sections: minLon, minLat, maxLon, maxLat of each section along a Hilbert curve, then, level by level, of each group of 16; the root is last',
    },
    lineSections: {
      type: 'u32',
      length: 'free',
      meaning:
        'three numbers for each line section, in the order of the tree: street, first point, number of points (0 for a street without a line)',
    },
    pointPlaces: {
      type: 'u32',
      length: 'places - streets',
      meaning: 'points of interest and houses in the order of a kd-tree in the layout of kdbush',
    },
    pointCoordinates: {
      type: 'i32',
      length: '2 x pointPlaces',
      unit: UNIT,
      meaning: 'longitude and latitude of each of them',
    },
    poiPlaces: {
      type: 'u32',
      length: 'pois',
      meaning: 'points of interest alone, in the order of a kd-tree',
    },
    poiCoordinates: {
      type: 'i32',
      length: '2 x poiPlaces',
      unit: UNIT,
      meaning: 'longitude and latitude of each of them',
    },
    categoryStart: {
      type: 'u32',
      length: 'free',
      meaning: 'kd-tree of a category: from `categoryStart[i]` to `categoryStart[i + 1]`',
    },
    categoryPlaces: {
      type: 'u32',
      length: 'end of categoryStart',
      meaning: 'points of interest of each category, in the order of its kd-tree',
    },
    categoryCoordinates: {
      type: 'i32',
      length: '2 x categoryPlaces',
      unit: UNIT,
      meaning: 'longitude and latitude of each of them',
    },
  },
} as const satisfies ArrayFamily;

/** Arrays of the boundaries of wards, in datasets that were built from boundaries. */
export const POLYGON_FAMILY = {
  file: 'polygons.bin',
  meaning:
    'boundaries of wards in force, if the sources had any: polygons with the edges of each band of latitude',
  optional: true,
  isLazy: true,
  arrays: {
    polygonBoxes: {
      type: 'i32',
      length: 'free',
      unit: UNIT,
      meaning: 'tree over the boxes of polygons, laid out like `lineBoxes`',
    },
    polygonId: { type: 'u32', length: 'free', meaning: 'ward of each polygon, in the order of the tree' },
    polygonBandStart: {
      type: 'u32',
      length: 'polygonId + 1',
      meaning:
        'bands of a polygon, equally high, from south to north: from `polygonBandStart[i]` to `polygonBandStart[i + 1]`',
    },
    polygonEdgeStart: {
      type: 'u32',
      length: 'end of polygonBandStart + 1',
      meaning: 'edges that meet a band: from `polygonEdgeStart[i]` to `polygonEdgeStart[i + 1]`',
    },
    polygonEdge: {
      type: 'u32',
      length: 'end of polygonEdgeStart',
      meaning: 'edge i goes from point i to point i + 1',
    },
    polygonPointLat: {
      type: 'i32',
      length: 'free',
      unit: UNIT,
      meaning: 'latitude of each point of the closed rings',
    },
    polygonPointLon: { type: 'i32', length: 'polygonPointLat', unit: UNIT, meaning: 'its longitude' },
  },
} as const satisfies ArrayFamily;
