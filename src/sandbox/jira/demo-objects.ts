/** Ids of the demo site that every start and every reset give again. */
export const demoIds = {
  task: '10001',
  bug: '10002',
  story: '10003',
  serviceRequest: '10004',
  incident: '10005',
  demoProject: '10000',
  helpProject: '10010',
  assetField: 'customfield_10050',
  assetContext: '10150',
  assetConfiguration: '10250',
  helpAssetContext: '10152',
  helpAssetConfiguration: '10252',
  cityField: 'customfield_10051',
  cityContext: '10151',
  cityConfiguration: '10251',
  helpCityContext: '10153',
  helpCityConfiguration: '10253',
  serviceDesk: '1',
  countryLevel: 'b0c1d2e3-0001-4a5b-8c6d-7e8f90a1b2c3',
  regionLevel: 'b0c1d2e3-0002-4a5b-8c6d-7e8f90a1b2c3',
  cityLevel: 'b0c1d2e3-0003-4a5b-8c6d-7e8f90a1b2c3',
  firstIssue: 10_300,
  next: 20_000,
} as const;

/** What the demo site has to know of the service's demo data. */
export interface DemoFacts {
  /** Of people, laptops and contracts. */
  workspaceId: string;
  laptopTypeId: string;
  /** Shown beside a laptop's label: at most three. */
  laptopAttributes: readonly DemoAttribute[];
  /** At least twelve. */
  laptops: readonly DemoObject[];
  /** At least one. */
  contracts: readonly DemoObject[];
  /** Of countries, regions and cities. */
  geographyWorkspaceId: string;
  /** Shown beside the label of a place that has them: at most three. */
  geographyAttributes: readonly DemoAttribute[];
  /** At least five, all of one country, of two regions or more. */
  cities: readonly DemoCity[];
}

export interface DemoAttribute {
  attributeId: string;
  name: string;
  attributeTypeCode: string;
}

export interface DemoObject {
  objectId: string;
  label: string;
}

export interface DemoCity {
  country: DemoObject;
  region: DemoObject;
  city: DemoObject;
}

/** The stored value of an object field, as the app writes it. */
export function objectValue(objects: readonly DemoObject[]) {
  return {
    objects: objects.map(({ objectId, label }) => ({ objectId, label })),
    objectIds: objects.map(({ objectId }) => objectId),
    labels: objects.map(({ label }) => label),
  };
}

/** The stored value of the field `City`, as the app writes it. */
export function cityValue(cities: readonly DemoCity[], levelIds = demoLevelIds) {
  const path = [
    unique(cities.map(({ country }) => country)),
    unique(cities.map(({ region }) => region)),
    cities.map(({ city }) => city),
  ];
  return {
    ...objectValue(path[2] ?? []),
    levels: path.map((objects, index) => ({ levelId: levelIds[index], objects })),
    pathIds: path.flat().map(({ objectId }) => objectId),
  };
}

const demoLevelIds: readonly string[] = [
  demoIds.countryLevel,
  demoIds.regionLevel,
  demoIds.cityLevel,
];

function unique(objects: readonly DemoObject[]): readonly DemoObject[] {
  return [...new Map(objects.map((object) => [object.objectId, object])).values()];
}
