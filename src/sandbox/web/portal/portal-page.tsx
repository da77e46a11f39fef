import type { ReactNode } from 'react';
import Heading from '@atlaskit/heading';
import { usePageTitle } from '../shell/routing';
import { WaysBack, type Step } from '../shell/ways-back';
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
