import { LinkButton } from '@atlaskit/button/new';
import Lozenge from '@atlaskit/lozenge';
import { useSession } from '../session/session';
import { AccountMenu } from '../shell/account-menu';
import { followInPage, RouteLink } from '../shell/routing';
import { ThemeMenu } from '../shell/theme-menu';
import { portalPath } from './portal-page';

/** There is one portal in the sandbox. */
export const onlyPortal = portalPath('1');

/** The bar above every page of the help center. */
export function PortalNavigation() {
  const { accountType } = useSession().state.current;
  return (
    <header className="top-navigation">
      <RouteLink to={onlyPortal} className="product-name">
        Help center
      </RouteLink>
      <span className="stand-in">
        <Lozenge appearance="moved">Stand-in</Lozenge>
      </span>
      <nav aria-label="Help center" className="top-navigation-main">
        {accountType !== 'anonymous' && (
          <NavigationLink to={`${onlyPortal}/requests`} text="Requests" />
        )}
        {accountType === 'licensed' && <NavigationLink to="/projects" text="Jira" />}
      </nav>
      <nav aria-label="Settings and account" className="top-navigation-end">
        <ThemeMenu />
        <AccountMenu />
      </nav>
    </header>
  );
}

function NavigationLink({ to, text }: { to: string; text: string }) {
  return (
    <LinkButton href={to} appearance="subtle" onClick={(event) => followInPage(event, to)}>
      {text}
    </LinkButton>
  );
}
