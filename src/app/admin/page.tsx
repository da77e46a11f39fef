import ForgeReconciler, {
  Box,
  Button,
  Inline,
  SectionMessage,
  Stack,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  Text,
  xcss,
} from '@forge/react';
import { useCallback, useState, type ReactNode } from 'react';
import { findConnection } from '../connect/connect-contract';
import type { PageFormats } from '../object-display/formats';
import { usePageFormats } from '../object-display/use-page-formats';
import { callResolver } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import { useReply } from '../screen/use-reply';
import { useReturn } from '../screen/use-return';
import { SiteCheckSection, type JiraScreen } from '../site-check/site-check-section';
import { findFacts, listAdminFields, type AdminField, type Facts } from './admin-contract';
import {
  adminTexts,
  unreadableIn,
  unreadableTexts,
  useBackgroundWork,
  useTokenTest,
  withTest,
  type TokenTest,
} from './admin-parts';
import { Checklist } from './checklist';
import { HealthSection } from './health-section';
import { HoldersForm } from './holders-form';
import { contextsAddress, customFieldsAddress, fieldScreensAddress } from './jira-screens';
import { LabelsSection } from './labels-section';
import { QueriesSection } from './queries-section';
import { TokenSection } from './token-section';
import { tokenStateOf } from './token-state';

const texts = {
  // Short, since all five stand side by side on a phone too.
  queriesTab: 'Queries',
  tokenTab: 'Token',
  healthTab: 'Health',
  valuesTab: 'Values',
  siteCheckTab: 'Site',
  customFields: 'Custom fields',
  contextsOf: (fieldName: string) => `Contexts of ${fieldName}`,
  screensOf: (fieldName: string) => `Screens of ${fieldName}`,

  tokenExpired: 'The access token has expired',
  tokenExpiredAbout:
    'Stored queries are no longer refreshed, and new queries wait. Replace the token.',
  tokenEndsSoon: (when: string) => `The access token expires ${when}`,
  tokenEndsSoonAbout:
    'Replace it before then, so that stored queries stay fresh. Searches keep working in the meantime.',
  tokenRefused: 'The service doesn’t accept the access token',
  tokenRefusedAbout:
    'It expired or was revoked. Stored queries are no longer refreshed, their results expire 7 days after they were last correct, and new queries wait. Replace the token.',
  toToken: 'Go to the access token',
};

const loadFacts = () => callResolver(findFacts, {});
const runIn = ({ run }: Facts) => run;

/** Where Jira admins set up the app and see how it is doing. */
function AdminPage() {
  const formats = usePageFormats();
  const loaded = useBackgroundWork(loadFacts, runIn);
  return (
    <Stack space="space.300">
      <Loaded
        {...loaded}
        value={formats && loaded.value && { facts: loaded.value, formats }}
        loadingText={adminTexts.loading}
        spinnerSize="medium"
        connectReason={adminTexts.connectReason}
      >
        {(known) => <Sections {...known} onChange={loaded.reload} />}
      </Loaded>
    </Stack>
  );
}

interface SectionsProps {
  readonly facts: Facts;
  readonly formats: PageFormats;
  readonly onChange: () => void;
}

const tabNames = [
  texts.queriesTab,
  texts.tokenTab,
  texts.healthTab,
  texts.valuesTab,
  texts.siteCheckTab,
];
const tokenTab = 1;
/** Adds to the tabs' own distance from their content; no wider than the page. */
const panel = xcss({ paddingBlockStart: 'space.200', width: '100%', minWidth: '0' });

function Panel({ children }: { readonly children: ReactNode }) {
  return (
    <TabPanel>
      <Box xcss={panel}>{children}</Box>
    </TabPanel>
  );
}

function TabNames() {
  return (
    <TabList>
      {tabNames.map((name) => (
        <Tab key={name}>{name}</Tab>
      ))}
    </TabList>
  );
}

