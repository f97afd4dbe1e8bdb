import { COMPASS, COMPASS_PITCH, type Colour } from '../../../tools/street/scene.ts';
import { DRIVE_PICTURES } from '../../support/street-pictures.ts';
import { clearColour, isNearly } from '../../support/viewer-pixels.ts';

/** The pictures of the nodes a, b and c of the pages. */
const NODE_PICTURES = DRIVE_PICTURES.slice(0, 3);

/** A direction and what is seen there. Units: degrees from north, degrees up. */
interface Look {
  heading: number;
  pitch: number;
  colour: Colour;
}

/** Returns an expression: the picture of a node is shown, in a direction where those of the other nodes have other colours. */
export function showsNode(node: 'a' | 'b' | 'c', viewer = 'photo'): string {
  const index = 'abc'.indexOf(node);
  return looksLike(onlyThere(index), viewer);
}

/** Returns an expression: the middle of the picture is north, to the degree in which a compass mark has a colour. */
export function facesNorth(viewer = 'photo'): string {
  return looksLike({ heading: 0, pitch: COMPASS_PITCH + 10.5, colour: COMPASS[0].colour }, viewer);
}

/** Returns an expression: the picture of node a is shown as it lies in its file, with its own middle at heading 0. */
export function showsUncorrected(viewer = 'photo', turnDegrees = 0): string {
  const look = onlyThere(0);
  return looksLike({ ...look, heading: look.heading - NODE_PICTURES[0]!.azimuth + turnDegrees }, viewer);
}

/** The colour of the ground below the camera. */
export const GROUND_COLOUR = clearColour(NODE_PICTURES[0]!, 0, -88)!;

function looksLike({ heading, pitch, colour }: Look, viewer: string): string {
  return `looksLike(${viewer}, ${heading}, ${pitch}, ${colour})`;
}

/** Returns a direction in which one picture has a clear colour, and the others and the ground clearly another one. */
function onlyThere(index: number): Look {
  for (let heading = 0; heading < 360; heading += 2) {
    for (const pitch of [-15, -5, 5, 15, 25]) {
      const colours = NODE_PICTURES.map((picture) => clearColour(picture, heading, pitch));
      const colour = colours[index];
      const others = [...colours.filter((_, at) => at !== index), GROUND_COLOUR];
      if (colour !== undefined && others.every((one) => one !== undefined && !isNearly(one, colour)))
        return { heading, pitch, colour };
    }
  }
  throw new Error(`picture ${index} has no direction of its own`);
}
