export { printable, printableJson, printableJsonLine } from '../base/text/printable.ts';
