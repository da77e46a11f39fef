import { view } from '@forge/bridge';
import {
  Button,
  ButtonGroup,
  ErrorMessage,
  LoadingButton,
  Stack,
  ValidMessage,
} from '@forge/react';
import { configurationTexts as texts } from './configuration-texts';
import { useSave, type SaveOutcome, type SaveOptions } from './use-save';

/** Saves what is on the screen if it can work; says what is missing, or could not be checked, if not. */
export function SaveBar<Configuration>(options: SaveOptions<Configuration>) {
  const { isSaving, outcome, save } = useSave(options);
  return (
    <Stack space="space.100" alignInline="start">
      {outcome && <OutcomeMessage outcome={outcome} />}
      <ButtonGroup>
        <LoadingButton appearance="primary" isLoading={isSaving} onClick={() => void save(true)}>
          {texts.save}
        </LoadingButton>
        {outcome?.kind === 'unchecked' && (
          <Button isDisabled={isSaving} onClick={() => void save(false)}>
            {texts.saveUnchecked}
          </Button>
        )}
        <Button appearance="subtle" onClick={() => void view.close()}>
          {texts.cancel}
        </Button>
      </ButtonGroup>
    </Stack>
  );
}

function OutcomeMessage({ outcome }: { outcome: SaveOutcome }) {
  if (outcome.kind === 'saved') return <ValidMessage>{texts.saved}</ValidMessage>;
  return <ErrorMessage>{outcome.reason}</ErrorMessage>;
}
