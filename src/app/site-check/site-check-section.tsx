import { view } from '@forge/bridge';
import { usePageFormats } from '../object-display/use-page-formats';
import {
  Box,
  Button,
  DynamicTable,
  Inline,
  Link,
  List,
  ListItem,
  LoadingButton,
  Lozenge,
  Modal,
  ModalBody,
  ModalFooter,
  ModalTransition,
  Stack,
  Text,
  TextArea,
  xcss,
} from '@forge/react';
import { useState } from 'react';
import { LabelledField } from '../field-configuration/labelled-field';
import { searchPage } from '../jql/jql-text';
import { callResolver, useAnswer } from '../screen/call-resolver';
import { findHostAddress } from '../screen/use-app-page';
import {
  checkSite,
  expectedLine,
  questions,
  readSiteResults,
  saveSiteResults,
  siteChecks,
  type CheckName,
  type SiteLine,
  type SiteResults,
} from './site-check-contract';
import { SubtleText } from '../screen/subtle-text';
import { Section } from '../screen/section';

const texts = {
  title: 'Site check',
  about: 'Checks that this Jira site supports everything the app uses.',
  safe: 'The site check reads fields and work items that you can see, and doesn’t change them. It writes a few test entries to the app’s own storage and deletes them again. The results stay here for every admin until the next check. Where your site behaves differently and the app can adapt, it does so right away.',
  button: 'Check this site',
  progress: (done: string, total: string) => `${done} of ${total} checks done`,
  passed: (count: string, isOne: boolean) => (isOne ? '1 check passed' : `${count} checks passed`),
  show: 'Show',
  hide: 'Hide',
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
    open: 'Not tested',
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

export interface JiraScreen {
  readonly name: string;
  readonly address: string;
}

interface SiteCheckSectionProps {
  /** Jira's own screens that the app links to, beside its search. */
  readonly screens: readonly JiraScreen[];
}

export function SiteCheckSection({ screens }: SiteCheckSectionProps) {
  const formats = usePageFormats();
  const { results, isRunning, run } = useSiteCheck();
  const finishedAt = results?.finishedAt;
  return (
    <Stack space="space.200" alignInline="start">
      <Section title={texts.title}>
        <Text>{texts.about}</Text>
        <Text>{texts.safe}</Text>
      </Section>
      <Inline space="space.100" alignBlock="center" shouldWrap>
        <LoadingButton isLoading={isRunning} onClick={() => void run()}>
          {texts.button}
        </LoadingButton>
        {finishedAt !== undefined && (
          <ResultsExport lines={results?.lines ?? []} checkedAt={finishedAt} />
        )}
      </Inline>
      {results && isRunning && (
        <Text>
          {texts.progress(formats.number(results.doneCount), formats.number(checks.length))}
        </Text>
      )}
      {results && <SiteCheckResults results={results} />}
      {finishedAt !== undefined && (
        <JiraScreens screens={[{ name: texts.search, address: searchPage }, ...screens]} />
      )}
    </Stack>
  );
}

/** From what matters most. */
const deviations = ['different', 'failed', 'adapted', 'open'] as const;

/** The deviations first; what passed is a count that can be opened. */
function SiteCheckResults({ results: { lines, finishedAt } }: { readonly results: Results }) {
  const formats = usePageFormats();
  const [isOpen, setIsOpen] = useState(false);
  const passed = lines.filter(({ state }) => state === 'expected');
  const others = deviations.flatMap((kind) => lines.filter(({ state }) => state === kind));
  return (
    <Stack space="space.100">
      {others.length > 0 && <ResultsTable lines={others} />}
      {passed.length > 0 && (
        <Inline space="space.100" alignBlock="center" shouldWrap>
          <Text as="strong">
            {texts.passed(formats.number(passed.length), passed.length === 1)}
          </Text>
          <Button appearance="subtle" spacing="compact" onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? texts.hide : texts.show}
          </Button>
        </Inline>
      )}
      {isOpen && <ResultsTable lines={passed} />}
      {finishedAt !== undefined && (
        <SubtleText>{texts.checkedAt(formats.moment(finishedAt))}</SubtleText>
      )}
    </Stack>
  );
}

