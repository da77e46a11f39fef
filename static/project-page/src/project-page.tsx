import Button from '@atlaskit/button/new';
import EmptyState from '@atlaskit/empty-state';
import SectionMessage from '@atlaskit/section-message';
import Spinner from '@atlaskit/spinner';
import { view } from '@forge/bridge';
import { useEffect, useRef, useState } from 'react';
import type { ShownTab, Tabs } from '../../../src/app/project-pages/project-pages-contract';
import { useReturn } from '../../../src/app/screen/use-return';
import { ManagePanel, type Managing } from './manage-panel';
import { pageTexts as texts } from './page-texts';
import { TabBar } from './tab-bar';
import { TroublePanel } from './trouble-panel';
import { useTabAddress } from './use-tab-address';
import { useTabs } from './use-tabs';

/** The tabs of one project. */
export function ProjectPage() {
  const { loaded, trouble, missingIds, reload } = useTabs();
  const address = useTabAddress();
  useReturn(loaded?.tabs.length === 0 ? reload : undefined);
  if ((!loaded && !trouble) || !address.isKnown) {
    return (
      <main className="loading" role="status">
        <Spinner size="large" label={texts.loading} />
      </main>
    );
  }
  return (
    <main>
      {trouble && <TroublePanel trouble={trouble} onRetry={reload} />}
      {loaded && (
        <LoadedTabs {...loaded} missingIds={missingIds} address={address} onChanged={reload} />
      )}
    </main>
  );
}

interface LoadedTabsProps extends Tabs {
  readonly missingIds: ReadonlySet<string>;
  readonly address: ReturnType<typeof useTabAddress>;
  readonly onChanged: () => void;
}

function LoadedTabs({
  tabs,
  canManage,
  leadName,
  missingIds,
  address,
  onChanged,
}: LoadedTabsProps) {
  const [managing, setManaging] = useState<Managing>();
  useFocusAfter(managing !== undefined);
  const { tabId, settleOn } = address;
  const [first] = tabs;
  const named = tabs.find((tab) => tab.tabId === tabId);
  const selected = named ?? first;
  const settledId = tabId === undefined ? first?.tabId : undefined;
  useEffect(() => {
    if (settledId !== undefined) settleOn(settledId);
  }, [settledId, settleOn]);
  useWindowTitle(selected);

  const panel = managing && (
    <ManagePanel
      key={`${managing.kind} ${managing.kind === 'add' ? '' : managing.tab.tabId}`}
      managing={managing}
      tabs={tabs}
      onChanged={onChanged}
      onAdded={address.goTo}
      onRemoved={() => {
        const neighbor = named && findNeighbor(tabs, named);
        if (neighbor) address.settleOn(neighbor.tabId);
      }}
      onClose={() => setManaging(undefined)}
    />
  );
  return (
    <>
      {selected && tabId !== undefined && !named && managing === undefined && (
        <SectionMessage appearance="information">
          <p>{texts.tabNotHere}</p>
        </SectionMessage>
      )}
      {/* Not in a tab: what was entered stays while others change the tabs. */}
      {panel}
      {selected && (
        <TabBar
          {...{ tabs, selected, canManage, missingIds }}
          onSelect={(id) => {
            setManaging(undefined);
            address.goTo(id);
          }}
          onManage={setManaging}
          onChanged={onChanged}
        />
      )}
      {!selected && !panel && (
        <NoTabs {...{ canManage, leadName }} onAdd={() => setManaging({ kind: 'add' })} />
      )}
    </>
  );
}

/** The tab that takes the place of one that goes: the next one, or else the one before. */
function findNeighbor(tabs: readonly ShownTab[], tab: ShownTab): ShownTab | undefined {
  const index = tabs.indexOf(tab);
  return tabs[index + 1] ?? tabs[index - 1];
}

interface NoTabsProps extends Pick<Tabs, 'canManage' | 'leadName'> {
  readonly onAdd: () => void;
}

function NoTabs({ canManage, leadName, onAdd }: NoTabsProps) {
  if (!canManage) {
    return (
      <EmptyState header={texts.emptyTitle} headingLevel={2} description={texts.empty(leadName)} />
    );
  }
  return (
    <EmptyState
      header={texts.emptyAdminTitle}
      headingLevel={2}
      description={texts.emptyAdmin}
      primaryAction={
        <Button appearance="primary" onClick={onAdd}>
          {texts.addTab}
        </Button>
      }
    />
  );
}

/** Where the keyboard goes on once the form that it was in is gone. */
function useFocusAfter(isManaging: boolean): void {
  const wasManaging = useRef(false);
  useEffect(() => {
    const selected = '[role=tab][aria-selected=true]';
    if (wasManaging.current && !isManaging) document.querySelector<HTMLElement>(selected)?.focus();
    wasManaging.current = isManaging;
  }, [isManaging]);
}

function useWindowTitle(tab: ShownTab | undefined): void {
  const name = tab?.name;
  useEffect(() => {
    if (name !== undefined) void view.changeWindowTitle(`${name} – ${texts.tabs}`).catch(ignore);
  }, [name]);
}

/** The title is no more than a convenience. */
const ignore = () => undefined;
