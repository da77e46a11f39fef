import { textOf, type MountedScreen } from '../support/ui-host';

export const laptop = { objectId: '0b0c0d0e-0000-4000-8000-000000000001', label: 'MacBook Pro 14' };

/** An object as the app's function answers it. */
export function shown(object: typeof laptop, more = {}) {
  return {
    ...object,
    url: `https://wds.example.com/o/${object.objectId}`,
    attributes: [],
    ...more,
  };
}

export const attribute = (name: string, ...values: string[]) => ({
  attributeId: name,
  name,
  values: values.map((value) => ({ value })),
});

/** The texts of the screen, from top to bottom. */
export const linesOf = (screen: MountedScreen) => screen.all('Text').map(textOf);

/** The function's answer with these objects. */
export const showing = (...objects: unknown[]) => ({ kind: 'ok', value: { objects } });
