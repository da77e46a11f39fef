import { Button } from '@forge/react';
import { Fragment, useState } from 'react';
import { storedQueryTexts as texts } from './query-texts';

interface PagerProps {
  /** Counted from 0. */
  readonly page: number;
  readonly lastPage: number;
  readonly onPage: (page: number) => void;
}

/** Leads from page to page. Where that ends, the focus goes to the button that leads back. */
export function Pager({ page, lastPage, onPage }: PagerProps) {
  const [ends, setEnds] = useState(0);

  function moveTo(next: number) {
    if (next === 0 || next === lastPage) setEnds(ends + 1);
    onPage(next);
  }

  return (
    <Fragment key={ends}>
      <Button
        spacing="compact"
        isDisabled={page === 0}
        autoFocus={ends > 0 && page === lastPage}
        onClick={() => moveTo(page - 1)}
      >
        {texts.previous}
      </Button>
      <Button
        spacing="compact"
        isDisabled={page === lastPage}
        autoFocus={ends > 0 && page === 0}
        onClick={() => moveTo(page + 1)}
      >
        {texts.following}
      </Button>
    </Fragment>
  );
}
