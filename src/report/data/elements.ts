/** The ids of the elements of the page that contain its data. */
export const ELEMENTS = {
  facts: 'facts',
  rows: 'row-data',
  positions: 'positions',
  texts: 'texts',
  tours: 'tours',
  details: 'details',
  provinces: 'provinces',
  wards: 'wards',
  tiles: 'tiles',
  pictures: 'pictures',
} as const;
