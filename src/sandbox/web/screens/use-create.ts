import { createIssue } from '../calls/jira-calls';
import { useSession } from '../session/session';
import { useFlags } from '../shell/flags';
import { navigate } from '../shell/routing';
import { announceIssueChange } from './issue-changes';

/** Creates an issue, and says so with a way to it. */
export function useCreate(
  onCreated: () => void,
): (fields: Record<string, unknown>) => Promise<void> {
  const { tracker } = useSession();
  const flags = useFlags();
  return async (fields) => {
    const { key } = await createIssue(tracker, fields);
    flags.show(createdFlag(key));
    announceIssueChange();
    onCreated();
  };
}

function createdFlag(key: string) {
  return {
    id: `created ${key}`,
    title: `You've created ${key}`,
    appearance: 'success' as const,
    isAutoDismiss: true,
    actions: [{ text: 'View', onClick: () => navigate(`/browse/${key}`) }],
  };
}
