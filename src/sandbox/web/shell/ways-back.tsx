import Breadcrumbs, { BreadcrumbsItem } from '@atlaskit/breadcrumbs';
import { followInPage } from './routing';

/** A page above the one that is shown. */
export interface Step {
  text: string;
  href: string;
}

/** Links to the pages above this one, outermost first; they change the page without reloading it. */
export function WaysBack({ steps }: { steps: readonly Step[] }) {
  return (
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
  );
}
