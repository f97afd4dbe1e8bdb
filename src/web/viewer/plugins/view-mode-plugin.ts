import { AbstractPlugin, utils, type Viewer } from '@photo-sphere-viewer/core';
import { el } from '../../kit/dom.ts';
import { createIcon } from '../context/icons.ts';
import { contextOf, type PhotoContext } from '../context/photo-context.ts';
import type { ViewMode, ViewModeMethods, ViewModePluginOptions } from '../public-types.ts';

const STREET = { fisheye: false, maxFov: 90 } as const;
/** Looking down with a wide, bent view shows the surroundings as from above. */
const FLY = { fisheye: 1, maxFov: 110 } as const;
const DOWN = -Math.PI / 2;
const ANIMATION_MS = 700;

/** Switches between the view from the street and the view from above. */
export class ViewModePlugin extends AbstractPlugin implements ViewModeMethods {
  static override readonly id = 'view-mode';
  static override readonly VERSION = '5.15.1';
  readonly #options: ViewModePluginOptions;
  readonly #context: PhotoContext;
  #mode: ViewMode = 'street';
  #button: HTMLButtonElement | undefined;
  #street = { pitch: 0, zoom: 50 };

  /** Creates the plugin; called by the viewer. */
  constructor(viewer: Viewer, options: ViewModePluginOptions | null) {
    super(viewer);
    this.#options = options ?? {};
    this.#context = contextOf(viewer);
  }

  /** Adds the button, or sets the only mode. */
  override init(): void {
    const { onlyMode } = this.#options;
    if (onlyMode === undefined) this.#addButton();
    else this.viewer.addEventListener('ready', () => this.#show(onlyMode, false), { once: true });
  }

  /** Removes the button. */
  override destroy(): void {
    this.#button?.remove();
  }

  /** Returns the current mode. */
  getMode(): ViewMode {
    return this.#mode;
  }

  /** Changes the mode; does nothing with `onlyMode`. */
  setMode(mode: ViewMode): void {
    if (this.#options.onlyMode === undefined && mode !== this.#mode) this.#show(mode, !this.#context.isCalm);
  }

  #show(mode: ViewMode, isAnimated: boolean): void {
    const { viewer } = this;
    const { yaw, pitch } = viewer.getPosition();
    if (mode === 'fly') this.#street = { pitch, zoom: viewer.getZoomLevel() };
    this.#mode = mode;
    viewer.setOptions(mode === 'fly' ? FLY : STREET);
    const target = mode === 'fly' ? { yaw, pitch: DOWN, zoom: 0 } : { yaw, ...this.#street };
    if (isAnimated) viewer.animate({ ...target, speed: ANIMATION_MS });
    else {
      viewer.rotate(target);
      viewer.zoom(target.zoom);
    }
    this.#label();
  }

  #addButton(): void {
    const { size = '40px', position = 'top right', className } = this.#options;
    const [vertical, horizontal] = utils.cleanCssPosition(position, {
      allowCenter: true,
      cssOrder: true,
    }) ?? ['top', 'right'];
    const button = el('button', {
      type: 'button',
      class: `gm-viewer-mode gm-viewer-mode--${vertical}-${horizontal}`,
      onclick: () => this.setMode(this.#mode === 'street' ? 'fly' : 'street'),
    });
    if (className) button.classList.add(...className.split(/\s+/).filter(Boolean));
    button.style.width = size;
    button.style.height = size;
    this.#button = button;
    this.#label();
    this.viewer.container.append(button);
  }

  #label(): void {
    const { t } = this.#context;
    if (!this.#button) return;
    const isStreet = this.#mode === 'street';
    this.#button.replaceChildren(createIcon(isStreet ? 'fly' : 'street'));
    this.#button.title = isStreet ? t('viewerPart.fly') : t('viewerPart.street');
    this.#button.setAttribute('aria-label', this.#button.title);
  }
}
