import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mount, type MountedScreen } from '../support/ui-host';
import { attribute, laptop, linesOf, showing, shown } from './shown-objects';

const thumbnailUrl = 'https://wds.example.com/thumbnail?signed=x.y';
const fileName = 'LT-0001.jpg';

/** A photo, with the address of its picture unless that is undefined. */
const photo = (address?: string, fileNames = [fileName]) => ({
  ...attribute('Photo'),
  attributeTypeCode: 'MEDIA',
  values: fileNames.map((name) => ({
    value: 'key',
    details: { fileName: name, ...(address !== undefined && { thumbnailUrl: address }) },
  })),
});

const pictures = (screen: MountedScreen) => screen.all('Image').map(({ props }) => props);

const show = (attributes: readonly object[], more = {}, symbol?: string) =>
  mount('src/app/object-field/view.tsx', {
    extension: { fieldValue: { objects: [laptop] } },
    functions: {
      view: () => showing(shown(laptop, { attributes, ...(symbol && { symbol }) })),
      ...more,
    },
  });

describe('The picture of a file', () => {
  test('stands beside the object if its attribute comes first, with the file’s name, which stays if it can’t be loaded', async () => {
    const screen = await show([photo(thumbnailUrl), attribute('Status', 'In use')]);
    expect(pictures(screen)).toEqual([
      { src: thumbnailUrl, alt: fileName, width: '40px', height: '40px' },
    ]);
    expect(linesOf(screen)).toEqual(['MacBook Pro 14', `${fileName} ·`, 'In use']);
  });

  test('takes the place of the symbol, which would take room from the label', async () => {
    const labelBeside = async (address?: string) =>
      linesOf(await show([photo(address)], {}, '💻'))[0];
    expect(await labelBeside(thumbnailUrl)).toBe('MacBook Pro 14');
    expect(await labelBeside()).toBe('💻 MacBook Pro 14');
  });

  test('stands beside the names of several files', async () => {
    const screen = await show([photo(thumbnailUrl, [fileName, 'back.jpg'])]);
    expect(pictures(screen)).toHaveLength(1);
    expect(screen.text()).toContain('back.jpg');
  });

  test.each([
    ['a service gives no address', [photo()]],
    ['another attribute comes first', [attribute('Status', 'In use'), photo(thumbnailUrl)]],
  ])('is the name of the file where %s', async (_, attributes) => {
    const screen = await show(attributes);
    expect(pictures(screen)).toEqual([]);
    expect(screen.text()).toContain(fileName);
  });

  test('stands among all details, with the way to the file', async () => {
    const details = { ...shown(laptop), attributes: [photo(thumbnailUrl)] };
    const screen = await show([], { object: () => ({ kind: 'ok', value: details }) });
    await screen.act(screen.get('Pressable'), 'onClick');
    expect(pictures(screen)).toEqual([
      { src: thumbnailUrl, alt: fileName, width: '96px', height: '96px' },
    ]);
    expect(screen.text()).toContain(fileName);
    expect(screen.text()).toContain('Open picture');
  });
});

describe('A picture whose address may have ended', () => {
  let nowMs = 1_800_000_000_000;
  beforeEach(() => void vi.spyOn(Date, 'now').mockImplementation(() => nowMs));
  afterEach(() => void vi.restoreAllMocks());

  const many = Array.from({ length: 11 }, (_, index) => ({
    objectId: `0b0c0d0e-0000-4000-8000-${String(index).padStart(12, '0')}`,
    label: `Laptop ${index}`,
  }));
  let asked = 0;
  const showMany = () => {
    asked = 0;
    return mount('src/app/object-field/view.tsx', {
      extension: { fieldValue: { objects: many } },
      functions: {
        view: () => {
          asked += 1;
          const attributes = [photo(`${thumbnailUrl}${asked}`)];
          return showing(...many.map((one) => shown(one, { attributes })));
        },
      },
    });
  };

  test('is asked anew when a person asks for all objects, and those on the screen stay until then', async () => {
    const screen = await showMany();
    expect(pictures(screen)).toHaveLength(10);
    nowMs += 60_000;
    await screen.act(screen.get('Button'), 'onClick');
    expect(asked).toBe(2);
    expect(pictures(screen).map(({ src }) => src)).toEqual(
      Array.from({ length: 11 }, () => `${thumbnailUrl}2`),
    );
  });

  test('is not asked for again while it lasts', async () => {
    const screen = await showMany();
    nowMs += 30_000;
    await screen.act(screen.get('Button'), 'onClick');
    expect([asked, pictures(screen).length]).toEqual([1, 11]);
  });
});
