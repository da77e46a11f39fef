import { Button, Inline, LoadingButton, Text } from '@forge/react';
import { useState } from 'react';
import { bulkTexts as texts } from './bulk-texts';

interface SaveButtonsProps {
  /** How many work items can be changed. */
  readonly count: number;
  readonly isClearing: boolean;
  readonly isDisabled: boolean;
  readonly isRunning: boolean;
  readonly onSave: () => void;
}

/** Saves at once, except that it asks before it empties the field. */
export function SaveButtons({ count, isClearing, isRunning, ...props }: SaveButtonsProps) {
  const { isDisabled, onSave } = props;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      {isAsking && <Text>{texts.clearing(count)}</Text>}
      <Inline space="space.100" shouldWrap>
        {isAsking && (
          <Button
            appearance="subtle"
            autoFocus
            isDisabled={isRunning}
            onClick={() => setIsAsking(false)}
          >
            {texts.keep}
          </Button>
        )}
        <LoadingButton
          appearance={isAsking ? 'danger' : 'primary'}
          isDisabled={isDisabled}
          isLoading={isRunning}
          onClick={isClearing && !isAsking ? () => setIsAsking(true) : onSave}
        >
          {isClearing ? texts.clear(count) : texts.save(count)}
        </LoadingButton>
      </Inline>
    </>
  );
}
