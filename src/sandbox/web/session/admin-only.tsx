import type { ReactNode } from 'react';
import { NoPermission } from '../shell/page-states';
import { useSession } from './session';

/** Shows its content to Jira admins, and to everyone else that they have no permission. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { state } = useSession();
  return state.current.isAdmin ? children : <NoPermission />;
}
