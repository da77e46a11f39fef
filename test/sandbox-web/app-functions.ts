import { asUser } from '@forge/api';
import { makeResolver } from '@forge/resolver';

/** What a test may change of how the functions of the test's app answer. */
export const answers = {
  /** While false, they ask for the person's consent. */
  isConnected: true,
  /** Held back before an answer to `labels`, to try a slow submit. */
  labelsDelayMs: 0,
  /** What the project page shows in frames. */
  addresses: {} as Record<string, string>,
};

const laptops = ['MacBook Pro 14', 'MacBook Pro 16', 'ThinkPad X1 Carbon', 'Dell XPS 13'];

const functions = {
  addresses: () => answers.addresses,
  view: () => ({ status: 'In use' }),
  connection: async () => {
    if (!answers.isConnected) await asUser().withProvider('wds').requestCredentials();
    return { name: 'admin@example.com' };
  },
  fails: () => Promise.reject(new Error('out of luck')),
  labels: async () => {
    await new Promise((resolve) => setTimeout(resolve, answers.labelsDelayMs));
    return null;
  },
  search: ({ payload }: { payload: { text: string } }) => {
    const typed = payload.text.toLowerCase();
    const found = laptops.filter((label) => label.toLowerCase().includes(typed));
    return found.map((label) => ({ label, value: label }));
  },
};

export const resolver = makeResolver(functions as never);