function JiraScreens({ screens }: { readonly screens: readonly JiraScreen[] }) {
  return (
    <Stack space="space.050">
      <Text>{texts.jiraScreens}</Text>
      <List type="unordered">
        {screens.map(({ name, address }) => (
          <ListItem key={address}>
            <Link href={address} openNewTab>
              {name}
            </Link>
          </ListItem>
        ))}
      </List>
    </Stack>
  );
}

/** Two columns, so that everything fits on a narrow screen. */
const questionCell = xcss({ minWidth: '100px', paddingBlock: 'space.100' });
const resultCell = xcss({ minWidth: '140px', paddingBlock: 'space.100' });

function ResultsTable({ lines }: { readonly lines: readonly SiteLine[] }) {
  return (
    <DynamicTable
      label={texts.tableLabel}
      head={{
        cells: [
          { key: 'question', content: texts.question },
          { key: 'result', content: texts.result },
        ],
      }}
      rows={lines.map((line) => ({
        key: line.question,
        cells: [
          { key: 'question', content: <Question line={line} /> },
          { key: 'result', content: <Result line={line} /> },
        ],
      }))}
    />
  );
}

const appearances = {
  expected: 'success',
  adapted: 'inprogress',
  different: 'removed',
  open: 'default',
  failed: 'moved',
} as const satisfies Record<SiteLine['state'], string>;

function Question({ line: { question, state } }: { readonly line: SiteLine }) {
  return (
    <Box xcss={questionCell}>
      <Stack space="space.050" alignInline="start">
        <Text>{question}</Text>
        <Lozenge appearance={appearances[state]}>{texts.states[state]}</Lozenge>
      </Stack>
    </Box>
  );
}

function Result({ line }: { readonly line: SiteLine }) {
  return (
    <Box xcss={resultCell}>
      <Stack space="space.050">
        {(['found', 'expected', 'appDoes'] as const).map((part) => (
          <Text key={part}>
            <Text as="strong">{texts[part]}:</Text> {line[part]}
          </Text>
        ))}
      </Stack>
    </Box>
  );
}

interface ResultsExportProps {
  readonly lines: readonly SiteLine[];
  /** Milliseconds since the epoch. */
  readonly checkedAt: number;
}

/** The results as JSON to copy: UI Kit neither writes to the clipboard nor offers a download. */
function ResultsExport({ lines, checkedAt }: ResultsExportProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const report = { version: 1, checkedAt: new Date(checkedAt).toISOString(), lines };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{texts.exportButton}</Button>
      <ModalTransition>
        {isOpen && (
          <Modal title={texts.exportTitle} width="large" onClose={close}>
            <ModalBody>
              <LabelledField id="site-check-json" label={texts.exportLabel} help={texts.exportHelp}>
                <TextArea
                  id="site-check-json"
                  testId="site-check-json"
                  isReadOnly
                  isMonospaced
                  minimumRows={12}
                  spellCheck={false}
                  defaultValue={JSON.stringify(report, null, 2)}
                />
              </LabelledField>
            </ModalBody>
            <ModalFooter>
              <Button onClick={close}>{texts.close}</Button>
            </ModalFooter>
          </Modal>
        )}
      </ModalTransition>
    </>
  );
}

const checks: readonly CheckName[] = [...siteChecks, 'context', 'links'];

interface Results {
  readonly lines: readonly SiteLine[];
  readonly doneCount: number;
  /** Milliseconds since the epoch; undefined while the check is under way. */
  readonly finishedAt: number | undefined;
}

/**
 * Makes one check after the other, since some rely on an earlier one. The next one follows also after a failure. The
 * results of the last run are there until then.
 */
