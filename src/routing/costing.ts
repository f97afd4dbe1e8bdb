/** Lists the ways to travel that routers compute, by Valhalla's names. */
export const COSTINGS = [
  'auto',
  'bicycle',
  'pedestrian',
  'motorcycle',
  'motor_scooter',
  'taxi',
  'truck',
] as const;

/** Names a way to travel. */
export type Costing = (typeof COSTINGS)[number];

/** Lists the vehicles of /direction and how they travel. Source: interface document, section 4.7; Valhalla's costing models. */
export const VEHICLE_COSTINGS = {
  car: 'auto',
  bike: 'bicycle',
  motor: 'motorcycle',
  taxi: 'taxi',
  truck: 'truck',
  walking: 'pedestrian',
} as const satisfies Record<string, Costing>;

/** Names a vehicle of /direction. */
export type Vehicle = keyof typeof VEHICLE_COSTINGS;