function Sections({ facts: keptFacts, formats, onChange }: SectionsProps) {
  const [tab, setTab] = useState(0);
  const [tokenVisits, setTokenVisits] = useState(0);
  const tokenTest = useTokenTest(keptFacts.token?.setAt);
  const facts = withTest(keptFacts, tokenTest);
  const connection = useConnection();
  const fields = useFields(facts.run?.finishedAt);
  const knownFields = fields.value?.fields;
  const shown = { facts, fields: knownFields, formats };
  const goToToken = () => {
    setTab(tokenTab);
    setTokenVisits(tokenVisits + 1);
  };
  return (
    <>
      <TokenNotice facts={facts} test={tokenTest} formats={formats} onGoToToken={goToToken} />
      <Checklist
        sources={{ connection, fields, tokenTest, facts }}
        formats={formats}
        isChecking={connection.isLoading || fields.isLoading || tokenTest.isLoading}
        onCheck={() => {
          [connection, fields, tokenTest].forEach(({ reload }) => reload());
          onChange();
        }}
        onGoToToken={goToToken}
      />
      <Tabs id="admin-sections" selected={tab} onChange={setTab}>
        <TabNames />
        <Panel>
          <QueriesSection {...shown} onChange={onChange} />
        </Panel>
        <Panel>
          <TokenSection
            {...shown}
            visits={tokenVisits}
            onChange={onChange}
            onTested={tokenTest.reload}
          />
        </Panel>
        <Panel>
          <HealthSection {...shown} />
        </Panel>
        <Panel>
          <Stack space="space.400">
            <HoldersForm formats={formats} />
            <LabelsSection {...shown} />
          </Stack>
        </Panel>
        <Panel>
          <SiteCheckSection formats={formats} screens={screensFor(knownFields)} />
        </Panel>
      </Tabs>
    </>
  );
}

/** The screens of Jira that the page links to; the screens of a field for the first field only. */
function screensFor([field]: readonly AdminField[] = []): JiraScreen[] {
  const customFields = { name: texts.customFields, address: customFieldsAddress };
  if (!field) return [customFields];
  const { name, fieldId } = field;
  return [
    customFields,
    { name: texts.contextsOf(name), address: contextsAddress(fieldId) },
    { name: texts.screensOf(name), address: fieldScreensAddress(fieldId) },
  ];
}

/** Loads again when the admin comes back from connecting their account. */
function useConnection() {
  const connection = useReply(useCallback(() => callResolver(findConnection, {}), []));
  const { value, reload } = connection;
  useReturn(value && !value.isConnected ? reload : undefined);
  return connection;
}

/** Loads again with the queries whenever a refresh ends: their states compare the two. */
function useFields(endOfRun: number | undefined) {
  const fields = useReply(useCallback(() => callResolver(listAdminFields, {}), []));
  const [loadedAfter, setLoadedAfter] = useState(endOfRun);
  if (endOfRun !== loadedAfter) {
    setLoadedAfter(endOfRun);
    fields.reload();
  }
  return fields;
}

interface TokenNoticeProps {
  readonly facts: Facts;
  readonly test: TokenTest;
  readonly formats: PageFormats;
  readonly onGoToToken: () => void;
}

/** Stands above everything else where the token needs the admin. */
function TokenNotice({ facts, test, formats, onGoToToken }: TokenNoticeProps) {
  const notice = tokenNotice(facts, test, formats);
  if (!notice) return null;
  return (
    <SectionMessage appearance={notice.appearance} title={notice.title}>
      <Text>{notice.about}</Text>
      <Inline>
        <Button spacing="compact" onClick={onGoToToken}>
          {texts.toToken}
        </Button>
      </Inline>
    </SectionMessage>
  );
}

function tokenNotice(
  { token, isTokenRefused, now }: Facts,
  test: TokenTest,
  { distance }: PageFormats,
) {
  const state = tokenStateOf(token, now);
  if (state.kind === 'expired') {
    return {
      appearance: 'error',
      title: texts.tokenExpired,
      about: texts.tokenExpiredAbout,
    } as const;
  }
  if (isTokenRefused) {
    const [title, about] = [texts.tokenRefused, texts.tokenRefusedAbout];
    return { appearance: 'error', title, about } as const;
  }
  const unreadable = unreadableIn(test);
  if (unreadable.length > 0) {
    const about = unreadableTexts.about(unreadable.join(', '));
    return { appearance: 'warning', title: unreadableTexts.title, about } as const;
  }
  if (state.kind !== 'endsSoon') return undefined;
  const title = texts.tokenEndsSoon(distance(state.endsAt - now));
  return { appearance: 'warning', title, about: texts.tokenEndsSoonAbout } as const;
}

ForgeReconciler.render(<AdminPage />);