function useSiteCheck() {
  const earlier = useAnswer(readSiteResults, {}).value?.results;
  const [own, setResults] = useState<Results>();
  const results = own ?? (earlier && resultsOf(earlier));

  async function run(): Promise<void> {
    const lines: SiteLine[] = [];
    const before = results?.lines ?? [];
    for (const [doneCount, check] of checks.entries()) {
      setResults({ lines: withEarlier(lines, before), doneCount, finishedAt: undefined });
      lines.push(...(await linesOf(check)));
    }
    setResults(resultsOf({ lines, checkedAt: Date.now() }));
    await callResolver(saveSiteResults, { lines });
  }

  return { results, isRunning: results !== undefined && results.finishedAt === undefined, run };
}

function resultsOf({ lines, checkedAt }: SiteResults): Results {
  return { lines, doneCount: checks.length, finishedAt: checkedAt };
}

/** The last result of a question stays until its check is done anew. */
function withEarlier(lines: readonly SiteLine[], before: readonly SiteLine[]): SiteLine[] {
  const answered = new Set(lines.map(({ question }) => question));
  return [...lines, ...before.filter(({ question }) => !answered.has(question))];
}

async function linesOf(check: CheckName): Promise<readonly SiteLine[]> {
  if (check === 'context' || check === 'links') return linesOfScreen(check);
  const reply = await callResolver(checkSite, { check });
  if (reply.kind === 'ok') return reply.value.lines;
  const found =
    reply.kind === 'problem'
      ? `${reply.message} (${reply.code})`
      : 'The app was asked to connect your account, which this check doesn’t need.';
  return failedLines(check, found);
}

function failedLines(check: CheckName, found: string): SiteLine[] {
  const appDoes = 'None. The other checks continue. Try again later.';
  return questions[check].map((question) => ({ ...question, state: 'failed', found, appDoes }));
}

async function linesOfScreen(check: 'context' | 'links'): Promise<readonly SiteLine[]> {
  try {
    return [await (check === 'context' ? checkContext() : checkLinks())];
  } catch (error) {
    return failedLines(check, error instanceof Error ? error.name : 'This check failed.');
  }
}

/** Whether the host tells a screen the person's language and time zone; otherwise it uses the browser's. */
async function checkContext(): Promise<SiteLine> {
  const [question] = questions.context;
  const { locale, timezone } = await view.getContext();
  const [isLocaleTold, isTimezoneTold] = [isText(locale), isText(timezone)];
  const provided = (isTold: boolean) => (isTold ? 'provided' : 'not provided');
  const found = `Language: ${provided(isLocaleTold)}. Time zone: ${provided(isTimezoneTold)}.`;
  if (isLocaleTold && isTimezoneTold) return expectedLine(question, found);
  const adapted = [
    ...(isLocaleTold ? [] : ['The app writes dates and numbers in the browser’s language.']),
    ...(isTimezoneTold ? [] : ['The app writes times in the browser’s time zone.']),
  ];
  return { ...question, state: 'adapted', found, appDoes: adapted.join(' ') };
}

/** A host of another version may tell something else. */
function isText(told: unknown): boolean {
  return typeof told === 'string' && told !== '';
}

/** Whether the host knows the addresses of the app's pages. The site's name is left out. */
async function checkLinks(): Promise<SiteLine> {
  const [question] = questions.links;
  const keys = ['connect', 'admin'] as const;
  const addresses = await Promise.all(keys.map(findHostAddress));
  const paths = addresses.map(
    (address) => address && new URL(address, 'https://site.invalid').pathname,
  );
  const found = keys
    .map((key, index) => `${key}: ${paths[index] ?? 'not known to Jira'}.`)
    .join(' ');
  if (!paths.includes(undefined)) return expectedLine(question, found);
  const appDoes = 'The app links to the address that Atlassian documents.';
  return { ...question, state: 'adapted', found, appDoes };
}
