import ForgeReconciler, { Box, Stack, Tab, TabList, TabPanel, Tabs, xcss } from '@forge/react';
import { useState, type ReactNode } from 'react';
import { PageFormatsProvider, useHostFormats } from '../object-display/use-page-formats';
import { callResolver, useAnswer } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import { useReturn } from '../screen/use-return';
import { SiteCheckSection, type JiraScreen } from '../site-check/site-check-section';
import {
  checkHealth,
  findFacts,
  listAdminFields,
  type AdminField,
  type Facts,
  type TokenCheck,
} from './admin-contract';
import { adminTexts, useBackgroundWork } from './admin-parts';
import { contextsAddress, customFieldsAddress, fieldScreensAddress } from './jira-screens';
import { HoldersForm } from './holders-form';
import { LabelsSection } from './labels-section';
import { Overview } from './overview';
import { QueriesSection, useQueries } from './queries-section';
import { TokenSection } from './token-section';

const texts = {
  // Short, since all four stand side by side on a phone too.
  tabs: ['Overview', 'Searches', 'Token', 'Tools'],
  customFields: 'Custom fields',
  contextsOf: (fieldName: string) => `Contexts of ${fieldName}`,
  screensOf: (fieldName: string) => `Screens of ${fieldName}`,
};
const [searchesTab, tokenTab] = [1, 2];

const loadFacts = () => callResolver(findFacts, {});
const runIn = ({ run }: Facts) => run;

/** Where Jira admins set up the app and see how it is doing. */
function AdminPage() {
  const formats = useHostFormats();
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
        {(known) => (
          <PageFormatsProvider value={known.formats}>
            <Sections facts={known.facts} onChange={loaded.reload} />
          </PageFormatsProvider>
        )}
      </Loaded>
    </Stack>
  );
}

interface SectionsProps {
  readonly facts: Facts;
  readonly onChange: () => void;
}

function Sections({ facts: keptFacts, onChange }: SectionsProps) {
  const [tab, setTab] = useState(0);
  const [tokenVisits, setTokenVisits] = useState(0);
  const health = useHealth(keptFacts.token?.setAt);
  const facts = withCheck(keptFacts, health.value?.token);
  const fields = useFields(facts.run?.finishedAt);
  const queries = useQueries(facts, fields.value?.fields);
  const shown = { facts, health, fields: fields.value?.fields, queries };
  return (
    <Tabs id="admin-sections" selected={tab} onChange={setTab}>
      <TabList>
        {texts.tabs.map((name) => (
          <Tab key={name}>{name}</Tab>
        ))}
      </TabList>
      <Panel>
        <Overview
          {...{ ...shown, fields }}
          onCheck={() => {
            [health, fields].forEach(({ reload }) => reload());
            onChange();
          }}
          onGoToSearches={() => setTab(searchesTab)}
          onGoToToken={() => {
            setTab(tokenTab);
            setTokenVisits(tokenVisits + 1);
          }}
        />
      </Panel>
      <Panel>
        <QueriesSection {...shown} onChange={onChange} />
      </Panel>
      <Panel>
        <TokenSection {...shown} visits={tokenVisits} onChange={onChange} />
      </Panel>
      <Panel>
        <Stack space="space.300">
          <HoldersForm />
          <LabelsSection {...shown} />
          <SiteCheckSection screens={screensFor(shown.fields)} />
        </Stack>
      </Panel>
    </Tabs>
  );
}

/** Adds to the tabs' own distance from their content; no wider than the page. */
const panel = xcss({ paddingBlockStart: 'space.200', width: '100%', minWidth: '0' });

function Panel({ children }: { readonly children: ReactNode }) {
  return (
    <TabPanel>
      <Box xcss={panel}>{children}</Box>
    </TabPanel>
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

/** Asks the service when the page opens, for each new token, and after the admin connected their account. */
function useHealth(tokenSetAt: number | undefined) {
  const health = useAnswer(checkHealth, {});
  useReloadAfter(health.reload, tokenSetAt);
  useReturn(health.value?.account.kind === 'absent' ? health.reload : undefined);
  return health;
}

/** What the service says now counts for more than what was kept and what the last refresh found. */
function withCheck(facts: Facts, check: TokenCheck | undefined): Facts {
  const { token, isTokenRefused } = facts;
  if (!token || !check || check.kind === 'absent') return facts;
  if (check.kind === 'fails')
    return { ...facts, isTokenRefused: isTokenRefused || check.isRefused };
  return { ...facts, token: check.setAt === token.setAt ? check : token, isTokenRefused: false };
}

/** Loads again with the queries whenever a refresh ends: their states compare the two. */
function useFields(endOfRun: number | undefined) {
  const fields = useAnswer(listAdminFields, {});
  useReloadAfter(fields.reload, endOfRun);
  return fields;
}

function useReloadAfter(reload: () => void, changedAt: number | undefined) {
  const [loadedAfter, setLoadedAfter] = useState(changedAt);
  if (changedAt === loadedAfter) return;
  setLoadedAfter(changedAt);
  reload();
}

ForgeReconciler.render(<AdminPage />);
