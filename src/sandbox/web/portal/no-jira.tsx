import { LinkButton } from '@atlaskit/button/new';
import EmptyState from '@atlaskit/empty-state';
import { useSession } from '../session/session';
import { followInPage, usePageTitle } from '../shell/routing';
import { onlyPortal } from './portal-navigation';

/** In place of every page of Jira, for people without a license and for visitors. */
export function NoJira() {
  const isVisitor = useSession().state.current.accountType === 'anonymous';
  const header = isVisitor ? 'Log in to Jira' : 'You don’t have access to Jira';
  usePageTitle(header);
  return (
    <EmptyState
      header={header}
      headingLevel={1}
      description={
        isVisitor
          ? 'Choose an account in the menu at the top, or get help without one.'
          : 'Your account has no Jira license. You can raise requests and follow them in the help center.'
      }
      primaryAction={
        <LinkButton
          appearance="primary"
          href={onlyPortal}
          onClick={(event) => followInPage(event, onlyPortal)}
        >
          Go to the help center
        </LinkButton>
      }
    />
  );
}
