import { ErrorMessage } from '@atlaskit/form';
import Select from '@atlaskit/select';
import { useCallback, useEffect, useId } from 'react';
import { callResolver, useReply } from '../../../src/app/screen/call-resolver';
import type { Reply } from '../../../src/app/replies/reply';
import {
  listPages,
  listSites,
  listWorkspaces,
  type Choice,
} from '../../../src/app/project-pages/project-pages-contract';
import { pageTexts as texts } from './page-texts';
import { TroublePanel } from './trouble-panel';

/** What was chosen so far, from the outermost inwards. */
export interface ChosenPage {
  readonly workspaceId?: string | undefined;
  readonly siteId?: string | undefined;
  readonly pageId?: string | undefined;
}

interface PageChoiceProps {
  readonly chosen: ChosenPage;
  /** Whether what isn't chosen is marked. */
  readonly isMissing: boolean;
  /** With the name of the page, where one was chosen. */
  readonly onChange: (chosen: ChosenPage, pageName?: string) => void;
}

/** The workspace, then the site, then the page: each by name, from what the admin may open. */
export function PageChoice({ chosen, isMissing, onChange }: PageChoiceProps) {
  const { workspaceId, siteId, pageId } = chosen;
  const loadSites = useCallback(
    () => callResolver(listSites, { workspaceId: workspaceId ?? '' }),
    [workspaceId],
  );
  const loadPages = useCallback(
    () => callResolver(listPages, { workspaceId: workspaceId ?? '', siteId: siteId ?? '' }),
    [workspaceId, siteId],
  );
  return (
    <>
      <Step
        label={texts.workspace}
        placeholder={texts.chooseWorkspace}
        load={loadWorkspaces}
        hasFocus
        value={workspaceId}
        problem={isMissing ? texts.workspaceMissing : undefined}
        onChange={({ id }) => onChange({ workspaceId: id })}
      />
      {workspaceId !== undefined && (
        <Step
          key={workspaceId}
          label={texts.site}
          placeholder={texts.chooseSite}
          load={loadSites}
          value={siteId}
          problem={isMissing ? texts.siteMissing : undefined}
          onChange={({ id }) => onChange({ workspaceId, siteId: id })}
        />
      )}
      {siteId !== undefined && (
        <Step
          key={siteId}
          label={texts.page}
          placeholder={texts.choosePage}
          load={loadPages}
          value={pageId}
          problem={isMissing ? texts.pageMissing : undefined}
          onChange={({ id, name }) => onChange({ workspaceId, siteId, pageId: id }, name)}
        />
      )}
    </>
  );
}

const loadWorkspaces = () => callResolver(listWorkspaces, {});

interface StepProps {
  readonly label: string;
  readonly placeholder: string;
  readonly load: () => Promise<Reply<{ choices: Choice[] }>>;
  readonly value: string | undefined;
  /** What is said while nothing is chosen. */
  readonly problem: string | undefined;
  /** Whether an admin begins here. */
  readonly hasFocus?: boolean;
  readonly onChange: (choice: Choice) => void;
}

function Step({ label, placeholder, load, value, problem, hasFocus = false, onChange }: StepProps) {
  const id = useId();
  const loaded = useReply(load);
  const choices = loaded.value?.choices ?? [];
  const only = value === undefined && choices.length === 1 ? choices[0] : undefined;
  const fault = value === undefined ? problem : undefined;
  useEffect(() => {
    // An admin has nothing to choose there.
    if (only) onChange(only);
  }, [only, onChange]);
  if (loaded.trouble) return <TroublePanel trouble={loaded.trouble} onRetry={loaded.reload} />;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select<Choice>
        inputId={id}
        options={loaded.isLoading ? [loadingChoice] : choices}
        isOptionDisabled={(choice) => choice === loadingChoice}
        isLoading={loaded.isLoading}
        autoFocus={hasFocus}
        isInvalid={fault !== undefined}
        value={choices.find((choice) => choice.id === value) ?? null}
        getOptionLabel={(choice) => labelOf(choice, choices)}
        getOptionValue={({ id: choiceId }) => choiceId}
        placeholder={placeholder}
        noOptionsMessage={() => texts.noneFound}
        onChange={(choice) => {
          if (choice) onChange(choice);
        }}
      />
      {fault !== undefined && <ErrorMessage>{fault}</ErrorMessage>}
    </div>
  );
}

/** From an empty list, Atlaskit would read "No options" out even while it loads. */
const loadingChoice: Choice = { id: '', name: texts.loadingChoices };

/** The name; of those that share one, also as much of the id as tells them apart. */
function labelOf({ id, name }: Choice, choices: readonly Choice[]): string {
  const isShared = choices.some((other) => other.name === name && other.id !== id);
  return isShared ? `${name} (ID ${id.slice(0, 8)})` : name;
}
