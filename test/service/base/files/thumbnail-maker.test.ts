import { afterAll, describe, expect, test } from 'vitest';
import {
  ThumbnailMaker,
  ThumbnailUnfinished,
} from '../../../../src/service/base/files/thumbnail-maker';
import { gifOfFrames, lookAt, makePicture, pngOfSize } from './pictures';

const maker = new ThumbnailMaker();
afterAll(() => maker.close());

let count = 0;
const make = (bytes: Uint8Array<ArrayBuffer>, by = maker) =>
  by.make(`file ${(count += 1)}`, () => Promise.resolve(bytes.slice()));

const wide = { width: 400, height: 100 };

describe('A thumbnail', () => {
  test.each(['.png', '.jpg', '.webp', '.gif'] as const)(
    'of a %s is a square WebP with the whole picture in its middle',
    async (format) => {
      const thumbnail = await make(makePicture(format, wide));
      expect(lookAt(thumbnail!)).toMatchObject({
        size: [96, 96],
        picture: { left: 0, top: 36, width: 96, height: 24, first: 'red', last: 'blue' },
        format: 'webpload_buffer',
      });
    },
  );

  test('makes nothing larger than it is', async () => {
    const small = makePicture('.png', { width: 10, height: 20 });
    expect(lookAt((await make(small))!)).toMatchObject({
      size: [96, 96],
      picture: { width: 10, height: 20 },
    });
  });

  test('is turned as the camera was, and keeps nothing that the file says of it', async () => {
    const turned = makePicture('.jpg', { ...wide, orientation: 6 });
    const { picture, fields } = lookAt((await make(turned))!);
    expect(picture).toMatchObject({ width: 24, height: 96, first: 'red', last: 'blue' });
    expect(fields.filter((field) => /exif|icc|xmp|orientation/.test(field))).toEqual([]);
  });

  test('of what moves shows its first picture', async () => {
    const moving = [
      makePicture('.webp', { ...wide, frames: 3 }),
      makePicture('.gif', { ...wide, frames: 3 }),
    ];
    for (const bytes of moving) {
      expect(lookAt((await make(bytes))!).picture).toMatchObject({ width: 96, height: 24 });
    }
    const { picture } = lookAt((await make(gifOfFrames(10_000)))!);
    expect(picture).toMatchObject({ width: 1, height: 1 });
  });

  test('has nothing in it of what stands behind the picture in its file', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const picture = makePicture('.png', wide);
    const thumbnail = await make(new Uint8Array(Buffer.concat([picture, page])));
    expect(Buffer.from(thumbnail!).includes('script')).toBe(false);
  });
});

const whole = () => makePicture('.jpg', wide);
const withoutEnd = (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, bytes.length / 2);
const text = (content: string) => new Uint8Array(Buffer.from(content));

describe('There is no thumbnail', () => {
  test.each([
    ['a PNG that says it has 60,000 times 60,000 pixels', () => pngOfSize(60_000, 60_000)],
    ['a PNG with less in it than it says', () => pngOfSize(6_000, 6_000)],
    ['half a JPEG', () => withoutEnd(whole())],
    ['half a PNG', () => withoutEnd(makePicture('.png', wide))],
    ['half a WebP', () => withoutEnd(makePicture('.webp', wide))],
    ['half a GIF', () => withoutEnd(makePicture('.gif', wide))],
    ['an SVG', () => text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a page', () => text('<!doctype html><title>A page</title>')],
    ['a text that begins as a PNG does', () => text('\u0089PNG\r\n\u001a\n and nothing else')],
    ['nothing at all', () => new Uint8Array()],
  ])('of %s, and the next file gets one', async (_what, bytes) => {
    expect(await make(bytes())).toBeUndefined();
    expect(await make(whole())).toBeDefined();
  });
});

test('A file that takes too long is given up, not tried again at once, and others get their thumbnails', async () => {
  const hurried = new ThumbnailMaker({ timeoutMs: 1 });
  const slow = makePicture('.png', { width: 3_000, height: 3_000 });
  const read = () => Promise.resolve(slow.slice());
  await expect(hurried.make('slow', read)).rejects.toThrow(ThumbnailUnfinished);
  await expect(hurried.make('slow', read)).rejects.toThrow(ThumbnailUnfinished);
  await hurried.close();
  expect(await make(whole())).toBeDefined();
});

test('Several who want the thumbnail of one file wait for it together', async () => {
  let reads = 0;
  const picture = whole();
  const read = () => {
    reads += 1;
    return Promise.resolve(picture.slice());
  };
  const made = await Promise.all([maker.make('shared', read), maker.make('shared', read)]);
  expect(made[0]).toBe(made[1]);
  expect(reads).toBe(1);
});
