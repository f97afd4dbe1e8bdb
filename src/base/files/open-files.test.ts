import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBelow } from '../../../test/support/open-below.ts';
import { useTemporaryFolders } from '../../../test/support/temporary-folders.ts';
import { createDurableFs } from './durable-fs.ts';
import { trackOpenFiles } from './open-files.ts';

const makeFolder = useTemporaryFolders('open-files');

describe.skipIf(process.platform !== 'linux')('the open files of a run', () => {
  it('are closed at its end, and only those that are open still', async () => {
    const folder = makeFolder();
    const files = trackOpenFiles(createDurableFs());
    const [one, two] = [
      await files.fs.openWrite(join(folder, 'one')),
      await files.fs.openWrite(join(folder, 'two')),
    ];
    const three = await files.fs.openRead(join(folder, 'one'));
    await two.write(Buffer.from('x'), 0);
    expect((await openBelow(folder)).sort()).toEqual(['one', 'one', 'two']);
    await one.close();
    await three.close();
    expect(await openBelow(folder)).toEqual(['two']);
    await files.closeAll();
    expect(await openBelow(folder)).toEqual([]);
  });

  it('are closed too while they are being opened', async () => {
    const folder = makeFolder();
    const files = trackOpenFiles(createDurableFs());
    const opening = files.fs.openWrite(join(folder, 'one'));
    await files.closeAll();
    await opening;
    expect(await openBelow(folder)).toEqual([]);
    await expect(files.fs.openRead(join(folder, 'none'))).rejects.toMatchObject({ code: 'IO' });
    await files.closeAll();
  });
});
