import Button from '@atlaskit/button/new';
import { useState } from 'react';
import { callResolver } from '../../../src/app/access/call-resolver';
import type { Trouble } from '../../../src/app/access/reply';
import { addTab, editTab, removeTab } from '../../../src/app/project-pages/functions';
import type { ShownTab } from '../../../src/app/project-pages/replies';
import type { TabContent } from '../../../src/app/project-pages/tab';
import { pageTexts as texts } from './page-texts';
import { TabForm } from './tab-form';
import { TroublePanel } from './trouble-panel';

/** What an admin is about to do. */
export type Managing =
  { readonly kind: 'add' } | { readonly kind: 'edit' | 'remove'; readonly tab: ShownTab };

interface ManagePanelProps {
  readonly managing: Managing;
  /** As they are now. */
  readonly tabs: readonly ShownTab[];
  readonly onChanged: () => void;
  readonly onAdded: (tabId: string) => void;
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

interface TabPanelProps extends AddPanelProps {
  /** As the admin saw it when they began. */
  readonly tab: ShownTab;
}

function EditPanel({ tab, tabs, onChanged, onClose }: TabPanelProps) {
  const [seen, setSeen] = useState(tab);
  const known = contentOf(seen);

  async function save(wanted: TabContent) {
    const { tabId } = tab;
    if (!known) return callResolver(editTab, { tabId, known: wanted, wanted });
    const reply = await callResolver(editTab, { tabId, known, wanted });
    if (reply.kind === 'ok') onClose();
    onChanged();
    return reply;
  }

  // Told of what others changed, the admin may save over it.
  const current = tabs.find(({ tabId }) => tabId === tab.tabId);
  if (current && current !== tab && !isSame(current, seen)) setSeen(current);
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

function RemovePanel({ tab, onChanged, onClose }: TabPanelProps) {
  const [trouble, setTrouble] = useState<Trouble>();
  const [isRemoving, setRemoving] = useState(false);

  async function remove() {
    setRemoving(true);
    const reply = await callResolver(removeTab, { tabId: tab.tabId });
    setRemoving(false);
    if (reply.kind === 'ok') {
      onChanged();
      onClose();
    } else setTrouble(reply);
  }

  return (
    <section className="panel">
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

/** Admins alone are told where a tab's page is. */
function contentOf({ name, address }: ShownTab): TabContent | undefined {
  return address && { name, ...address };
}

function isSame(one: ShownTab, other: ShownTab): boolean {
  return JSON.stringify([one.name, one.address]) === JSON.stringify([other.name, other.address]);
}
