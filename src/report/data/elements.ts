/** The ids of the elements of the page that contain its data. */
export const ELEMENTS = {
  facts: 'facts',
  rows: 'rows',
  positions: 'positions',
  texts: 'texts',
  tours: 'tours',
  ground: 'ground',
  tiles: 'tiles',
} as const;
