import { LayerGroup } from 'leaflet';
import { escapeHtml } from '../../../base/text/escape-html.ts';
import type { PlanPluginOptions } from '../public-types.ts';

/** Returns the options of a plan that, without layers of its own, is plain ground and sends no request. */
export function plainGround(options: PlanPluginOptions): PlanPluginOptions {
  const { layers, spotStyle, pinImage } = options;
  return {
    ...options,
    layers: layers?.length ? layers : [{ layer: new LayerGroup() }],
    ...(pinImage !== undefined && { pinImage: asSvg(pinImage) }),
    ...(spotStyle && { spotStyle: withoutStyleAttributes(spotStyle) }),
  };
}

/** Returns a style whose pictures are drawn without a `style` attribute, which strict policies refuse. */
export function withoutStyleAttributes<Style extends { image?: string; hoverImage?: string }>(
  style: Style,
): Style {
  const { image, hoverImage } = style;
  return {
    ...style,
    ...(image !== undefined && { image: asSvg(image) }),
    ...(hoverImage !== undefined && { hoverImage: asSvg(hoverImage) }),
  };
}

/** Draws the picture that the base class chose for a spot: it sets the address of an `img`, and spots have an SVG. */
export function drawChosenImage(spot: HTMLElement | undefined): void {
  const shown = spot?.firstElementChild;
  const chosen = (shown as { src?: unknown } | null | undefined)?.src;
  if (!shown || typeof chosen !== 'string') return;
  const image = new DOMParser().parseFromString(chosen, 'text/html').querySelector('svg');
  if (!image) return;
  shown.setAttribute('viewBox', image.getAttribute('viewBox') ?? '0 0 10 10');
  // The element itself stays: another one under the mouse would begin to hover again.
  shown.replaceChildren(...image.childNodes);
}

function asSvg(image: string): string {
  if (image.includes('<svg')) return image;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><image href="${escapeHtml(image)}" width="10" height="10"/></svg>`;
}
