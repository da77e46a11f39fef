/**
 * Makes small pictures of large ones, one at a time, away from the thread that answers requests. Plain JavaScript,
 * since a thread starts without what lets Node.js read TypeScript.
 * @see thumbnail-maker.ts, which starts it and defines its messages
 */
import { parentPort, workerData } from 'node:worker_threads';

const { side, maximumPixels, maximumMemoryBytes } = workerData;
const pageBytes = 65_536;

/** The library asks for up to 2 GB: whatever a file says of itself, it gets no more than this. */
class BoundedMemory extends WebAssembly.Memory {
  constructor(descriptor) {
    super({ ...descriptor, maximum: maximumMemoryBytes / pageBytes });
    memory = this;
  }
}
let memory;
WebAssembly.Memory = BoundedMemory;

const { default: loadVips } = await import('wasm-vips');
const vips = await loadVips({
  // Without those that read HEIF, AVIF, JPEG XL and SVG.
  dynamicLibraries: [],
  // Whatever it says of a file would go to the log of the process.
  preRun: ({ ENV }) => (ENV.VIPS_WARNING = '0'),
});
// It would read others too, such as TIFF, which nobody is told of.
vips.operationBlock('VipsForeignLoad', true);
for (const format of ['Png', 'Jpeg', 'Webp', 'Nsgif']) {
  vips.operationBlock(`VipsForeignLoad${format}`, false);
}
vips.concurrency(1);
vips.Cache.max(0);
const firstMemoryBytes = memory.buffer.byteLength;

const thumbnailOptions = {
  height: side,
  size: 'down',
  fail_on: 'error',
  option_string: '[fail_on=error]',
};

parentPort.on('message', ({ bytes }) => {
  const { thumbnail, hasCrashed } = make(bytes);
  const isSpent = hasCrashed || memory.buffer.byteLength > firstMemoryBytes;
  parentPort.postMessage({ kind: 'made', thumbnail, isSpent });
});
parentPort.postMessage({ kind: 'opened' });

/** Makes no thumbnail of what is no picture, is damaged or takes too much. */
function make(bytes) {
  try {
    return { thumbnail: hasFewPixels(bytes) ? shrink(bytes) : undefined, hasCrashed: false };
  } catch (error) {
    // Without enough memory, for example: nobody knows what is left in it.
    return { thumbnail: undefined, hasCrashed: error instanceof WebAssembly.RuntimeError };
  }
}

/** Returns the whole picture in the middle of a square, which is transparent around it: a page that shows it knows its size. */
function shrink(bytes) {
  const images = [];
  const keep = (image) => {
    images.push(image);
    return image;
  };
  try {
    // Turned as its EXIF data says; of several pictures the first.
    const small = keep(vips.Image.thumbnailBuffer(bytes, side, thumbnailOptions));
    const colored = keep(small.colourspace('srgb'));
    const clear = colored.hasAlpha() ? colored : keep(colored.addalpha());
    const square = keep(clear.gravity('centre', side, side, { extend: 'black' }));
    // Nothing that the file says of its camera, place or author is kept.
    return square.webpsaveBuffer({ Q: 80, keep: 'none' });
  } finally {
    for (const image of images.toReversed()) image.delete();
  }
}

/** Reads what a file says at its beginning, before anything is decoded. */
function hasFewPixels(bytes) {
  const header = vips.Image.newFromBuffer(bytes, '', { access: 'sequential' });
  const pixels = header.width * header.height;
  header.delete();
  return pixels <= maximumPixels;
}
