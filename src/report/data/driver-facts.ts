/** A stop on the page of a driver. Shape: `row` is its row in the input; undefined where the vehicle loads again. */
export interface DriverStop {
  row?: number;
  order: number;
  arrival: string;
  text: string;
  lat: number;
  lon: number;
  opens?: string;
  closes?: string;
  load?: string;
  phone?: string;
  remark?: string;
  /** What the plan remarks about the stop. */
  note?: string;
}

/** A tour on a page. Shape: `page` is the address of the page of its driver. */
export interface DriverTour {
  name: string;
  vehicle: string;
  depart: string;
  end: string;
  meters: number;
  /** Its times follow from straight lines. */
  isEstimated: boolean;
  page: string;
  stops: readonly DriverStop[];
}

/** The content of a page: one tour for its driver, all for the dispatcher. Shape: what was done is kept by `key`, that of the run. */
export interface DriverPage {
  kind: 'driver' | 'dispatcher';
  key: string;
  tours: readonly DriverTour[];
  /** Travel modes of links to navigation. */
  mode: string;
}

/** Id of the element with the content of a page. */
export const DRIVER_DATA = 'driver-data';

/** The columns of what was done, as `geomill route again --done` reads them. */
export const DONE_COLUMNS = ['row', 'served', 'time', 'note'] as const;
