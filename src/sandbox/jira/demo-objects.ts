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
