export { fill } from '../../base/text/fill.ts';
