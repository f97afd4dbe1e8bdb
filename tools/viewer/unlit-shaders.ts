/** Names of the shaders of three that light a surface. The viewer has no lights: its pictures are drawn as they are. */
const LIT = /physical|transmission|clearcoat|iridescence|sheen|toon|phong|lambert|matcap|bsdfs/;
/** A shader as three declares it: one line, with the source in double quotes. */
const SHADER = /^(?:const|var) (\w+) = "(?:[^"\\]|\\.)*";$/gm;
/** Fewer are a sign that three declares its shaders otherwise. */
const FEWEST = 15;

/** The plugin that leaves the shaders of lit surfaces out of a bundle, which nothing in the viewer uses: a thirtieth of its size. */
export const unlitShaders = {
  name: 'unlit-shaders',
  /** Empties the shaders in three; other modules stay. Errors: Error where three has too few of them. */
  transform(code: string, id: string): { code: string } | undefined {
    if (!/[/\\]three[/\\]build[/\\]three\.module\.js$/.test(id)) return undefined;
    let count = 0;
    const unlit = code.replace(SHADER, (line, name: string) => {
      if (!LIT.test(name)) return line;
      count++;
      return `const ${name} = "";`;
    });
    if (count < FEWEST)
      throw new Error(`three declares ${count} shaders of lit surfaces: see tools/viewer/unlit-shaders.ts`);
    return { code: unlit };
  },
};
