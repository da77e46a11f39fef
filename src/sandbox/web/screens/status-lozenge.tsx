import Lozenge from '@atlaskit/lozenge';
import type { StatusBean } from '../../rest/representations';

/** A status in the color of its category. */
export function StatusLozenge({ status }: { status: StatusBean }) {
  return <Lozenge appearance={appearanceOf(status)}>{status.name}</Lozenge>;
}

export function appearanceOf({ statusCategory }: StatusBean): 'success' | 'inprogress' | 'default' {
  if (statusCategory?.key === 'done') return 'success';
  return statusCategory?.key === 'indeterminate' ? 'inprogress' : 'default';
}
