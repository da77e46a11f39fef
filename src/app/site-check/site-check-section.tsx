import { view } from '@forge/bridge';
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
  xcss,
} from '@forge/react';
import { useState } from 'react';
import { JsonToCopy } from '../field-configuration/labelled-field';
import { searchPage } from '../jql/search-page';
import type { PageFormats } from '../object-display/formats';
import { callResolver } from '../screen/call-resolver';
import { findHostAddress } from '../screen/use-app-page';
import {
  checkSite,
  expectedLine,
  questions,
  siteChecks,
  type CheckName,
  type SiteLine,
} from './site-check-contract';

const texts = {
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

export interface JiraScreen {
  readonly name: string;
  readonly address: string;
}

interface SiteCheckSectionProps {
  readonly formats: PageFormats;
  /** Jira's own screens that the app links to, beside its search. */
  readonly screens: readonly JiraScreen[];
}

/** Finds out how this site behaves where Jira's documentation doesn't say. */
export function SiteCheckSection({ formats, screens }: SiteCheckSectionProps) {
  const { results, isRunning, run } = useSiteCheck();
  const number = (count: number) => formats.number(count);
  return (
    <Stack space="space.200" alignInline="start">
      <Stack space="space.100">
        <Text>{texts.about}</Text>
        <Text>{texts.safe}</Text>
      </Stack>
      <Inline space="space.100" alignBlock="center" shouldWrap>
        <LoadingButton appearance="primary" isLoading={isRunning} onClick={() => void run()}>
          {results?.finishedAt === undefined ? texts.button : texts.again}
        </LoadingButton>
        {results?.finishedAt !== undefined && (
          <ResultsExport lines={results.lines} checkedAt={results.finishedAt} />
        )}
      </Inline>
      {results && isRunning && (
        <Text>{texts.progress(number(results.doneCount), number(checks.length))}</Text>
      )}
      {results?.finishedAt !== undefined && (
        <Text>
          {texts.summary(
            number(results.lines.filter(({ state }) => state === 'expected').length),
            number(results.lines.length),
          )}
          . {texts.checkedAt(formats.moment(results.finishedAt))}
        </Text>
      )}
      {results && results.lines.length > 0 && <ResultsTable lines={results.lines} />}
      {results?.finishedAt !== undefined && (
        <JiraScreens screens={[{ name: texts.search, address: searchPage }, ...screens]} />
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

/** What was found, what was expected, and what the app does about it. */
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

/** The results as JSON, to be pasted into a report. */
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
              <JsonToCopy
                id="site-check-json"
                label={texts.exportLabel}
                help={texts.exportHelp}
                content={report}
              />
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

/** Makes one check after the other, since some rely on an earlier one. The next one follows also after a failure. */
function useSiteCheck() {
  const [results, setResults] = useState<Results>();

  async function run(): Promise<void> {
    const lines: SiteLine[] = [];
    for (const [doneCount, check] of checks.entries()) {
      setResults({ lines: [...lines], doneCount, finishedAt: undefined });
      lines.push(...(await linesOf(check)));
    }
    setResults({ lines, doneCount: checks.length, finishedAt: Date.now() });
  }

  return { results, isRunning: results !== undefined && results.finishedAt === undefined, run };
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
  const appDoes = 'Nothing. The other checks continue. Try again later.';
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
