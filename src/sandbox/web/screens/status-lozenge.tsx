import Lozenge from '@atlaskit/lozenge';
import type { Status } from '../calls/jira-records';

/** A status in the color of its category. */
export function StatusLozenge({ status }: { status: Status }) {
  return <Lozenge appearance={appearanceOf(status)}>{status.name}</Lozenge>;
}

export function appearanceOf({ statusCategory }: Status): 'success' | 'inprogress' | 'default' {
  if (statusCategory?.key === 'done') return 'success';
  return statusCategory?.key === 'indeterminate' ? 'inprogress' : 'default';
}
