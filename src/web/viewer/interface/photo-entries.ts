import { TEXTS } from '../context/texts.ts';
import { entriesOf } from './entry.ts';

const TEXT_MEANINGS: Readonly<Record<keyof (typeof TEXTS)['en']['viewer'], string>> = {
  zoom: 'name of the zoom bar',
  zoomOut: 'button',
  zoomIn: 'button',
  moveUp: 'button',
  moveDown: 'button',
  moveLeft: 'button',
  moveRight: 'button',
  description: 'button of the description of a node',
  download: 'button; shown for pictures that can be downloaded',
  fullscreen: 'button',
  loading: 'text while a picture loads',
  menu: 'button of a narrow toolbar',
  close: 'button of a side panel and of the plan',
  twoFingers: 'hint on touch screens',
  ctrlZoom: 'hint where the wheel needs Ctrl',
  loadError: 'message when a picture cannot be loaded',
  hintWheel: 'hint when the mouse first comes to the picture; an empty text shows none',
  webglError: 'message beside the flat picture',
};

/** The options of Photo, its texts, its fallback picture, and its methods. */
export const PHOTO_ENTRIES = [
  ...entriesOf('Photo', [
    ['apiKey', 'string', 'required', 'key of the requests; an empty text sends none', "'KEY'"],
    [
      'container',
      'HTMLElement',
      'required',
      'element that hosts the viewer',
      "document.querySelector('#viewer')",
    ],
    [
      'adapter',
      'constructor or [constructor, options]',
      'required',
      'how pictures are drawn',
      'adapter.PhotoAdapter',
    ],
    [
      'plugins',
      'array of constructor or [constructor, options]',
      'required',
      'what is shown beside the picture',
      '[plugins.CompassPlugin]',
    ],
    ['lang', 'object', 'English texts', 'texts that replace those of the language', "{ zoomIn: 'Nearer' }"],
    ['navbar', 'boolean', 'true', 'shows the toolbar', 'false'],
    [
      'panorama',
      'object',
      '',
      'picture that is shown when there is no tour, or the tour has no picture',
      "{ baseUrl: '/a.jpg', width: 4096, cols: 8, rows: 4, tileUrl }",
    ],
    ['loadingImg', 'string', '', 'address of the picture in the loader', "'/logo.png'"],
    ['defaultZoomLvl', 'number', '50', 'initial zoom, 0 to 100', '20'],
    ['defaultYaw', 'number (radians) or string', '0', 'initial heading', "'90deg'"],
    ['defaultPitch', 'number (radians) or string', '0', 'initial pitch', "'-10deg'"],
  ]),
  ...entriesOf(
    'Photo',
    [
      [
        'imageryUrl',
        'string',
        "'/imagery/v1' of the server of the viewer",
        'root of the imagery service',
        "'https://maps.example/imagery/v1'",
      ],
      ['language', "'en' or 'vi'", 'that of the page, else English', 'language of the texts', "'vi'"],
      ['deepLink', 'boolean', 'false', 'keeps picture and view in the hash of the address', 'true'],
      ['panel', 'boolean', 'true', 'shows the panel of links and dates', 'false'],
      [
        'dates',
        'object',
        'all days',
        'only pictures of these days are searched',
        "{ from: '2024-01-01', to: '2025-12-31' }",
      ],
    ],
    true,
  ),
  ...entriesOf(
    'lang',
    Object.entries(TEXT_MEANINGS).map(([name, meaning]) => {
      const text = TEXTS.en.viewer[name as keyof typeof TEXT_MEANINGS];
      return [name, 'string', `'${text}'`, meaning, `'…'`] as const;
    }),
  ),
  ...entriesOf('panorama', [
    ['baseUrl', 'string', '', 'small picture that is shown before the tiles', "'/a/thumb.jpg'"],
    ['width', 'number', 'required', 'width of the whole picture in pixels; the height is half of it', '4096'],
    ['cols', 'number', 'required', 'columns of tiles, a power of two', '8'],
    ['rows', 'number', 'required', 'rows of tiles, a power of two', '4'],
    [
      'tileUrl',
      'function',
      'required',
      'returns the address of the tile of a column and a row; null for none',
      '(col, row) => `/a/${col}_${row}.jpg`',
    ],
  ]),
  ...entriesOf(
    'panorama',
    [
      [
        'levels',
        'array of {width, cols, rows}',
        '',
        'coarser versions and the picture itself, coarsest first; `tileUrl` gets the index as third argument',
        '[{ width: 2048, cols: 4, rows: 2 }, { width: 4096, cols: 8, rows: 4 }]',
      ],
    ],
    true,
  ),
  ...entriesOf('PhotoAdapter', [
    ['showErrorTile', 'boolean', 'true', 'marks tiles that cannot be loaded', 'false'],
    ['baseBlur', 'boolean', 'true', 'blurs the small picture', 'false'],
    ['resolution', 'number', '64', 'faces around the sphere, a power of two', '32'],
    [
      'shouldGoFast',
      'function',
      '() => true',
      'whether no tiles are loaded while the view moves',
      '() => false',
    ],
  ]),
  ...entriesOf(
    'photo',
    [
      ['ready', 'Promise', '', 'resolves when the first picture is shown', 'await photo.ready'],
      ['isFlat', 'boolean', '', 'whether the flat picture is shown', 'photo.isFlat'],
      ['viewer', 'object', '', 'the Viewer of Photo Sphere Viewer', 'photo.viewer.zoomIn()'],
      ['getPlugin', 'method', '', 'returns a plugin by class or id', "photo.getPlugin('plan')"],
      ['getCurrentNode', 'method', '', 'returns the node that is shown', 'photo.getCurrentNode().id'],
      ['setCurrentNode', 'method', '', 'shows a node', "await photo.setCurrentNode('ID')"],
      [
        'setCurrentLatLng',
        'method',
        '',
        'shows the nearest node within 50 m',
        'await photo.setCurrentLatLng({ lat: 21.03, lng: 105.77 })',
      ],
      [
        'lookAt',
        'method',
        '',
        'turns to a place; returns heading and distance',
        'photo.lookAt({ lat: 21.03, lng: 105.77 })',
      ],
      ['getView', 'method', '', 'returns picture, heading, pitch, zoom', 'photo.getView().headingDegrees'],
      ['setView', 'method', '', 'turns and zooms', 'photo.setView({ headingDegrees: 90 })'],
      [
        'setDates',
        'method',
        '',
        'restricts searches to some days, and shows the nearest of their pictures',
        "await photo.setDates({ to: '2024-12-31' })",
      ],
      [
        'getOtherDates',
        'method',
        '',
        'returns pictures of other days within 8 m, newest first',
        'await photo.getOtherDates()',
      ],
      ['setLang', 'method', '', 'shows other texts', "photo.setLang({ zoomIn: 'Nearer' })"],
      ['destroy', 'method', '', 'removes the viewer, its timers and requests', 'photo.destroy()'],
    ],
    true,
  ),
];
