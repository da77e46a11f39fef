import Button from '@atlaskit/button/new';
import Textfield from '@atlaskit/textfield';
import { ErrorMessage } from '@atlaskit/form';
import { useId, useState } from 'react';
import type { Reply, Trouble } from '../../../src/app/replies/reply';
import { useAction } from '../../../src/app/screen/call-resolver';
import { visibleText } from '../../../src/api/visible-text';
import {
  maximumTabNameLength,
  type TabContent,
} from '../../../src/app/project-pages/project-pages-contract';
import { PageChoice, type ChosenPage } from './page-choice';
import { pageTexts as texts } from './page-texts';
import { TroublePanel } from './trouble-panel';

interface TabFormProps {
  readonly title: string;
  /** What the tab is, as far as the admin has been told; undefined for a new one. */
  readonly known: TabContent | undefined;
  /** Whether the admin may open the page that is chosen now. */
  readonly isOpen: boolean;
  readonly onSave: (content: TabContent) => Promise<Reply<unknown>>;
  readonly onClose: () => void;
}

/** What a tab shows and is called. What was entered stays until it is saved or canceled. */
export function TabForm({ title, known, isOpen, onSave, onClose }: TabFormProps) {
  const [name, setName] = useState(known?.name ?? '');
  const [isNameTyped, setNameTyped] = useState(known !== undefined);
  const [page, setPage] = useState<ChosenPage>(known && isOpen ? known : {});
  const [isTried, setTried] = useState(false);
  const saving = useAction();
  const wanted = contentOf(name, page.workspaceId === undefined && known ? known : page);
  const nameProblem = problemOf(name);

  async function save() {
    setTried(true);
    if (!wanted || nameProblem !== undefined) return;
    await saving.run(() => onSave(wanted));
  }

  return (
    <form
      className="panel"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={({ key, target }) => {
        if (key === 'Escape' && !isOpenList(target)) onClose();
      }}
    >
      <h2>{title}</h2>
      {!isOpen && <p>{texts.keepPage}</p>}
      <PageChoice
        chosen={page}
        isMissing={isTried && !wanted}
        onChange={(chosen, pageName) => {
          setPage(chosen);
          if (pageName !== undefined && !isNameTyped)
            setName(pageName.slice(0, maximumTabNameLength));
        }}
      />
      <NameField
        name={name}
        problem={isTried || name.length > maximumTabNameLength ? nameProblem : undefined}
        onChange={(typed) => {
          setName(typed);
          setNameTyped(true);
        }}
      />
      {isChanged(saving.trouble) && known && <p>{texts.nowNamed(known.name)}</p>}
      {saving.trouble && <TroublePanel trouble={saving.trouble} onRetry={() => void save()} />}
      <FormButtons isSaving={saving.isRunning} onClose={onClose} />
    </form>
  );
}

interface NameFieldProps {
  readonly name: string;
  readonly problem: string | undefined;
  readonly onChange: (name: string) => void;
}

function NameField({ name, problem, onChange }: NameFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{texts.name}</label>
      <Textfield
        id={id}
        value={name}
        dir="auto"
        isInvalid={problem !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {problem !== undefined && <ErrorMessage>{problem}</ErrorMessage>}
    </div>
  );
}

function FormButtons({ isSaving, onClose }: { isSaving: boolean; onClose: () => void }) {
  return (
    <div className="buttons">
      <Button type="submit" appearance="primary" isLoading={isSaving}>
        {texts.save}
      </Button>
      <Button appearance="subtle" onClick={onClose}>
        {texts.cancel}
      </Button>
    </div>
  );
}

/** There the key closes the list. */
function isOpenList(target: EventTarget): boolean {
  return target instanceof Element && target.getAttribute('aria-expanded') === 'true';
}

function isChanged(trouble: Trouble | undefined): boolean {
  return trouble?.kind === 'problem' && trouble.code === 'TAB_CHANGED';
}

function contentOf(name: string, { workspaceId, siteId, pageId }: ChosenPage) {
  if (workspaceId === undefined || siteId === undefined || pageId === undefined) return undefined;
  return { name: visibleText(name), workspaceId, siteId, pageId };
}

function problemOf(name: string): string | undefined {
  const { length } = visibleText(name);
  if (length === 0) return texts.nameMissing;
  return length > maximumTabNameLength
    ? texts.nameTooLong(maximumTabNameLength, length)
    : undefined;
}
