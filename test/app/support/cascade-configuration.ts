const id = (index: number) => `c0ffee00-0000-4000-8000-${String(index).padStart(12, '0')}`;

export const country = {
  levelId: id(1),
  name: 'Country',
  query: 'Type = "Country"',
  isMultiple: false,
};
export const region = {
  levelId: id(2),
  name: 'Region',
  query: 'Type = "Region" and Country = {{Country}}',
  isMultiple: true,
};
export const city = {
  levelId: id(3),
  name: 'City',
  query: 'Type = City and Region in << Region >> and Region.Country = "{{Country.label}}"',
  isMultiple: true,
};

/** A cascade of three levels, each of which refers to those before it. */
export const cascade = {
  version: 1 as const,
  workspaceId: id(9),
  levels: [country, region, city],
  portal: 'nothing' as const,
};
