import {
  Box,
  Button,
  ButtonGroup,
  Form,
  Inline,
  Link,
  LoadingButton,
  SectionMessage,
  Stack,
  Text,
  Textfield,
  xcss,
} from '@forge/react';
import { useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import { tokenProblem } from '../replies/reply';
import { LabelledField } from '../field-configuration/labelled-field';
import { ActionTrouble } from './action-trouble';
import { longestToken, saveToken } from './admin-contract';
import { tokenTexts as texts } from './token-texts';
import { useAction } from './use-action';

const wide = xcss({ width: '400px', maxWidth: '100%' });

interface TokenFormProps {
  /** The field is drawn anew with each, to take the focus again; what was typed stays. */
  readonly visits: number;
  /** Undefined where the deployment doesn't say. */
  readonly serviceOrigin: string | undefined;
  readonly hasFocus: boolean;
  readonly onSaved: (hasRefreshBegun: boolean) => void;
  /** Undefined where there is nothing to go back to. */
  readonly onCancel: (() => void) | undefined;
}

/** A token that wasn't saved, and the fields whose objects it can't read. */
interface Doubt {
  readonly token: string;
  readonly fieldNames: readonly string[];
}

/** Takes a token; what was typed stays until the service has taken it for one. */
export function TokenForm({ visits, serviceOrigin, hasFocus, onSaved, onCancel }: TokenFormProps) {
  const [token, setToken] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const [doubt, setDoubt] = useState<Doubt>();
  const action = useAction();
  const typed = token.trim();

  async function save(isInsistedOn: boolean) {
    setIsEmpty(typed === '');
    if (typed === '' || action.isRunning) return;
    const saved = await action.run(async () =>
      typed.length > longestToken
        ? tokenProblem('TOKEN_UNUSABLE')
        : callResolver(saveToken, { token: typed, isInsistedOn }),
    );
    if (saved?.isSaved) onSaved(saved.hasRefreshBegun);
    else setDoubt(saved && { token: typed, fieldNames: saved.unreadableFields });
  }

  return (
    <Form onSubmit={() => void save(false)}>
      <Stack space="space.100" alignInline="start">
        <Box xcss={wide}>
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
        </Box>
        {serviceOrigin !== undefined && (
          <Link href={`${serviceOrigin}/account/tokens`} openNewTab>
            {texts.toService}
          </Link>
        )}
        {action.trouble && <ActionTrouble trouble={action.trouble} />}
        {doubt?.token === typed && (
          <DoubtNotice doubt={doubt} isSaving={action.isRunning} onInsist={() => void save(true)} />
        )}
        <FormButtons isSaving={action.isRunning} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

interface DoubtNoticeProps {
  readonly doubt: Doubt;
  readonly isSaving: boolean;
  readonly onInsist: () => void;
}

function DoubtNotice({ doubt, isSaving, onInsist }: DoubtNoticeProps) {
  return (
    <SectionMessage appearance="warning" title={texts.notSaved}>
      <Text>{texts.wouldLose(doubt.fieldNames.join(', '))}</Text>
      <Inline>
        <LoadingButton isLoading={isSaving} onClick={onInsist}>
          {texts.saveAnyway}
        </LoadingButton>
      </Inline>
    </SectionMessage>
  );
}

interface FormButtonsProps {
  readonly isSaving: boolean;
  readonly onCancel: TokenFormProps['onCancel'];
}

function FormButtons({ isSaving, onCancel }: FormButtonsProps) {
  return (
    <ButtonGroup>
      <LoadingButton appearance="primary" type="submit" isLoading={isSaving}>
        {texts.save}
      </LoadingButton>
      {onCancel && (
        <Button appearance="subtle" onClick={onCancel}>
          {texts.cancel}
        </Button>
      )}
    </ButtonGroup>
  );
}
