/** Reads a scan to its end. */
export async function drain(scan: AsyncGenerator<void>): Promise<void> {
  while (!(await scan.next()).done);
}
