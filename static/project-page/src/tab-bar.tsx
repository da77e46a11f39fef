import Button, { IconButton } from '@atlaskit/button/new';
import DropdownMenu, { DropdownItem, DropdownItemGroup } from '@atlaskit/dropdown-menu';
import AddIcon from '@atlaskit/icon/core/add';
import MoreIcon from '@atlaskit/icon/core/show-more-horizontal';
import Lozenge from '@atlaskit/lozenge';
import Tabs, { Tab, TabList, TabPanel } from '@atlaskit/tabs';
import { useRef } from 'react';
import { callResolver, useAction } from '../../../src/app/screen/call-resolver';
import { moveTab, type ShownTab } from '../../../src/app/project-pages/project-pages-contract';
import { EmbeddedPage } from './embedded-page';
import type { Managing } from './manage-panel';
import { pageTexts as texts } from './page-texts';
import { TroublePanel } from './trouble-panel';

interface TabBarProps {
  readonly tabs: readonly ShownTab[];
  readonly selected: ShownTab;
  readonly canManage: boolean;
  readonly missingIds: ReadonlySet<string>;
  readonly onSelect: (tabId: string) => void;
  readonly onManage: (managing: Managing) => void;
  readonly onChanged: () => void;
}

/** The tabs by their names, with the page of the selected one. */
export function TabBar(props: TabBarProps) {
  const { tabs, selected, canManage, missingIds, onSelect } = props;
  return (
    <Tabs
      id="pages"
      selected={tabs.indexOf(selected)}
      onChange={(index) => {
        const tab = tabs[index];
        if (tab) onSelect(tab.tabId);
      }}
      shouldUnmountTabPanelOnChange
    >
      <div className="bar">
        <div className="bar-tabs">
          <TabList>
            {tabs.map((tab) => (
              <Tab key={tab.tabId}>
                <span className="tab-label">
                  <bdi className="tab-name" title={tab.name}>
                    {tab.name}
                  </bdi>
                  <Mark tab={tab} isMissing={missingIds.has(tab.tabId)} />
                </span>
              </Tab>
            ))}
          </TabList>
        </div>
        {canManage && <AdminButtons {...props} />}
      </div>
      {tabs.map(({ tabId, name }) => (
        <TabPanel key={tabId}>
          <div className="tab-content">
            <EmbeddedPage key={tabId} tabId={tabId} name={name} />
          </div>
        </TabPanel>
      ))}
    </Tabs>
  );
}

function Mark({ tab, isMissing }: { tab: ShownTab; isMissing: boolean }) {
  if (!tab.isOpen) return <Lozenge>{texts.noAccess}</Lozenge>;
  return isMissing ? <Lozenge appearance="moved">{texts.pageNotFound}</Lozenge> : null;
}

function AdminButtons({ tabs, selected, onManage, onChanged }: TabBarProps) {
  const moving = useAction();
  const menuButton = useRef<HTMLButtonElement | null>(null);
  const index = tabs.indexOf(selected);
  const { address } = selected;

  /** To before another tab, or to the end. */
  async function move(before: ShownTab | undefined) {
    const payload = { tabId: selected.tabId, beforeTabId: before?.tabId };
    await moving.run(() => callResolver(moveTab, payload));
    onChanged();
  }

  /** A menu gives the focus back to its button in the frame after it closes: the panel takes it after that. */
  function openAfterMenu(managing: Managing) {
    requestAnimationFrame(() => requestAnimationFrame(() => onManage(managing)));
  }

  return (
    <div className="bar-buttons">
      <DropdownMenu<HTMLButtonElement>
        placement="bottom-end"
        returnFocusRef={menuButton}
        trigger={({ triggerRef, ...trigger }) => (
          <IconButton
            {...trigger}
            ref={(button) => {
              if (typeof triggerRef === 'function') triggerRef(button);
              menuButton.current = button;
            }}
            appearance="subtle"
            icon={MoreIcon}
            label={texts.tabActions(selected.name)}
          />
        )}
      >
        <DropdownItemGroup>
          {address && (
            <DropdownItem
              onClick={() => openAfterMenu({ kind: 'edit', tab: { ...selected, address } })}
            >
              {texts.edit}
            </DropdownItem>
          )}
          <DropdownItem isDisabled={index === 0} onClick={() => void move(tabs[index - 1])}>
            {texts.moveLeft}
          </DropdownItem>
          <DropdownItem
            isDisabled={index === tabs.length - 1}
            onClick={() => void move(tabs[index + 2])}
          >
            {texts.moveRight}
          </DropdownItem>
          <DropdownItem onClick={() => openAfterMenu({ kind: 'remove', tab: selected })}>
            {texts.remove}
          </DropdownItem>
        </DropdownItemGroup>
      </DropdownMenu>
      <Button iconBefore={AddIcon} onClick={() => onManage({ kind: 'add' })}>
        {texts.addTab}
      </Button>
      {moving.trouble && <TroublePanel trouble={moving.trouble} onRetry={onChanged} />}
    </div>
  );
}
