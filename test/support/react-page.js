// The page of the React example: `show` renders it for a position, `leave` removes it.
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { StreetPicture } from '../../docs/examples/viewer-react.jsx';

const root = createRoot(document.querySelector('#viewer'));
window.shown = [];
const onPicture = ({ id }) => window.shown.push(id);
window.show = (position) =>
  root.render(createElement(StrictMode, null, createElement(StreetPicture, { position, onPicture })));
window.leave = () => root.unmount();
