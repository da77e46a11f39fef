import type { ReactNode } from 'react';
import { followInPage, usePath } from '../shell/routing';
import { WaysBack, type Step, PageHeading } from '../shell/page-states';
import './settings.css';

interface SettingsFrameProps {
  title: string;
  /** The pages above this one, outermost first. */
  above?: readonly Step[];
  /** What the person can do on this page as a whole. */
  actions?: ReactNode;
  children: ReactNode;
}

const sections = [
  { text: 'Custom fields', href: '/settings/fields' },
  { text: 'Apps', href: '/settings/apps' },
];

/** A settings page beside the list of all of them. */
export function SettingsFrame({ title, above = [], actions, children }: SettingsFrameProps) {
  return (
    <div className="settings">
      <SettingsNavigation />
      <div className="settings-page">
        {above.length > 0 && <WaysBack steps={above} />}
        <PageHeading title={title}>{actions}</PageHeading>
        {children}
      </div>
    </div>
  );
}

function SettingsNavigation() {
  const path = usePath();
  return (
    <nav aria-label="Settings" className="settings-navigation">
      {sections.map(({ text, href }) => (
        <a
          key={href}
          href={href}
          aria-current={path.startsWith(href) ? 'page' : undefined}
          onClick={(event) => followInPage(event, href)}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
