import type { DemoFacts } from './demo-objects';
import { demoIds as ids } from './demo-ids';
import type { CustomField } from './state';

/** Everywhere any laptop; in the help desk's project one of those that the person has. */
export function assetField({ workspaceId, ...facts }: DemoFacts): CustomField {
  const { laptopTypeId: typeId, laptopAttributes: attributes } = facts;
  const searchedAttributes = attributes.filter(({ name }) => name === 'Serial number');
  const laptops = { version: 1, workspaceId, typeId, attributes, searchedAttributes };
  return {
    id: ids.assetField,
    name: 'Asset',
    description: 'The laptops that this work item is about',
    typeKey: 'workspace-object',
    contexts: [
      {
        id: ids.assetContext,
        name: 'Default configuration for Asset',
        description: '',
        projectIds: [],
        workTypeIds: [],
        configurationId: ids.assetConfiguration,
        configuration: { ...laptops, query: '', cardinality: 'many' },
      },
      {
        id: ids.helpAssetContext,
        name: 'Asset in the help desk',
        description: 'One of the laptops assigned to the person',
        projectIds: [ids.helpProject],
        workTypeIds: [],
        configurationId: ids.helpAssetConfiguration,
        configuration: {
          ...laptops,
          query: '"Assigned to".Account = user(${emailCurrentUser})',
          attributes: attributes.slice(0, 1),
          cardinality: 'one',
          portal: 'attributes',
        },
      },
    ],
  };
}

/** Country, region, city, each narrowed by the one before. */
export function cityField({ geographyWorkspaceId, ...facts }: DemoFacts): CustomField {
  const { geographyAttributes: attributes } = facts;
  const searchedAttributes = attributes.filter(({ name }) => name === 'Capital');
  const places = { version: 1, workspaceId: geographyWorkspaceId, attributes, searchedAttributes };
  const level = (levelId: string, name: string, query: string, isMultiple: boolean) => ({
    levelId,
    name,
    query,
    isMultiple,
  });
  return {
    id: ids.cityField,
    name: 'City',
    description: 'Where this work item happens',
    typeKey: 'workspace-cascade',
    contexts: [
      {
        id: ids.cityContext,
        name: 'City in the demo project',
        description: '',
        projectIds: [ids.demoProject],
        workTypeIds: [],
        configurationId: ids.cityConfiguration,
        configuration: {
          ...places,
          levels: [
            level(ids.countryLevel, 'Country', 'Type = "Country"', false),
            level(ids.regionLevel, 'Region', 'Type = "Region" and Country = {{Country}}', true),
            level(ids.cityLevel, 'City', 'Type = "City" and Region = {{Region}}', true),
          ],
        },
      },
      {
        id: ids.helpCityContext,
        name: 'City in the help desk',
        description: 'One place for each request',
        projectIds: [ids.helpProject],
        workTypeIds: [],
        configurationId: ids.helpCityConfiguration,
        configuration: {
          ...places,
          levels: [
            level(ids.countryLevel, 'Country', 'Type = "Country"', false),
            level(ids.regionLevel, 'Region', 'Type = "Region" and Country = {{Country}}', false),
            level(ids.cityLevel, 'City', 'Type = "City" and Region = {{Region}}', false),
          ],
          portal: 'attributes',
        },
      },
    ],
  };
}
