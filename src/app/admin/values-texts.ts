/** What is said of the values that fields hold. */
export const valuesTexts = {
  holdersTitle: 'Where an object is used',
  soughtLabel: 'Object id or label',
  soughtAbout:
    'An id finds an object in every field, and in a cascade on every level. A label finds what is stored, written exactly like that, and in a cascade on the last level.',
  find: 'Find',
  noFields: 'No field of this site holds objects yet.',
  holdersTable: 'Fields that hold it',
  field: 'Field',
  count: 'Work items',
  search: 'Search',
  openSearch: (fieldName: string) => `Show in Jira’s search: ${fieldName}`,
  about: (count: string) => `About ${count}`,
  notSearchable: 'Jira can’t search this field. Check that it has a search template.',
  appView:
    'The app counted what it may see. Work items in projects that block apps aren’t counted, and your own search shows what you may see.',
};
