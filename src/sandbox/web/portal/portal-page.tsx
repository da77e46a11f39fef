import type { ReactNode } from 'react';
import Breadcrumbs, { BreadcrumbsItem } from '@atlaskit/breadcrumbs';
import Heading from '@atlaskit/heading';
import { followInPage, usePageTitle } from '../shell/routing';
import './portal.css';

interface PortalPageProps {
  title: string;
  /** The ways back, the farthest first. */
  steps?: readonly Step[];
  children: ReactNode;
}

interface Step {
  text: string;
  href: string;
}

/** A page of a help center: narrow, with the ways back above its heading. */
export function PortalPage({ title, steps = [], children }: PortalPageProps) {
  usePageTitle(title);
  return (
    <div className="portal-page">
      {steps.length > 0 && (
        <Breadcrumbs label="Breadcrumbs">
          {steps.map(({ text, href }) => (
            <BreadcrumbsItem
              key={href}
              text={text}
              href={href}
              onClick={(event) => followInPage(event, href)}
            />
          ))}
        </Breadcrumbs>
      )}
      <div className="page-heading">
        <Heading size="large" as="h1">
          {title}
        </Heading>
      </div>
      {children}
    </div>
  );
}

/** The way back to a portal. */
export function portalStep(deskId: string, text: string): Step {
  return { text, href: portalPath(deskId) };
}

export function portalPath(deskId: string, page = ''): string {
  const rest = page === '' ? '' : `/${page}`;
  return `/portal/${encodeURIComponent(deskId)}${rest}`;
}
