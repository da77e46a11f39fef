import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, test } from 'vitest';
import { askAs } from '../../../../src/service/base/database/turns';
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
    ['a TIFF', () => makePicture('.tif', wide)],
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

/** Does again and again what otherwise comes once there is much of it. */
function keepCollectingGarbage() {
  setFlagsFromString('--expose-gc');
  const timer = setInterval(() => void runInNewContext('gc()'), 50);
  return () => clearInterval(timer);
}

test('A picture that takes too long is given up also where garbage was collected meanwhile', async () => {
  const hurried = new ThumbnailMaker({ timeoutMs: 300 });
  const tall = pngOfSize(1, 2_000_000, 10_000_000);
  const endCollecting = keepCollectingGarbage();
  const made = hurried.make('tall', () => Promise.resolve(tall));
  await expect(made).rejects.toThrow(ThumbnailUnfinished);
  endCollecting();
  await hurried.close();
});

test('A thread that was idle for a moment isn’t ended under the next picture', async () => {
  const impatient = new ThumbnailMaker({ idleMs: 1 });
  const slow = makePicture('.png', { width: 3_000, height: 3_000 });
  await impatient.make('quick', () => Promise.resolve(whole()));
  const gone = impatient.make('gone', () => Promise.reject(new Error('The file is gone.')));
  await expect(gone).rejects.toThrow('The file is gone.');
  expect(await impatient.make('slow', () => Promise.resolve(slow))).toBeDefined();
  await impatient.close();
});

test('Whoever wants the last of many that another person wants waits for one of them at most', async () => {
  const reads: string[] = [];
  const ask = (person: string, file: string) =>
    askAs(person, () =>
      maker.make(file, () => {
        reads.push(file);
        return Promise.resolve(whole());
      }),
    );
  const many = ['one', 'two', 'three', 'four'].map((file) => ask('Ann', file));
  await Promise.all([...many, ask('Ben', 'four')]);
  expect(reads).toEqual(['one', 'four', 'two', 'three']);
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
