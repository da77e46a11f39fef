import { describe, expect, test } from 'vitest';
import {
  cityId,
  countryId,
  createPlaces,
  emerald,
  north,
  oz,
  regionId,
  west,
} from '../support/places';
import {
  cascade,
  createFixture,
  onCascade,
  requests,
  serviceError,
  uuid,
  type Fixture,
} from '../support/resolver-fixture';

describe('cascadeOffered', () => {
  const offered = (fixture: Fixture, country: object, ...regions: object[]) =>
    fixture.call(
      'cascadeOffered',
      {
        selections: [
          { levelId: countryId, objects: [country] },
          { levelId: regionId, objects: regions },
          { levelId: cityId, objects: [emerald] },
        ],
      },
      onCascade,
    );

  test('goes down the path: below what isn’t available, nothing is', async () => {
    const fixture = createPlaces();
    const gone = { objectId: uuid(77), label: 'Gone' };
    expect(await offered(fixture, oz, north, west)).toMatchObject({
      value: {
        levels: [
          { levelId: countryId, objectIds: [oz.objectId] },
          { levelId: regionId, objectIds: [north.objectId] },
          { levelId: cityId },
        ],
      },
    });
    const before = requests(fixture, 'service').length;
    expect(await offered(fixture, gone, north)).toMatchObject({
      value: { levels: [{ objectIds: [] }, { objectIds: [] }, { objectIds: [] }] },
    });
    expect(requests(fixture, 'service').length - before).toBe(1);
  });
});

describe('a query that names what a person can’t see', () => {
  const refused = () =>
    serviceError(400, 'There is no type "Country".\nKind = Country\n       ^', {
      offset: 7,
      line: 1,
      column: 8,
    });
  const selections = [{ levelId: countryId, objects: [oz] }];

  test.each([
    ['cascadeSearch', { levelId: countryId, text: '', selections: [] }],
    ['cascadeAllowed', { changedLevelId: countryId, selections: [...selections, regions()] }],
    ['cascadeOffered', { selections }],
  ] as const)('isn’t blamed: %s', async (functionKey, payload) => {
    const fixture = createFixture();
    fixture.forge.service = refused;
    expect(await fixture.call(functionKey, payload, onCascade)).toMatchObject({
      code: 'QUERY_BEYOND_ACCESS',
      message: expect.stringContaining('you don’t have access to') as string,
      detail: 'There is no type "Country".',
      canRetry: true,
    });
  });

  test('is blamed where an admin tries it before it is saved', async () => {
    const fixture = createFixture();
    fixture.forge.service = refused;
    const { workspaceId, levels } = cascade;
    const lists = { attributes: [], searchedAttributes: [] };
    const payload = { workspaceId, levels, levelId: countryId, text: '', selections: [], ...lists };
    expect(await fixture.call('cascadePreview', payload, onCascade)).toMatchObject({
      code: 'QUERY_REFUSED',
    });
  });

  function regions() {
    return { levelId: regionId, objects: [north] };
  }
});
