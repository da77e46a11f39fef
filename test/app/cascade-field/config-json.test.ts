import { describe, expect, test } from 'vitest';
import { cascade, configureCascade, country, region } from '../support/cascade-screen';
import { save } from '../support/config-screen';
import { press } from '../support/ui-host';

describe('a configuration as JSON', () => {
  test('goes from one context to another, level ids included', async () => {
    const from = await configureCascade({ configuration: cascade });
    await press(from, 'Export or import');
    const json = from.get('TextArea', { testId: 'configuration-json' }).props
      .defaultValue as string;
    const to = await configureCascade();
    await press(to, 'Export or import');
    const input = to.get('TextArea', { testId: 'configuration-json' });
    await to.act(input, 'onChange', { target: { value: json } });
    await press(to, 'Import');
    await save(to);
    expect(to.submitted).toEqual([{ configuration: cascade }]);
  });

  test.each([
    [{ ...cascade, levels: [] }, 'levels (1 to 10'],
    [{ ...cascade, levels: [country, { ...region, name: 'country' }] }, 'levels (1 to 10'],
    [
      { ...cascade, levels: [country, { ...region, query: 7 }] },
      'Can’t be used: levels › 2 › query',
    ],
    [{ version: 1, typeId: cascade.workspaceId }, 'Missing: workspaceId'],
  ])('that can’t be used is refused with the reason (%#)', async (value, reason) => {
    const screen = await configureCascade();
    await press(screen, 'Export or import');
    await screen.act(screen.get('TextArea', { testId: 'configuration-json' }), 'onChange', {
      target: { value: JSON.stringify(value) },
    });
    await press(screen, 'Import');
    expect(screen.text()).toContain(reason);
  });
});
