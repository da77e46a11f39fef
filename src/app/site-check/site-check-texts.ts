import type { SiteLine } from './site-check-contract';

/** What the page says around the results. */
export const siteCheckTexts = {
  about:
    'Some of what the app relies on isn’t documented. This check finds out how your site behaves. Where the app can adapt, it does so right away.',
  safe: 'It reads fields and work items that you can see, and doesn’t change them. It writes a few test entries to the app’s own storage and deletes them again.',
  button: 'Check this site',
  again: 'Check again',
  progress: (done: string, total: string) => `${done} of ${total} checks done`,
  summary: (expected: string, total: string) => `${expected} of ${total} as expected`,
  checkedAt: (moment: string) => `Checked ${moment}`,
  tableLabel: 'Results of the check',
  question: 'What the app relies on',
  result: 'On this site',
  found: 'Found',
  expected: 'Expected',
  appDoes: 'Effect on the app',
  states: {
    expected: 'As expected',
    adapted: 'Adapted',
    different: 'Different',
    open: 'Not settled',
    failed: 'Check failed',
  } satisfies Record<SiteLine['state'], string>,
  exportButton: 'Export for a report',
  exportTitle: 'Results for a report',
  exportLabel: 'Results as JSON',
  exportHelp:
    'Select everything, copy it, and paste it into the report. The results contain no names, and no ids of people, work items or objects.',
  close: 'Close',
  search: 'Search',
  jiraScreens:
    'The app can’t follow links to Jira’s own screens. Open these, and say in your report where they lead:',
};
