import type { PrecomputationUpdate } from './unattended-jira';

/** A fragment of 1,000 ids has 39,000 characters; how much Jira takes in one request is not documented. */
const maximumCharacters = 250_000;
const maximumUpdates = 50;

/** The updates in their order, in as many requests as their size asks for; a large one goes alone. */
export function updatesBySize(updates: readonly PrecomputationUpdate[]): PrecomputationUpdate[][] {
  const requests: PrecomputationUpdate[][] = [];
  let characters = 0;
  for (const update of updates) {
    const current = requests.at(-1);
    const size = JSON.stringify(update).length;
    characters += size;
    if (current && current.length < maximumUpdates && characters <= maximumCharacters) {
      current.push(update);
    } else {
      requests.push([update]);
      characters = size;
    }
  }
  return requests;
}
