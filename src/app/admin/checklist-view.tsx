import {
  Button,
  Heading,
  Inline,
  Link,
  LoadingButton,
  Lozenge,
  Spinner,
  Stack,
  Text,
} from '@forge/react';
import { useState } from 'react';
import { useAppPage } from '../screen/use-app-page';
import { ActionTrouble } from './action-trouble';
import { isComplete, stepsOf, type ListedStep, type Step, type StepSources } from './checklist';
import { checklistTexts as texts } from './checklist-texts';
import type { PageFormats } from '../object-display/use-page-formats';

interface ChecklistProps {
  readonly sources: StepSources;
  readonly formats: PageFormats;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
  readonly onGoToToken: () => void;
}

/** What has to be done once; one line when everything is. */
export function Checklist(props: ChecklistProps) {
  const { sources, formats } = props;
  const connectPage = useAppPage('connect');
  const [isOpen, setIsOpen] = useState(false);
  const steps = stepsOf(sources, connectPage, formats);
  if (!isComplete(steps)) return <Steps {...props} steps={steps} />;
  return (
    <Stack space="space.100">
      <Inline space="space.100" alignBlock="center" shouldWrap>
        <Lozenge appearance="success">{texts.done}</Lozenge>
        <Text>{texts.complete}</Text>
        <Button appearance="subtle" spacing="compact" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? texts.hide : texts.show}
        </Button>
      </Inline>
      {isOpen && <Steps {...props} steps={steps} />}
    </Stack>
  );
}

type StepsProps = ChecklistProps & { readonly steps: readonly ListedStep[] };

function Steps({ steps, isChecking, onCheck, onGoToToken }: StepsProps) {
  return (
    <Stack space="space.150">
      <Heading as="h2" size="small">
        {texts.title}
      </Heading>
      {steps.map((step, index) => (
        <Stack key={step.key} space="space.050">
          <Inline space="space.100" alignBlock="center" shouldWrap>
            <Text as="strong">
              {index + 1}. {step.title}
            </Text>
            {'state' in step && <StateLozenge state={step.state} />}
          </Inline>
          {'state' in step ? (
            <StepAbout step={step} onGoToToken={onGoToToken} />
          ) : (
            <Unknown step={step} />
          )}
        </Stack>
      ))}
      <Inline>
        <LoadingButton spacing="compact" isLoading={isChecking} onClick={onCheck}>
          {texts.checkAgain}
        </LoadingButton>
      </Inline>
    </Stack>
  );
}

function Unknown({ step }: { step: Exclude<ListedStep, Step> }) {
  if (step.trouble) return <ActionTrouble trouble={step.trouble} />;
  return <Spinner size="small" label={texts.loading} />;
}

const appearances = { done: 'success', open: 'inprogress', unknown: 'default' } as const;

function StateLozenge({ state }: Pick<Step, 'state'>) {
  return <Lozenge appearance={appearances[state]}>{texts[state]}</Lozenge>;
}

interface StepAboutProps {
  readonly step: Step;
  readonly onGoToToken: () => void;
}

function StepAbout({ step, onGoToToken }: StepAboutProps) {
  return (
    <>
      <Text>{step.about}</Text>
      <Inline space="space.200" shouldWrap>
        {step.links.map(({ text, href }) => (
          <Link key={href} href={href} openNewTab>
            {text}
          </Link>
        ))}
      </Inline>
      {step.key === 'token' && step.state !== 'done' && (
        <Inline>
          <Button spacing="compact" onClick={onGoToToken}>
            {texts.toToken}
          </Button>
        </Inline>
      )}
    </>
  );
}
