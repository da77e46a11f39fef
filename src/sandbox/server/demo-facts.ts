import {
  demoAttributeId,
  demoObjectId,
  demoTypeId,
  demoWorkspaceId,
  getDemoObject,
  demoPageId,
  demoSiteId,
} from '../../service/index';
import type { DemoAttribute, DemoCity, DemoFacts } from '../jira/demo-objects';
import { demoIds } from '../jira/demo-objects';

const inventory = 'IT';
const geography = 'Geography';

/** The laptops that issues refer to, in the order in which `demo-issues.ts` counts them. */
const laptopKeys = [
  'LT-0001',
  'LT-0002',
  'LT-0013',
  'LT-0028',
  'LT-0044',
  'LT-0045',
  'LT-0022',
  'LT-0052',
  'LT-0053',
  'LT-0029',
  'LT-0039',
  'LT-0014',
];

/** Code and name of the region, name of the city, and what tells it from others of its name. */
const icelandicCities = [
  ['IS.39', 'Capital Region', 'Reykjavík', '64.13548 -21.89541'],
  ['IS.39', 'Capital Region', 'Kópavogur', '64.11234 -21.91298'],
  ['IS.40', 'Northeast', 'Akureyri', '65.68353 -18.0878'],
  ['IS.39', 'Capital Region', 'Hafnarfjörður', '64.0671 -21.93774'],
  ['IS.41', 'Northwest', 'Sauðárkrókur', '65.74611 -19.63944'],
] as const;

/** What the demo issues need to know of the demo data in the service. */
export const demoFacts: DemoFacts = {
  workspaceId: demoWorkspaceId(inventory),
  laptopTypeId: demoTypeId(inventory, 'Laptop'),
  laptopAttributes: [
    attribute([inventory, 'Laptop', 'Status'], 'OPTION'),
    attribute([inventory, 'Laptop', 'Assigned to'], 'REFERENCE'),
    attribute([inventory, 'Laptop', 'Serial number'], 'TEXT'),
  ],
  laptops: laptopKeys.map((key) => getDemoObject('Laptop', key)),
  contracts: [getDemoObject('Contract', 'C-001')],
  geographyWorkspaceId: demoWorkspaceId(geography),
  geographyAttributes: [
    attribute([geography, 'Country', 'Capital'], 'TEXT'),
    attribute([geography, 'City', 'Population'], 'INTEGER'),
    attribute([geography, 'City', 'Time zone'], 'TEXT'),
  ],
  cities: icelandicCities.map(([code, region, city, place]): DemoCity => ({
    country: { objectId: demoObjectId(geography, 'Country', 'IS'), label: 'Iceland' },
    region: { objectId: demoObjectId(geography, 'Region', code), label: region },
    city: { objectId: demoObjectId(geography, 'City', `IS ${city} ${place}`), label: city },
  })),
};

/** @param path the names of its workspace, its type and itself */
function attribute(path: [string, string, string], attributeTypeCode: string): DemoAttribute {
  return { attributeId: demoAttributeId(...path), name: path[2], attributeTypeCode };
}

const workspace = 'IT';

/** What the app has stored where the demo begins, by key: the tabs of the project DEMO. */
export const demoAppStorage: Readonly<Record<string, unknown>> = {
  [`project-pages:${demoIds.demoProject}`]: {
    version: 1,
    revision: 1,
    tabs: [
      tab('b0c1d2e3-0101-4a5b-8c6d-7e8f90a1b2c3', 'Laptops', 'Fleet', 'Laptops'),
      tab('b0c1d2e3-0102-4a5b-8c6d-7e8f90a1b2c3', 'Dashboard', 'Fleet', 'Dashboard'),
      // Not for `member`.
      tab(
        'b0c1d2e3-0103-4a5b-8c6d-7e8f90a1b2c3',
        'Contracts',
        'Purchasing',
        'Contracts that end soon',
      ),
    ],
  },
};

function tab(tabId: string, name: string, site: string, page: string) {
  return {
    tabId,
    name,
    workspaceId: demoWorkspaceId(workspace),
    siteId: demoSiteId(workspace, site),
    pageId: demoPageId(workspace, site, page),
  };
}
