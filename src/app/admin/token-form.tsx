import { Button, ButtonGroup, Form, Link, LoadingButton, Stack, Textfield } from '@forge/react';
import { useState } from 'react';
import { callResolver } from '../access/call-resolver';
import { problemReply } from '../access/problem-reply';
import { LabelledField } from '../field-configuration/labelled-field';
import { ActionTrouble } from './action-trouble';
import { longestToken, saveToken } from './functions';
import type { WorkingToken } from './replies';
import { tokenTexts as texts } from './token-texts';
import { useAction } from './use-action';

interface TokenFormProps {
  /** The field is drawn anew with each, to take the focus again; what was typed stays. */
  readonly visits: number;
  /** Undefined where the deployment doesn't say. */
  readonly serviceOrigin: string | undefined;
  readonly hasFocus: boolean;
  readonly onSaved: (saved: WorkingToken) => void;
  /** Undefined where there is nothing to go back to. */
  readonly onCancel: (() => void) | undefined;
}

/** Takes a token; what was typed stays until the service has taken it for one. */
export function TokenForm({ visits, serviceOrigin, hasFocus, onSaved, onCancel }: TokenFormProps) {
  const [token, setToken] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const action = useAction();

  async function save() {
    const typed = token.trim();
    setIsEmpty(typed === '');
    if (typed === '' || action.isRunning) return;
    const saved = await action.run(async () =>
      typed.length > longestToken
        ? problemReply('TOKEN_UNUSABLE')
        : callResolver(saveToken, { token: typed }),
    );
    if (saved) onSaved(saved);
  }

  return (
    <Form onSubmit={() => void save()}>
      <Stack space="space.100" alignInline="start">
        <LabelledField
          id="token"
          label={texts.label}
          help={texts.help}
          error={isEmpty ? texts.empty : undefined}
        >
          <Textfield
            key={visits}
            id="token"
            testId="token"
            type="password"
            isInvalid={isEmpty || action.trouble !== undefined}
            autoFocus={hasFocus}
            defaultValue={token}
            onChange={({ target }) => {
              setToken(String(target.value ?? ''));
              setIsEmpty(false);
              action.forget();
            }}
          />
        </LabelledField>
        {serviceOrigin !== undefined && (
          <Link href={`${serviceOrigin}/account/tokens`} openNewTab>
            {texts.toService}
          </Link>
        )}
        {action.trouble && <ActionTrouble trouble={action.trouble} />}
        <ButtonGroup>
          <LoadingButton appearance="primary" type="submit" isLoading={action.isRunning}>
            {texts.save}
          </LoadingButton>
          {onCancel && (
            <Button appearance="subtle" onClick={onCancel}>
              {texts.cancel}
            </Button>
          )}
        </ButtonGroup>
      </Stack>
    </Form>
  );
}
