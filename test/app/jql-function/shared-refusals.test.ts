import { describe, expect, test } from 'vitest';
import {
  configured,
  contracts,
  createSearchSite,
  laptops,
  manyIds,
  type SearchSite,
} from './support/search-site';

interface Refusal {
  readonly title: string;
  readonly query?: string;
  readonly given: (site: SearchSite) => void;
  /** Parts of the sentence, in their order. */
  readonly says: readonly string[];
  /** What only people with access to the service may read. */
  readonly neverSays: RegExp;
}

/** The service refuses the query at this character. */
const refusedAt = (offset: number, message: string) => (site: SearchSite) => {
  const position = { offset, line: 1, column: offset + 1 };
  site.service.answer = () => ({ status: 400, message, position });
};
const pointAtTwo = ({ jira }: SearchSite) =>
  jira.configurations.set('customfield_10010', [configured(laptops), configured(contracts)]);

const refusals: Refusal[] = [
  {
    title: 'a name that no context knows, with the place that the service names',
    given: (site) => {
      pointAtTwo(site);
      refusedAt(0, 'The type "Laptop" has no attribute "Status".\nStatus = Active\n^')(site);
    },
    says: [
      'Unknown attribute “Status” at character 1 of the query in workspaceObjects().',
      'Check the spelling',
    ],
    neverSays: /Laptop/,
  },
  {
    title: 'a name on a path, without the names before and after it',
    query: 'Location.Contry.Label = "a" and Status = Active',
    given: refusedAt(9, 'Known: Country.'),
    says: ['Unknown attribute “Contry” at character 10 of'],
    neverSays: /Country/,
  },
  {
    title: 'a name to sort by that no context knows, with the place',
    query: 'Label = "a" order by Prise',
    given: refusedAt(21, 'Known: Price.'),
    says: ['Unknown attribute “Prise” at character 22 of'],
    neverSays: /Price/,
  },
  {
    title: 'a built-in name that is nearly right, which is a word of the language and no secret',
    query: 'Lable = "a" order by Updatd',
    given: refusedAt(21, 'The type "Laptop" has no attribute "Updatd". Did you mean "Upkeep"?'),
    says: ['Unknown attribute “Updatd” at character 22 of', 'Did you mean “Updated”?'],
    neverSays: /Upkeep|Laptop/,
  },
  {
    title: 'a value that the service does not know, without those that it knows',
    query: 'Label = "a" and Status in ("Active", "Repair")',
    given: refusedAt(37, 'There is no option "Repair". Use "In repair" or "In stock".'),
    says: ['The value “Repair” at character 38 of the query in workspaceObjects() is unknown'],
    neverSays: /In repair|In stock/,
  },
  {
    title: 'an operator that does not fit the attribute, without what the attribute holds',
    query: 'Label = "a" and Status > Active',
    given: refusedAt(23, '"Status" holds names, which can’t be compared with ">".'),
    says: [
      'The operator “>” at character 24 of',
      'doesn’t work with this attribute. Use another one',
    ],
    neverSays: /names/,
  },
  {
    title: 'a query that the service refuses as a whole, without what it says of that',
    given: (site) => (site.service.answer = () => ({ status: 400, message: '7 secret types.' })),
    says: ['The service can’t use the query in workspaceObjects(). Check the names'],
    neverSays: /secret/,
  },
  {
    title: 'more objects than a search can hold, without how many they are',
    given: (site) => (site.service.answer = () => manyIds(2_413)),
    says: ['matches more than 1,000 objects', 'can hold only 1,000', 'Narrow the query'],
    neverSays: /2,?413/,
  },
  {
    title: 'more objects in two contexts together than a search can hold',
    given: (site) => {
      pointAtTwo(site);
      site.service.answer = () => manyIds(600);
    },
    says: ['matches more than 1,000 objects'],
    neverSays: /1,?200/,
  },
];

describe('workspaceObjects(query, field) tells everyone what is wrong, and nobody what the service holds', () => {
  test.each(refusals)('$title', async ({ query = 'Status = Active', given, says, neverSays }) => {
    const site = createSearchSite();
    given(site);
    const answer = await site.search(query);
    const error = 'error' in answer ? answer.error : '';
    for (const part of says) expect(error).toContain(part);
    expect(error).not.toMatch(neverSays);
  });
});
