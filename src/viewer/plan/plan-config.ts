import { LayerGroup } from 'leaflet';
import { escapeText } from '../context/escape-text.ts';
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

/** Returns a style whose picture is drawn without a `style` attribute, which strict policies refuse. */
export function withoutStyleAttributes<Style extends { image?: string }>(style: Style): Style {
  return style.image === undefined ? style : { ...style, image: asSvg(style.image) };
}

function asSvg(image: string): string {
  if (image.includes('<svg')) return image;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><image href="${escapeText(image)}" width="10" height="10"/></svg>`;
}
