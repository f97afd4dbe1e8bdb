const NAMES = ['north', 'northEast', 'east', 'southEast', 'south', 'southWest', 'west', 'northWest'] as const;

/** Returns the name of a direction: of a text of the section `direction`. Units: degrees clockwise from north. */
export function directionName(headingDegrees: number): (typeof NAMES)[number] {
  return NAMES[Math.round((((headingDegrees % 360) + 360) % 360) / 45) % 8]!;
}
