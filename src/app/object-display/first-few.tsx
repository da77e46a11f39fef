import { Button, Inline, Stack } from '@forge/react';
import { Fragment, useState, type ReactNode } from 'react';

/** A path or a label of 255 characters would push everything else out of sight. */
export const labelLines = 3;

/** As many as one looks over without scrolling. */
const fewItems = 10;

interface FirstFewProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** Told when a person asks for all. */
  readonly onShowAll?: () => void;
  readonly children: (item: Item) => ReactNode;
}

/** A list of which a person sees the first ten, until they ask for all. */
export function FirstFew<Item>({ items, keyOf, onShowAll, children }: FirstFewProps<Item>) {
  const [isWhole, setIsWhole] = useState(false);
  const toggle = () => {
    if (!isWhole) onShowAll?.();
    setIsWhole(!isWhole);
  };
  const shown = isWhole ? items : items.slice(0, fewItems);
  return (
    <Stack space="space.150">
      {shown.map((item) => (
        <Fragment key={keyOf(item)}>{children(item)}</Fragment>
      ))}
      {items.length > fewItems && (
        <ShowAllButton isWhole={isWhole} count={items.length} onToggle={toggle} />
      )}
    </Stack>
  );
}

interface ShowAllButtonProps {
  readonly isWhole: boolean;
  /** Of all. */
  readonly count: number;
  readonly onToggle: () => void;
}

export function ShowAllButton({ isWhole, count, onToggle }: ShowAllButtonProps) {
  return (
    <Inline>
      <Button appearance="subtle" spacing="compact" onClick={onToggle}>
        {isWhole ? 'Show fewer' : `Show all ${count}`}
      </Button>
    </Inline>
  );
}
