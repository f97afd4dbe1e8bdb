import type { Viewer } from '@photo-sphere-viewer/core';
import { createImageryClient, type ImageryClient } from '../imagery/imagery-client.ts';
import type { VirtualTourPlugin } from '../plugins/virtual-tour-plugin.ts';
import type { ViewerTexts } from '../public-texts.ts';
import type {
  DateRange,
  LatLng,
  Photo as PhotoApi,
  PhotoOptions,
  PhotoView,
  PluginConstructor,
  Sight,
  VirtualTourNode,
} from '../public-types.ts';
import { createJumps, type Jumps } from '../tour/jumps.ts';
import { createNodeSource, type NodeSource } from '../tour/node-source.ts';
import { otherDates } from '../tour/other-dates.ts';
import { provideContext, type PhotoContext } from '../context/photo-context.ts';
import { firstLanguage } from '../../../base/text/languages.ts';
import { TEXTS, type LanguageTexts } from '../context/texts.ts';
import { deepLinkHash, parseDeepLink, type DeepLink } from './deep-link.ts';
import { createFlatPicture, hasWebGl, type FlatPicture } from './flat-picture.ts';
import { enableKeyboard } from './keyboard.ts';
import { createOverlay, type Overlay } from './overlay.ts';
import { checkOptions, tourOptionsOf, imageryRoot } from './photo-options.ts';
import { createSphere, safeTexts } from './sphere.ts';
import { statusText } from './status-line.ts';
import { degrees, heading, radians, sightOf } from './view-angles.ts';

/** The view has to rest that long before it is read out and written into the address. */
const SETTLED_MS = 300;
const CALM = '(prefers-reduced-motion: reduce)';

/** A viewer of street pictures in an element of a page: a facade of Photo Sphere Viewer, or a flat picture without WebGL 2. */
export class Photo implements PhotoApi {
  readonly ready: Promise<void>;
  readonly #options: PhotoOptions;
  readonly #texts: LanguageTexts;
  readonly #context: PhotoContext;
  readonly #client: ImageryClient;
  readonly #source: NodeSource | undefined;
  readonly #overlay: Overlay;
  readonly #link: DeepLink;
  #viewer: Viewer | undefined;
  #flat: FlatPicture | undefined;
  #flatNode: VirtualTourNode | undefined;
  #endKeyboard = () => {};
  #settled: ReturnType<typeof setTimeout> | undefined;
  /** The last search for pictures of other dates. */
  #dates: Promise<VirtualTourNode[]> | undefined;
  readonly #flatJumps = createJumps();
  #resolveReady = () => {};
  #isDestroyed = false;

