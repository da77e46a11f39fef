import { useCallback, useState } from 'react';
import DropdownMenu, { DropdownItem, DropdownItemGroup } from '@atlaskit/dropdown-menu';
import LozengeDropdownTrigger from '@atlaskit/lozenge/lozenge-dropdown-trigger';
import { ModalTransition } from '@atlaskit/modal-dialog';
import Spinner from '@atlaskit/spinner';
import {
  listTransitions,
  transitionIssue,
  type IssueRecord,
  type TransitionRecord,
} from '../calls/jira-calls';
import { useSession } from '../session/session';
import { useFlags } from '../shell/flags';
import { errorText } from '../shell/page-states';
import { useLoaded } from '../shell/use-loaded';
import { appearanceOf, StatusLozenge } from './status-lozenge';
import { TransitionDialog } from './transition-dialog';

interface StatusMenuProps {
  issue: IssueRecord;
  onChanged: () => void;
}

/** The status of an issue, and where it may go from there; a transition with a screen asks first. */
export function StatusMenu({ issue, onChanged }: StatusMenuProps) {
  const { tracker } = useSession();
  const flags = useFlags();
  const [asking, setAsking] = useState<TransitionRecord>();
  const { status } = issue.fields;
  const choose = (transition: TransitionRecord) => {
    if (transition.hasScreen) {
      setAsking(transition);
      return;
    }
    transitionIssue(tracker, issue.key, transition.id, {}).then(onChanged, (error: unknown) => {
      const title = `${issue.key} stays in ${status.name}`;
      flags.show({ id: 'transition', title, description: errorText(error), appearance: 'error' });
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
  const { tracker } = useSession();
  const load = useCallback(() => listTransitions(tracker, issue.key), [tracker, issue.key]);
  const { loaded } = useLoaded(load);
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
