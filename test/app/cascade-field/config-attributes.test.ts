import { describe, expect, test } from 'vitest';
import { cascade, configureCascade, it2 } from '../support/cascade-screen';
import { choose, save, select } from '../support/config-screen';
import { useFakeDelays } from '../support/fake-delays';

useFakeDelays();

describe('attributes', () => {
  test('are stored with what the pickers search, and left with the workspace', async () => {
    const screen = await configureCascade({ configuration: cascade });
    const code = (select(screen, 'searchedAttributes').props.options as { value: string }[])[0]!;
    expect(code).toMatchObject({ label: 'Code (Country)' });
    await choose(screen, 'attributes', [code]);
    await choose(screen, 'searchedAttributes', [code]);
    await save(screen);
    const stored = [{ attributeId: code.value, name: 'Code', attributeTypeCode: 'TEXT' }];
    await choose(screen, 'workspace', { value: it2.id });
    expect(select(screen, 'attributes').props.value).toEqual([]);
    expect(screen.submitted).toEqual([
      { configuration: { ...cascade, attributes: stored, searchedAttributes: stored } },
    ]);
  });

  test('that no longer exist are named, and left out of what is stored', async () => {
    const gone = { attributeId: cascade.workspaceId, name: 'Colour' };
    const screen = await configureCascade({ configuration: { ...cascade, attributes: [gone] } });
    expect(screen.text()).toContain('The attribute Colour no longer exists');
    await save(screen);
    expect(screen.submitted).toEqual([{ configuration: cascade }]);
  });
});
