import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Prints the lines of each folder of src/ beside what docs/ARCHITECTURE.md says that it is worth. It fails nothing: a room that has grown is for people to judge.

const LINES = /^\|[^|]+\| `([\w-]+)\/`\s*\|[^|]+\|[^|]+\|\s*([\d.]+)\s*\|$/gm;

/** Written by `make docs`. */
const GENERATED = 'src/locales/places.ts';

const files = execFileSync('git', ['ls-files', '-z', 'src'], { encoding: 'utf8' })
  .split('\0')
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && path !== GENERATED);
const linesOf = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0);

const grown: string[] = [];
for (const [, room = '', worth = ''] of readFileSync('docs/ARCHITECTURE.md', 'utf8').matchAll(LINES)) {
  const inRoom = files.filter((path) => path.startsWith(`src/${room}/`));
  const lines = linesOf(inRoom);
  const isAbove = lines > Number(worth) * 1000;
  if (isAbove) grown.push(room);
  console.log(
    `${room.padEnd(13)} ${String(lines).padStart(6)} lines in ${String(inRoom.length).padStart(3)} files, worth ${(Number(worth) * 1000).toFixed(0).padStart(5)}`,
  );
}
console.log(
  `${'all of src/'.padEnd(13)} ${String(linesOf(files)).padStart(6)} lines in ${files.length} files`,
);
if (grown.length > 0)
  console.log(`above their worth: ${grown.join(', ')}. Say in CHANGELOG.md what made one of them grow.`);
