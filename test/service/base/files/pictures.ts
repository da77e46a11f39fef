import { crc32, deflateSync } from 'node:zlib';
import Vips from 'wasm-vips';

const vips = await Vips({ dynamicLibraries: [] });

type Format = '.png' | '.jpg' | '.webp' | '.gif' | '.tif';

interface PictureOptions {
  readonly width: number;
  readonly height: number;
  /** As EXIF counts it; upright if absent. */
  readonly orientation?: number;
  /** More than one makes it move. */
  readonly frames?: number;
}

/** A picture that is red on the left and blue on the right. */
export function makePicture(
  format: Format,
  { width, height, orientation, frames = 1 }: PictureOptions,
): Uint8Array<ArrayBuffer> {
  const column = vips.Image.xyz(width, height * frames).extractBand(0);
  const colors = column.less(width / 2).ifthenelse([220, 30, 30], [30, 30, 220]);
  const picture = colors.cast('uchar').copy({ interpretation: 'srgb' });
  if (orientation !== undefined) picture.setInt('orientation', orientation);
  if (frames > 1) picture.setInt('page-height', height);
  return new Uint8Array(picture.writeToBuffer(format));
}

/** The size of a thumbnail, what else its file says, where its picture is, and what color that begins and ends with. */
export function lookAt(bytes: Uint8Array) {
  const thumbnail = vips.Image.newFromBuffer(bytes);
  const { left, top, width, height } = thumbnail
    .extractBand(3)
    .findTrim({ background: [0], threshold: 128, line_art: true });
  const corners = [
    [left, top],
    [left + width - 1, top + height - 1],
  ] as const;
  const [first, last] = corners.map(([x, y]) => {
    const [red = 0, , blue = 0] = thumbnail.getpoint(x, y);
    return red > blue ? 'red' : 'blue';
  });
  return {
    size: [thumbnail.width, thumbnail.height],
    picture: { left, top, width, height, first, last },
    format: thumbnail.getString('vips-loader'),
    fields: [...thumbnail.getFields()],
  };
}

/** A PNG that says how large it is. @param pixelBytes how much it has in it; next to nothing if absent */
export function pngOfSize(
  width: number,
  height: number,
  pixelBytes = 100_000,
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(pixelBytes))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A GIF of one pixel that shows it again and again. */
export function gifOfFrames(count: number): Uint8Array<ArrayBuffer> {
  const screen = Buffer.from('4749463839610100010080000000ff00ff0000', 'hex');
  const frame = Buffer.from('21f90400010000002c00000000010001000002024c0100', 'hex');
  const end = Buffer.from('3b', 'hex');
  return new Uint8Array(Buffer.concat([screen, ...Array<Buffer>(count).fill(frame), end]));
}
