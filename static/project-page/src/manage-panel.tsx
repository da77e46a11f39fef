import Button from '@atlaskit/button/new';
import { useState } from 'react';
import { callResolver } from '../../../src/app/screen/call-resolver';
import type { Trouble } from '../../../src/app/replies/reply';
import {
  addTab,
  editTab,
  isSameContent,
  removeTab,
  type ShownTab,
  type TabContent,
} from '../../../src/app/project-pages/project-pages-contract';
import { pageTexts as texts } from './page-texts';
import { TabForm } from './tab-form';
import { TroublePanel } from './trouble-panel';

/** What an admin is about to do. */
export type Managing =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly tab: EditableTab }
  | { readonly kind: 'remove'; readonly tab: ShownTab };

type EditableTab = ShownTab & Required<Pick<ShownTab, 'address'>>;

interface ManagePanelProps {
  readonly managing: Managing;
  /** As they are now. */
  readonly tabs: readonly ShownTab[];
  readonly onChanged: () => void;
  readonly onAdded: (tabId: string) => void;
  /** The tab that was open is gone. */
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Where an admin adds, edits or removes a tab. */
export function ManagePanel({ managing, ...props }: ManagePanelProps) {
  switch (managing.kind) {
    case 'add':
      return <AddPanel {...props} />;
    case 'edit':
      return <EditPanel {...props} tab={managing.tab} />;
    case 'remove':
      return <RemovePanel {...props} tab={managing.tab} />;
  }
}

type AddPanelProps = Omit<ManagePanelProps, 'managing'>;

function AddPanel({ onChanged, onAdded, onClose }: AddPanelProps) {
  async function add(content: TabContent) {
    const reply = await callResolver(addTab, content);
    if (reply.kind !== 'ok') return reply;
    onChanged();
    onAdded(reply.value.tabId);
    onClose();
    return reply;
  }
  return <TabForm title={texts.addTitle} known={undefined} isOpen onSave={add} onClose={onClose} />;
}

interface EditPanelProps extends AddPanelProps {
  /** As the admin saw it when they began. */
  readonly tab: EditableTab;
}

function EditPanel({ tab, tabs, onChanged, onClose }: EditPanelProps) {
  const [known, setKnown] = useState(contentOf(tab, tab.address));
  const [isOutdated, setOutdated] = useState(false);

  async function save(wanted: TabContent) {
    const reply = await callResolver(editTab, { tabId: tab.tabId, known, wanted });
    const code = reply.kind === 'problem' ? reply.code : undefined;
    setOutdated(code === 'TAB_CHANGED');
    if (reply.kind === 'ok') onClose();
    // What else keeps a tab from being saved would keep the tabs from being loaded, too.
    if (reply.kind === 'ok' || code === 'TAB_CHANGED' || code === 'TAB_GONE') onChanged();
    return reply.kind === 'problem' && code === 'TAB_GONE'
      ? { ...reply, detail: texts.addAgain }
      : reply;
  }

  // The admin was told what others changed, and may now save over it.
  const current = tabs.find(({ tabId }) => tabId === tab.tabId);
  const now = current?.address && contentOf(current, current.address);
  if (isOutdated && now && !isSameContent(now, known)) {
    setKnown(now);
    setOutdated(false);
  }
  return (
    <TabForm
      title={texts.editTitle(tab.name)}
      known={known}
      isOpen={tab.isOpen}
      onSave={save}
      onClose={onClose}
    />
  );
}

interface RemovePanelProps extends AddPanelProps {
  readonly tab: ShownTab;
}

function RemovePanel({ tab, onChanged, onRemoved, onClose }: RemovePanelProps) {
  const [trouble, setTrouble] = useState<Trouble>();
  const [isRemoving, setRemoving] = useState(false);

  async function remove() {
    setRemoving(true);
    const reply = await callResolver(removeTab, { tabId: tab.tabId });
    setRemoving(false);
    if (reply.kind === 'ok') {
      onRemoved();
      onChanged();
      onClose();
    } else setTrouble(reply);
  }

  return (
    <section
      className="panel"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <h2>{texts.removeTitle(tab.name)}</h2>
      <p>{texts.removeAbout}</p>
      {trouble && <TroublePanel trouble={trouble} onRetry={() => void remove()} />}
      <div className="buttons">
        <Button appearance="danger" autoFocus isLoading={isRemoving} onClick={() => void remove()}>
          {texts.remove}
        </Button>
        <Button appearance="subtle" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </section>
  );
}

function contentOf({ name }: ShownTab, address: EditableTab['address']): TabContent {
  return { name, ...address };
}
