/** The part of the texture loader that turns files into images. */
interface ImageDecoder {
  blobToImage(blob: Blob): Promise<unknown>;
}

/** Lets a texture loader decode images outside of the main thread, and without `blob:` addresses, which strict policies refuse. */
export function decodeOffThread(loader: object): void {
  (loader as ImageDecoder).blobToImage = (blob) => createImageBitmap(blob);
}