  /** Builds the viewer and loads the first picture. Errors: TypeError for options that are missing. */
  constructor(options: PhotoOptions) {
    checkOptions(options);
    const { container, apiKey, language, lang, deepLink } = options;
    const { viewer, own } = TEXTS[firstLanguage([language ?? document.documentElement.lang])];
    this.#options = options;
    this.#texts = { viewer: { ...viewer, ...lang }, own };
    this.#link = deepLink ? parseDeepLink(location.hash) : {};
    this.ready = new Promise((resolve) => (this.#resolveReady = resolve));

    const root = imageryRoot(options.imageryUrl, location.href);
    const clients = new Map<string, ImageryClient>();
    const clientFor = (key: string) => {
      const client =
        clients.get(key) ??
        createImageryClient({ root, apiKey: key, fetch: (url, init) => fetch(url, init) });
      client.setDates(options.dates ?? {});
      clients.set(key, client);
      return client;
    };
    this.#context = {
      apiKey,
      texts: own,
      isCalm: matchMedia(CALM).matches,
      clientFor,
      lookAt: (place) => this.lookAt(place),
      announce: (text) => this.#overlay.say(text),
    };
    provideContext(container, this.#context);
    const tour = tourOptionsOf(options, this.#link.pictureId);
    this.#client = clientFor(tour?.options.apiKey ?? apiKey);
    this.#source = tour && createNodeSource(tour.options, this.#client);
    this.#overlay = createOverlay(container, own, options.panel !== false && tour !== undefined, {
      goTo: (id) => void this.#try(this.setCurrentNode(id)),
      setDates: (dates) => void this.#try(this.setDates(dates)),
    });
    if (hasWebGl()) this.#startSphere(tour?.plugins ?? options.plugins);
    else this.#startFlat();
  }

  get isFlat(): boolean {
    return this.#flat !== undefined;
  }

  get viewer(): Viewer | undefined {
    return this.#viewer;
  }

  getPlugin(plugin: string | PluginConstructor): object | undefined {
    return this.#viewer?.getPlugin(plugin as never) ?? undefined;
  }

  getCurrentNode(): VirtualTourNode | undefined {
    if (this.isFlat) return this.#flatNode;
    const node = this.#tour?.getCurrentNode();
    return node ? this.#tour?.originalOf(node.id) : undefined;
  }

  setCurrentNode(nodeId: string): Promise<boolean> {
    return this.#tour?.setCurrentNode(nodeId) ?? this.#jumpFlat((source) => source.get(nodeId));
  }

  setCurrentLatLng(position: LatLng, flag = false): Promise<boolean> {
    return (
      this.#tour?.setCurrentLatLng(position, flag) ?? this.#jumpFlat((source) => source.nearest(position))
    );
  }

  #jumpFlat(find: (source: NodeSource) => Promise<VirtualTourNode | undefined>): Promise<boolean> {
    return this.#flatJumps.begin(async (isLast) => {
      const node = this.#source && (await find(this.#source));
      if (node === undefined || !isLast()) return false;
      this.#showFlat(node);
      return true;
    });
  }

  lookAt(place: LatLng): Sight | undefined {
    const gps = this.getCurrentNode()?.gps;
    if (gps === undefined) return undefined;
    const sight = sightOf(gps, place);
    this.#overlay.endNotice();
    this.#turn({ yaw: radians(sight.headingDegrees), pitch: 0 });
    return sight;
  }

  getView(): PhotoView {
    const { yaw, pitch } = this.#viewer?.getPosition() ?? { yaw: 0, pitch: 0 };
    const pictureId = this.getCurrentNode()?.id;
    return {
      ...(pictureId !== undefined && { pictureId }),
      headingDegrees: heading(yaw),
      pitchDegrees: degrees(pitch),
      zoom: this.#viewer?.getZoomLevel() ?? 0,
    };
  }

  setView({ headingDegrees, pitchDegrees, zoom }: Partial<Omit<PhotoView, 'pictureId'>>): void {
    const view = this.getView();
    this.#overlay.endNotice();
    // A turn that is under way would go on, and end elsewhere.
    void this.#viewer?.stopAnimation();
    this.#viewer?.rotate({
      yaw: radians(headingDegrees ?? view.headingDegrees),
      pitch: radians(pitchDegrees ?? view.pitchDegrees),
    });
    if (zoom !== undefined) this.#viewer?.zoom(zoom);
  }

  async setDates(dates: DateRange): Promise<boolean> {
    this.#client.setDates(dates);
    const gps = this.getCurrentNode()?.gps;
    if (!gps) return false;
    const jump = this.setCurrentLatLng({ lng: gps[0], lat: gps[1] });
    const isShown = await jump;
    if (!isShown && this.#jumps.last === jump) this.#overlay.say(this.#texts.own.noPicture);
    return isShown;
  }

  async getOtherDates(): Promise<VirtualTourNode[]> {
    const node = this.getCurrentNode();
    return node && this.#nodes ? otherDates(node, await this.#nodes.samePlace(node)) : [];
  }

  setLang(lang: Partial<ViewerTexts>): void {
    this.#texts.viewer = { ...this.#texts.viewer, ...lang };
    this.#viewer?.setOption('lang', { ...this.#viewer.config.lang, ...safeTexts(lang) });
  }

  destroy(): void {
    this.#isDestroyed = true;
    clearTimeout(this.#settled);
    this.#client.abort();
    this.#endSphere();
    this.#flat?.element.remove();
    this.#overlay.remove();
  }

  get #tour(): VirtualTourPlugin | undefined {
    return this.#viewer?.getPlugin<VirtualTourPlugin>('virtual-tour') ?? undefined;
  }

  get #jumps(): Jumps {
    return this.#tour?.jumps ?? this.#flatJumps;
  }

  /** Where nodes come from: the tour plugin has its own source, with its own cache. */
  get #nodes(): NodeSource | undefined {
    return this.#tour?.source ?? this.#source;
  }

  #startSphere(plugins: PhotoOptions['plugins']): void {
    const viewer = createSphere(this.#options, plugins, this.#texts, this.#context.isCalm, this.#link);
    this.#viewer = viewer;
    this.#endKeyboard = enableKeyboard(viewer, this.#texts.own.viewer);
    const settle = () => this.#settle();
    viewer.addEventListener('position-updated', settle);
    viewer.addEventListener('zoom-updated', settle);
    viewer.addEventListener('ready', () => this.#onReady(viewer), { once: true });
    this.#tour?.addEventListener('node-changed', () => void this.#onNode());
    // A tour whose nodes are known shows its first one by itself.
    if (this.#tour?.source.known().length === 0) void this.#showFirst();
  }

  #onReady(viewer: Viewer): void {
    const canvas = viewer.container.querySelector('canvas.psv-canvas, .psv-canvas-container canvas');
    canvas?.addEventListener('webglcontextlost', this.#onContextLost);
    if (this.#tour) return;
    this.#resolveReady();
    this.#settle();
  }

  readonly #onContextLost = () => {
    if (this.#isDestroyed) return;
    const node = this.getCurrentNode();
    this.#endSphere();
    this.#startFlat(node);
  };

  #endSphere(): void {
    const viewer = this.#viewer;
    if (!viewer) return;
    this.#endKeyboard();
    viewer.container.querySelector('canvas')?.removeEventListener('webglcontextlost', this.#onContextLost);
    this.#viewer = undefined;
    viewer.destroy();
  }

  #startFlat(node?: VirtualTourNode): void {
    this.#flat = createFlatPicture(this.#texts);
    this.#options.container.prepend(this.#flat.element);
    if (node) this.#showFlat(node);
    else void this.#showFirst();
  }

  #showFlat(node: VirtualTourNode): void {
    this.#flatNode = node;
    this.#flat?.show(node);
    void this.#onNode();
  }

  /** Shows the first node of the tour, else the picture of the options. */
  async #showFirst(): Promise<void> {
    const { panorama } = this.#options;
    const id = await this.#nodes?.first().catch(() => undefined);
    // A page that asked for another picture meanwhile does not want the first one.
    if ((await this.#jumps.settled()) || this.#isDestroyed) return;
    if (id !== undefined) void this.setCurrentNode(id);
    if ((await this.#jumps.settled()) || this.#isDestroyed) return;
    if (panorama && this.#viewer) {
      await this.#viewer.setPanorama(panorama).catch(() => undefined);
      this.#resolveReady();
    } else if (panorama) this.#showFlat({ id: '', panorama });
    else this.#overlay.say(this.#texts.own.noPicture);
  }

  /** Shows what is known of a node that has just been shown. */
  async #onNode(): Promise<void> {
    const node = this.getCurrentNode();
    if (!node) return;
    this.#resolveReady();
    this.#overlay.endNotice();
    this.#overlay.showNode(node, (id) => this.#nodes?.known().find((one) => one.id === id)?.name);
    const { lookAt } = this.#link;
    if (lookAt) {
      delete this.#link.lookAt;
      this.lookAt(lookAt);
    }
    this.#settle();
    const search = (this.#dates = this.getOtherDates().catch(() => []));
    const others = await search;
    if (this.#dates === search) this.#overlay.showDates(others);
  }

  /** Reads out the view, and writes it into the address, once it rests. */
  #settle(): void {
    clearTimeout(this.#settled);
    this.#settled = setTimeout(() => {
      const view = this.getView();
      const node = this.getCurrentNode();
      this.#overlay.sayView(statusText(this.#texts.own, node, this.isFlat ? undefined : view.headingDegrees));
      if (this.#options.deepLink && node) history.replaceState(history.state, '', deepLinkHash(view));
    }, SETTLED_MS);
  }

  #turn(direction: { yaw: number; pitch: number }): void {
    if (this.#context.isCalm) this.#viewer?.rotate(direction);
    else this.#viewer?.animate({ ...direction, speed: '20rpm' });
  }

  async #try(jump: Promise<boolean>): Promise<void> {
    await jump.catch(() => this.#overlay.say(this.#texts.viewer.loadError));
  }
}
