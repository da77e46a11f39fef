import type { ReactNode } from 'react';
import Heading from '@atlaskit/heading';
import EmptyState from '@atlaskit/empty-state';
import Lozenge from '@atlaskit/lozenge';
import { usePageTitle, RouteLink } from '../shell/routing';
import {
  WaysBack,
  type Step,
  WhenLoaded,
  EmptyPage,
  PageHeading,
  RouteButton,
} from '../shell/page-states';
import { readPortal } from '../calls/portal-calls';
import { useReply, useSession } from '../session/session';
import { AccountMenu } from '../shell/account-menu';
import { ThemeMenu } from '../shell/theme';
import type { Account } from '../../jira/accounts';
import type { AppFieldType } from '../calls/sandbox-calls';
import './portal.css';

interface PortalPageProps {
  title: string;
  /** The pages above this one, outermost first. */
  steps?: readonly Step[];
  children: ReactNode;
}

/** A page of a help center: narrow, with the ways back above its heading. */
export function PortalPage({ title, steps = [], children }: PortalPageProps) {
  usePageTitle(title);
  return (
    <div className="portal-page">
      {steps.length > 0 && <WaysBack steps={steps} />}
      <PageHeading title={title} />
      {children}
    </div>
  );
}

export function portalStep(deskId: string, text: string): Step {
  return { text, href: portalPath(deskId) };
}

export function portalPath(deskId: string, page = ''): string {
  const rest = page === '' ? '' : `/${page}`;
  return `/portal/${encodeURIComponent(deskId)}${rest}`;
}

export function PortalHomeScreen({ deskId }: { deskId: string }) {
  usePageTitle('Help center');
  const loading = useReply(readPortal, deskId);
  return (
    <WhenLoaded loading={loading} what="help center">
      {({ portal, requestTypes }) => (
        <>
          <div className="portal-banner">
            <Heading size="xlarge" as="h1">
              {portal.projectName}
            </Heading>
            <p>Welcome! What can we help you with?</p>
          </div>
          {requestTypes.length === 0 ? (
            <EmptyState header="You can’t raise requests here yet" headingLevel={2} />
          ) : (
            <ul className="card-list portal-page">
              {requestTypes.map(({ id, name, description }) => (
                <li key={id} className="card">
                  <RouteLink to={portalPath(deskId, `create/${id}`)} className="card-title">
                    {name}
                  </RouteLink>
                  <span className="subtle">{description}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </WhenLoaded>
  );
}

/** There is one portal in the sandbox. */
export const onlyPortal = portalPath('1');

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
          <RouteButton to={`${onlyPortal}/requests`} appearance="subtle">
            Requests
          </RouteButton>
        )}
        {accountType === 'licensed' && (
          <RouteButton to="/projects" appearance="subtle">
            Jira
          </RouteButton>
        )}
      </nav>
      <nav aria-label="Settings and account" className="top-navigation-end">
        <ThemeMenu />
        <AccountMenu />
      </nav>
    </header>
  );
}

/** In place of every page of Jira, for people without a license and for visitors. */
export function NoJira() {
  const isVisitor = useSession().state.current.accountType === 'anonymous';
  const header = isVisitor ? 'Log in to Jira' : 'You don’t have access to Jira';
  return (
    <EmptyPage
      title={header}
      header={header}
      description={
        isVisitor
          ? 'Choose an account in the menu at the top, or get help without one.'
          : 'Your account has no Jira license. You can raise requests and follow them in the help center.'
      }
      primaryAction={
        <RouteButton to={onlyPortal} appearance="primary">
          Go to the help center
        </RouteButton>
      }
    />
  );
}

/** Whether the platform draws a field of the app for the person at all. */
export function isOpenTo(
  { unlicensedAccess }: Pick<AppFieldType, 'unlicensedAccess'>,
  { accountType }: Pick<Account, 'accountType'>,
): boolean {
  return accountType === 'licensed' || unlicensedAccess.includes(accountType);
}
