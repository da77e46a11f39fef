import type { SpellingForm } from '../jql-function/site-ways';

const forms: Readonly<Record<SpellingForm, string>> = {
  quotedId: '"cf[n].ObjectId"',
  splitId: 'cf[n].ObjectId',
  quotedName: '"Field.ObjectId"',
  splitName: '"Field".ObjectId',
};
const formList = (found: readonly SpellingForm[]) =>
  found.length === 0 ? 'none' : found.map((form) => forms[form]).join(', ');

/** What is said of what a site does, each as a report can show it: without names, ids of work items or people. */
export const verdictTexts = {
  noField: 'No field of this app was found.',
  noValue: 'You can’t see any work item with a value that searches can find.',
  saveOne: 'Nothing yet. Save objects in a field of a work item, then check again.',
  saveTwo: 'Nothing yet. Save two objects in a field of a work item, then check again.',
  noEmpty: 'You need to see a work item with a value in the field, and one without.',
  asBefore: 'Works as designed.',

  spelling: 'Searches by a field’s objects',
  spellingExpected: `Jira accepts ${forms.quotedId} and finds stored objects by it.`,
  spellingFound: (
    accepted: readonly SpellingForm[],
    finding: readonly SpellingForm[] | undefined,
  ) =>
    `Accepted: ${formList(accepted)}. Finds a stored object: ${finding ? formList(finding) : 'not tried'}.`,
  writes: (form: SpellingForm) => `Searches are written with ${forms[form]} from now on.`,
  notSearchable:
    'Searches by query say that Jira can’t search the field; those with a stored result say so after the next refresh.',
  unspelled: 'Couldn’t be checked, since Jira accepts none of the ways to write a field’s objects.',
  findsNothing: 'Searches by query may find nothing. Please report this.',

  in: '“in” a list of objects',
  inExpected: 'Finds a work item by each of its objects.',
  notIn: '“not in” a list of objects',
  notInExpected: 'Finds work items that have objects, but none from the list.',
  works: 'As expected.',
  worksJoined: (faults: string) =>
    `A list doesn’t work: ${faults} One comparison for each object works.`,
  worksNoWay: (ofList: string, ofJoined: string) =>
    `List: ${ofList} One comparison for each object: ${ofJoined}`,
  oneObject: 'Works, as far as one object can show.',
  writesJoined: 'Searches compare each object by itself from now on.',
  keepsList: 'Searches are still written with a list, and may find the wrong work items.',

  emptiness: '“is EMPTY” of a field’s objects',
  emptinessExpected: 'True for work items without objects, and only for them.',
  asksField:
    'Searches ask about the whole field from now on. Values written by other apps aren’t completed.',
  asksProperty:
    'Searches for “no object” may find the wrong work items. Values written by other apps aren’t completed.',
  nothing: 'A search for no object',
  nothingExpected: '“is EMPTY AND is not EMPTY” is accepted and finds nothing.',
  nothingWrong:
    'Queries that match no object may fail in Jira’s search, or find the wrong work items.',

  thousandIds: 'A search for 1,000 objects',
  thousandIdsExpected: 'Jira accepts 1,000 ids in one search.',
  takes: (count: string, isFound: boolean | undefined) =>
    `Jira accepts ${count} ids${isFound === false ? ', but the search didn’t find the last one' : ''}.`,
  takesFew: 'Jira accepts fewer than 100 ids.',
  fewIds: 'Queries that match more objects fail in Jira’s search, with Jira’s own message.',

  expressions: 'Texts in lists, and validation',
  expressionsExpected: 'Jira accepts the app’s expressions.',
  allTaken: 'Jira accepts all of them.',
  expressionsWrong: 'Lists and mails may show nothing for a field, or edits may be refused.',

  storage: 'Lists in the app’s storage',
  storageExpected: 'A list may miss what was just written.',
  listed: (listed: number, written: number) =>
    `A list showed ${listed} of ${written} keys right away.`,
  storageDoes: 'Works as designed: it never relies on a list alone.',
  secondSet: 'Setting a key that already exists',
  secondSetExpected: 'The second write is refused as KEY_CONFLICT.',
  secondSetFound: (answer: string) =>
    ({ refused: 'Refused as expected.', set: 'The second write replaced the first.' })[answer] ??
    `Refused with the code ${answer}.`,
  secondSetWrong: 'If two admins save tabs at the same time, one change can be lost or fail.',

  visibility: 'Work items that the app can see',
  visibilityExpected: 'The app sees every field, and as many work items as you.',
  sees: (fieldId: string, forApp: number, forAdmin: number) =>
    `${fieldId}: the app sees about ${forApp}, you see about ${forAdmin}.`,
  hiddenField: (fieldId: string) => `${fieldId}: hidden from the app.`,
  appSeesLess:
    'The app deletes nothing that it can’t see. It doesn’t complete values there or refresh their labels.',

  account: 'Type of your account',
  accountExpected: 'licensed',
  accountAbsent: 'not provided',
  accountWrong: 'The app turns away people whose account type it doesn’t recognize.',
  configuration: 'A field’s configuration',
  configurationExpected: 'Jira provides it when someone views or edits the field.',
  configurationFound: (isTold: boolean) =>
    `${isTold ? 'Provided' : 'Not provided'} when someone last opened a field.`,
  asksForConfiguration: 'The app asks Jira for the configuration, and keeps it for a minute.',
  noFieldOpened: 'Nobody has opened a field of this app yet.',
  openOne: 'Nothing yet. Open a work item with a field of this app, then check again.',
  context: 'Your language and time zone',
  contextExpected: 'Jira provides both.',
  contextFound: (isLocaleTold: boolean, isTimezoneTold: boolean) =>
    `Language: ${isLocaleTold ? 'provided' : 'not provided'}. Time zone: ${isTimezoneTold ? 'provided' : 'not provided'}.`,
  browserLanguage: 'The app writes dates and numbers in the browser’s language.',
  browserTimezone: 'The app writes times in the browser’s time zone.',

  links: 'Addresses of the app’s pages',
  linksExpected: 'Jira knows the page “connect” in the personal settings, and the page “admin”.',
  page: (moduleKey: string, path: string | undefined) =>
    `${moduleKey}: ${path ?? 'not known to Jira'}.`,
  linksWrong: 'The app links to the address that Atlassian documents.',

  failed: 'This check failed.',
  consentAsked: 'The app was asked to connect your account, which this check doesn’t need.',
  failedDoes: 'Nothing. The other checks continue. Try again later.',
};
