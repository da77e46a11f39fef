import { useState } from 'react';
import DropdownMenu, { DropdownItem, DropdownItemGroup } from '@atlaskit/dropdown-menu';
import LozengeDropdownTrigger from '@atlaskit/lozenge/lozenge-dropdown-trigger';
import ModalDialog, { ModalTransition } from '@atlaskit/modal-dialog';
import Spinner from '@atlaskit/spinner';
import Lozenge from '@atlaskit/lozenge';
import {
  listTransitions,
  transitionIssue,
  type IssueRecord,
  type TransitionRecord,
} from '../calls/jira-calls';
import { useReply, useSession } from '../session/session';
import { useMessages } from '../shell/flags';
import { errorText } from '../shell/page-states';
import { DialogForm } from './dialogs';
import { AppFields, useAppFieldValues, FormProblems, useFormSubmission } from './form-fields';
import type { StatusBean } from '../../rest/representations';

/** The status of an issue, and where it may go from there; a transition with a screen asks first. */
export function StatusMenu({ issue, onChanged }: { issue: IssueRecord; onChanged: () => void }) {
  const { tracker } = useSession();
  const { showError } = useMessages();
  const [asking, setAsking] = useState<TransitionRecord>();
  const { status } = issue.fields;
  const choose = (transition: TransitionRecord) => {
    if (transition.hasScreen) {
      setAsking(transition);
      return;
    }
    transitionIssue(tracker, issue.key, transition.id, {}).then(onChanged, (error: unknown) => {
      const title = `${issue.key} stays in ${status.name}`;
      showError({ id: 'transition', title, description: errorText(error) });
    });
  };
  return (
    <>
      <DropdownMenu<HTMLButtonElement>
        trigger={({ triggerRef, ...trigger }) => (
          <LozengeDropdownTrigger
            {...trigger}
            ref={triggerRef}
            aria-label={`Status: ${status.name}. Change status`}
            appearance={appearanceOf(status)}
            spacing="spacious"
          >
            {status.name}
          </LozengeDropdownTrigger>
        )}
      >
        <TransitionItems issue={issue} onChoose={choose} />
      </DropdownMenu>
      <ModalTransition>
        {asking && (
          <TransitionDialog
            issue={issue}
            transition={asking}
            onClose={() => setAsking(undefined)}
            onDone={onChanged}
          />
        )}
      </ModalTransition>
    </>
  );
}

interface TransitionItemsProps {
  issue: IssueRecord;
  onChoose: (transition: TransitionRecord) => void;
}

/** Asks Jira where the issue may go each time the menu opens. */
function TransitionItems({ issue, onChoose }: TransitionItemsProps) {
  const { loaded } = useReply(listTransitions, issue.key);
  if (loaded.state === 'loading') return <Spinner size="small" label="Loading transitions" />;
  if (loaded.state === 'failed') {
    return <DropdownItem isDisabled>{errorText(loaded.error)}</DropdownItem>;
  }
  if (loaded.value.length === 0) {
    return <DropdownItem isDisabled>You can’t change the status</DropdownItem>;
  }
  return (
    <DropdownItemGroup>
      {loaded.value.map((transition) => (
        <DropdownItem
          key={transition.id}
          onClick={() => onChoose(transition)}
          elemAfter={<StatusLozenge status={transition.to} />}
        >
          {transition.hasScreen ? `${transition.name} …` : transition.name}
        </DropdownItem>
      ))}
    </DropdownItemGroup>
  );
}

interface TransitionDialogProps {
  issue: IssueRecord;
  transition: TransitionRecord;
  onClose: () => void;
  onDone: () => void;
}

/** The screen of a transition: the app's fields, to be changed on the way. */
function TransitionDialog({ issue, transition, onClose, onDone }: TransitionDialogProps) {
  const { tracker } = useSession();
  const values = useAppFieldValues((fieldId) => forget(fieldId));
  const { problems, isUnderWay, submit, forget } = useFormSubmission(values, async (fields) => {
    await transitionIssue(tracker, issue.key, transition.id, fields);
    onClose();
    onDone();
  });
  return (
    <ModalDialog width="large" shouldCloseOnOverlayClick={false} onClose={onClose}>
      <DialogForm
        title={`Move ${issue.key} to ${transition.to.name}`}
        submitLabel={transition.name}
        isUnderWay={isUnderWay}
        onSubmit={submit}
        onCancel={onClose}
      >
        <FormProblems title="The status wasn’t changed" messages={problems.general} />
        <AppFields
          fields={Object.values(transition.fields)}
          screen="issue-transition"
          place={{ issueKey: issue.key, transitionId: transition.id }}
          storedValues={issue.fields}
          values={values}
          problems={problems.fields}
        />
      </DialogForm>
    </ModalDialog>
  );
}

/** A status in the color of its category. */
export function StatusLozenge({ status }: { status: StatusBean }) {
  return <Lozenge appearance={appearanceOf(status)}>{status.name}</Lozenge>;
}

function appearanceOf({ statusCategory }: StatusBean): 'success' | 'inprogress' | 'default' {
  if (statusCategory.key === 'done') return 'success';
  return statusCategory.key === 'indeterminate' ? 'inprogress' : 'default';
}
