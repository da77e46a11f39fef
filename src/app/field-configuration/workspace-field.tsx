import { SectionMessage, Text } from '@forge/react';
import { callResolver } from '../screen/call-resolver';
import { useReply } from '../screen/use-reply';
import type { Formats } from '../object-display/formats';
import { configurationTexts as texts } from './configuration-texts';
import { countIssues, type WorkspaceChoice } from './field-configuration-contract';
import { ChoiceField } from './labelled-field';

interface WorkspaceFieldProps {
  readonly choices: readonly WorkspaceChoice[];
  readonly workspaceId: string | undefined;
  /** Undefined where nothing is saved yet. */
  readonly savedWorkspaceId: string | undefined;
  readonly formats: Formats;
  readonly onChoose: (workspaceId: string) => void;
}

/** The workspace, and what another one than the saved one does to existing values. */
export function WorkspaceField(props: WorkspaceFieldProps) {
  const { choices, workspaceId, savedWorkspaceId, formats, onChoose } = props;
  const isChanged = savedWorkspaceId !== undefined && workspaceId !== savedWorkspaceId;
  const savedChoice = choices.find(({ id }) => id === savedWorkspaceId);
  return (
    <>
      <ChoiceField
        id="workspace"
        label={texts.workspaceLabel}
        help={choices.length === 0 ? texts.noWorkspaces : texts.workspaceHelp}
        error={isGone(choices, workspaceId) ? texts.notAmongWorkspaces : undefined}
        placeholder={texts.workspacePlaceholder}
        choices={choices}
        chosenId={workspaceId}
        onChoose={onChoose}
      />
      {isChanged && (
        <SectionMessage appearance="warning" title={texts.workspaceChanged}>
          <Text>{texts.workspaceChange(savedChoice?.name)}</Text>
          <IssueCount formats={formats} />
        </SectionMessage>
      )}
    </>
  );
}

const loadCount = () => callResolver(countIssues, {});

/** About how many issues a change touches; nothing where that can't be found out. */
export function IssueCount({ formats }: { formats: Formats }) {
  const count = useReply(loadCount).value?.count;
  if (count === undefined) return null;
  return <Text>{texts.issueCount(count, formats.number(String(count)))}</Text>;
}

/** Whether something chosen is among the choices no longer. */
export function isGone(choices: readonly { id: string }[], id: string | undefined): boolean {
  return id !== undefined && !choices.some((choice) => choice.id === id);
}
