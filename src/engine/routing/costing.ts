/** The modes of travel that routers support, by Valhalla's names. */
export const COSTINGS = [
  'auto',
  'bicycle',
  'pedestrian',
  'motorcycle',
  'motor_scooter',
  'taxi',
  'truck',
] as const;

/** A mode of travel. */
export type Costing = (typeof COSTINGS)[number];

/** The vehicles of /direction and their modes of travel. Source: interface document, section 4.7; Valhalla's costing models. */
export const VEHICLE_COSTINGS = {
  car: 'auto',
  bike: 'bicycle',
  motor: 'motorcycle',
  taxi: 'taxi',
  truck: 'truck',
  walking: 'pedestrian',
} as const satisfies Record<string, Costing>;

/** A vehicle of /direction. */
export type Vehicle = keyof typeof VEHICLE_COSTINGS;
