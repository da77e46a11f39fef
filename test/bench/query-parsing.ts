import { JastBuilder } from '@atlaskit/jql-ast';
import { parseQuery } from '../../src/query';
import { atLeast, type Row } from './row';

const ours =
  'Status = "In repair" and "Assigned to" = objectId("6f0f3a52-0000-4000-8000-000000000001") and Label ~ "mac"';
const theirs =
  'status = "In repair" and assignee = "6f0f3a52-0000-4000-8000-000000000001" and summary ~ "mac" and x = 1234';
const roundMs = 400;

/** How many queries of about 100 characters are parsed a second, beside Atlassian's JQL parser. */
export function measureQueryParsing(): Promise<Row[]> {
  const ratios = [1, 2, 3].map(() => {
    const own = perSecond(() => parseQuery(ours));
    return own / perSecond(() => new JastBuilder().build(theirs));
  });
  const median = ratios.sort((a, b) => a - b)[1] ?? 0;
  return Promise.resolve([
    atLeast('parsing a query, beside @atlaskit/jql-ast', median, 'times as many/s', 50),
  ]);
}

function perSecond(parse: () => unknown): number {
  const end = performance.now() + roundMs;
  let count = 0;
  while (performance.now() < end) {
    parse();
    count += 1;
  }
  return (count * 1000) / roundMs;
}
