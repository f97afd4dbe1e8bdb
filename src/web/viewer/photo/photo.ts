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
import { linkAhead, linkHeading } from '../tour/link-ahead.ts';
import { provideContext, type PhotoContext } from '../context/photo-context.ts';
import { firstLanguage } from '../../../base/messages/languages.ts';
import { textsIn, type LanguageTexts } from '../context/texts.ts';
import { deepLinkHash, parseDeepLink, type DeepLink } from './deep-link.ts';
import { createFlatPicture, hasWebGl, type FlatPicture } from './flat-picture.ts';
import { enableKeyboard } from './keyboard.ts';
import { createOverlay, type Overlay } from './overlay.ts';
import { problemOf, type Problem } from './problem.ts';
import { checkOptions, tourOptionsOf, imageryRoot } from './photo-options.ts';
import { createSphere, safeTexts } from './sphere.ts';
import { statusText } from './status-line.ts';
import { degrees, heading, radians, sightOf } from './view-angles.ts';

/** The view has to rest that long before it is read out and written into the address. */
const SETTLED_MS = 300;
/** Greatest distance of the picture that a link to a place opens, and of a place that is seen in one. Units: metres. */
const LINK_METERS = 1000;
/** Pitch of a view that sees the arrows as a ring. Units: radians. */
const STEEP_PITCH = -0.35;
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
  readonly #root: string;
  readonly #hasKey: boolean;
  /** Whether the pictures come one by one, so that the page does not choose the first direction. */
  readonly #isSearched: boolean;
  #viewer: Viewer | undefined;
  #flat: FlatPicture | undefined;
  #flatNode: VirtualTourNode | undefined;
  #endKeyboard = () => {};
  #settled: ReturnType<typeof setTimeout> | undefined;
  /** The last search for pictures of other dates. */
  #dates: Promise<VirtualTourNode[]> | undefined;
  readonly #flatJumps = createJumps((error, retry) => this.#showFailure(error, retry));
  /** Whether the first picture, which may choose the direction of the view, is still to come. */
  #isFirst = true;
  /** Whether the place of the link is too far from every picture. */
  #isFar = false;
  #resolveReady = () => {};
  #rejectReady: (reason: Error) => void = () => {};
  #isDestroyed = false;

  /** Builds the viewer and loads the first picture. Errors: TypeError for options that are missing. */
  constructor(options: PhotoOptions) {
    checkOptions(options);
    const { container, apiKey, language, lang, deepLink } = options;
    const { viewer, t } = textsIn(firstLanguage([language ?? document.documentElement.lang]));
    this.#options = options;
    this.#texts = { viewer: { ...viewer, ...lang }, t };
    this.#link = deepLink ? parseDeepLink(location.hash) : {};
    this.ready = new Promise((resolve, reject) => {
      this.#resolveReady = resolve;
      this.#rejectReady = reject;
    });
    // A page that does not wait for it has no failure of its own.
    this.ready.catch(() => undefined);

    const root = (this.#root = imageryRoot(options.imageryUrl, location.href));
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
      t,
      isCalm: matchMedia(CALM).matches,
      clientFor,
      lookAt: (place) => this.lookAt(place),
      announce: (text) => this.#overlay.say(text),
      reportFailure: (error, retry) => this.#showFailure(error, retry),
    };
    provideContext(container, this.#context);
    const tour = tourOptionsOf(options, this.#link.pictureId);
    this.#hasKey = (tour?.options.apiKey ?? apiKey) !== '';
    this.#isSearched = tour?.options.dataMode === 'server';
    this.#client = clientFor(tour?.options.apiKey ?? apiKey);
    this.#source = tour && createNodeSource(tour.options, this.#client);
    this.#overlay = createOverlay(container, t, options.panel !== false && tour !== undefined, {
      goTo: (id) => void this.#try(this.setCurrentNode(id)),
      setDates: (dates) => void this.#try(this.setDates(dates)),
    });
    if (hasWebGl()) this.#startSphere(tour?.plugins ?? options.plugins);
    else {
      this.#addFlat();
      void this.#showFirst();
    }
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
    if (!this.#viewer) return this.#flatNode;
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
    const node = this.getCurrentNode();
    if (!node) return undefined;
    const { t } = this.#texts;
    if (!node.gps) {
      this.#overlay.say(t('viewerPart.noPosition'));
      return undefined;
    }
    const sight = sightOf(node.gps, place);
    this.#overlay.endNotice();
    if (sight.distanceMeters > LINK_METERS)
      this.#overlay.say(t('viewerPart.farPlace', { n: Math.round(sight.distanceMeters) }));
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
    if (!isShown && this.#jumps.last === jump) this.#overlay.say(this.#texts.t('viewerPart.noPicture'));
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
    this.#rejectReady(new DOMException('the viewer was destroyed', 'AbortError'));
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
    // Tab begins at the picture.
    this.#options.container.prepend(viewer.container);
    const walk = this.#tour && ((isAhead: boolean) => this.#walk(isAhead));
    this.#endKeyboard = enableKeyboard(viewer, this.#texts.t('viewerPart.viewer'), walk);
    // The failures of a tour are reported by its jumps, with their reasons.
    viewer.showError = () => {
      const panorama: unknown = viewer.config.panorama;
      if (!this.#tour)
        this.#showFailure(undefined, () => void viewer.setPanorama(panorama).catch(() => undefined));
    };
    const { t } = this.#texts;
    const problem = { title: t('viewerPart.tilesMissing'), advice: t('viewerPart.tilesMissingAdvice') };
    Object.assign((viewer as unknown as { adapter: object }).adapter, {
      onMissingTiles: (retry: () => void) => this.#overlay.showProblem(problem, retry, true),
    });
    viewer.hideError = () => this.#overlay.endProblem();
    const settle = () => this.#settle();
    viewer.addEventListener('position-updated', ({ position }) => {
      this.#options.container.classList.toggle('gm-viewer--steep', position.pitch < STEEP_PITCH);
      settle();
    });
    viewer.addEventListener('zoom-updated', settle);
    viewer.addEventListener('ready', () => this.#onReady(viewer), { once: true });
    this.#tour?.addEventListener('node-changed', () => void this.#onNode());
    // A tour whose nodes are known shows its first one by itself.
    if (this.#tour?.source.known().length === 0) void this.#showFirst();
    if (!this.#tour && !this.#options.panorama)
      this.#rejectReady(new Error('there is no picture: give panorama, or a tour'));
  }

  #onReady(viewer: Viewer): void {
    this.#overlay.arrange();
    const canvas = viewer.container.querySelector('.psv-canvas-container canvas');
    for (const type of ['webglcontextlost', 'webglcontextrestored'])
      canvas?.addEventListener(type, this.#onContext);
    if (this.#tour) return;
    this.#resolveReady();
    this.#settle();
  }

  /** Covers the sphere with a flat picture while its graphics context is lost: three.js draws all of it anew once it is back. */
  readonly #onContext = ({ type }: Event) => {
    if (!this.#viewer) return;
    const isLost = type === 'webglcontextlost';
    this.#viewer.container.classList.toggle('gm-viewer-lost', isLost);
    this.#flat?.element.remove();
    this.#flat = undefined;
    if (isLost)
      this.#addFlat(
        this.getCurrentNode() ?? {
          id: '',
          panorama: this.#viewer.config.panorama as VirtualTourNode['panorama'],
        },
      );
    else this.#viewer.needsUpdate();
    this.#settle();
  };

  #endSphere(): void {
    const viewer = this.#viewer;
    if (!viewer) return;
    this.#endKeyboard();
    this.#viewer = undefined;
    const { renderer } = viewer.renderer as unknown as { renderer: { forceContextLoss(): void } };
    viewer.destroy();
    // A page has few graphics contexts: one that only waits to be collected would take that of another viewer.
    renderer.forceContextLoss();
  }

  #addFlat(node?: VirtualTourNode): void {
    this.#flat = createFlatPicture(this.#texts);
    this.#options.container.prepend(this.#flat.element);
    if (node) this.#flat.show(node);
  }

  #showFlat(node: VirtualTourNode): void {
    this.#flatNode = node;
    void this.#onNode();
  }

  /** Shows the first node of the tour, else the picture of the options. */
  async #showFirst(): Promise<void> {
    const { panorama } = this.#options;
    let failure: unknown;
    const id = await this.#firstId().catch((error: unknown) => void (failure = error));
    // A page that asked for another picture meanwhile does not want the first one.
    if ((await this.#jumps.settled()) || this.#isDestroyed) return;
    const jump = id === undefined ? undefined : this.setCurrentNode(id);
    if ((await this.#jumps.settled()) || this.#isDestroyed) return;
    const retry = () => void this.#showFirst();
    if (panorama && this.#viewer) {
      await this.#viewer.setPanorama(panorama).catch(() => undefined);
      this.#resolveReady();
    } else if (panorama) this.#showFlat({ id: '', panorama });
    else if (failure !== undefined) this.#showFailure(failure, retry);
    // The failure of a jump is shown already.
    else if (jump === undefined) {
      const { t } = this.#texts;
      this.#showProblem({ title: t('viewerPart.noPicture'), advice: t('viewerPart.noPictureAdvice') }, retry);
    }
  }

  /** Returns the id of the picture that the link names, else of the one nearest to its place, else of the first one. */
  async #firstId(): Promise<string | undefined> {
    const { pictureId, lookAt } = this.#link;
    if (pictureId !== undefined || lookAt === undefined) return await this.#nodes?.first();
    const near = await this.#nodes?.nearest(lookAt, LINK_METERS);
    if (near) return near.id;
    delete this.#link.lookAt;
    this.#isFar = true;
    return await this.#nodes?.first();
  }

  /** Shows why there is no picture. Shape: nothing for a request that was ended. */
  #showFailure(error: unknown, retry: () => void): void {
    if (this.#isDestroyed || (error instanceof DOMException && error.name === 'AbortError')) return;
    const place = { root: this.#root, origin: location.origin, hasKey: this.#hasKey };
    this.#showProblem(problemOf(error, this.#texts, place), retry, error);
  }

  #showProblem(problem: Problem, retry: () => void, cause?: unknown): void {
    this.#viewer?.loader.hide();
    this.#overlay.showProblem(problem, retry);
    this.#rejectReady(new Error(`${problem.title}. ${problem.advice}`, { cause }));
  }

  /** Goes to the picture that the view faces, or to the one behind it. */
  #walk(isAhead: boolean): void {
    const node = this.getCurrentNode();
    if (!node) return;
    const { headingDegrees } = this.getView();
    const link = linkAhead(node, isAhead ? headingDegrees : headingDegrees + 180);
    if (!link) this.#overlay.say(this.#texts.t('viewerPart.noPictureAhead'));
    // With the link the view turns along it; backwards it stays.
    else
      void this.#tour
        ?.setCurrentNode(link.nodeId, undefined, isAhead ? (link as never) : undefined)
        .catch(() => undefined);
  }

  /** Shows what is known of a node that has just been shown. */
  async #onNode(): Promise<void> {
    const node = this.getCurrentNode();
    if (!node) return;
    this.#resolveReady();
    this.#flat?.show(node);
    this.#overlay.endNotice();
    this.#overlay.showNode(node, (id) => this.#nodes?.known().find((one) => one.id === id)?.name);
    this.#overlay.endProblem();
    if (this.#isFirst) this.#chooseView(node);
    this.#isFirst = false;
    this.#settle();
    const search = (this.#dates = this.getOtherDates().catch(() => []));
    const others = await search;
    if (this.#dates === search) this.#overlay.showDates(node, others);
  }

  /** Turns the first picture to the place of the link, else along the street. */
  #chooseView(node: VirtualTourNode): void {
    const { lookAt, pictureId, headingDegrees } = this.#link;
    // Said with the picture, which ends the notices before it.
    if (this.#isFar) this.#overlay.say(this.#texts.t('viewerPart.noPictureNear', { n: LINK_METERS }));
    if (lookAt) {
      const sight = this.lookAt(lookAt);
      if (sight && pictureId === undefined)
        this.#overlay.say(
          this.#texts.t('viewerPart.nearestPicture', { n: Math.round(sight.distanceMeters) }),
        );
      return;
    }
    const [link] = node.links ?? [];
    const street = link && linkHeading(node, link);
    const isChosen = headingDegrees !== undefined || this.#options.defaultYaw !== undefined;
    if (street !== undefined && !isChosen && this.#isSearched)
      this.#viewer?.rotate({ yaw: radians(street), pitch: this.#viewer.getPosition().pitch });
  }

  /** Reads out the view, and writes it into the address, once it rests. */
  #settle(): void {
    clearTimeout(this.#settled);
    this.#settled = setTimeout(() => {
      const view = this.getView();
      const node = this.getCurrentNode();
      this.#overlay.sayView(statusText(this.#texts.t, node, this.isFlat ? undefined : view.headingDegrees));
      if (this.#options.deepLink && node) history.replaceState(history.state, '', deepLinkHash(view));
    }, SETTLED_MS);
  }

  #turn(direction: { yaw: number; pitch: number }): void {
    if (this.#context.isCalm) this.#viewer?.rotate(direction);
    else this.#viewer?.animate({ ...direction, speed: '20rpm' });
  }

  async #try(jump: Promise<boolean>): Promise<void> {
    // A failure is shown where it happens.
    await jump.catch(() => undefined);
  }
}
