import {
  Button,
  CodeBlock,
  Inline,
  LoadingButton,
  Modal,
  ModalBody,
  ModalFooter,
  Stack,
  Text,
} from '@forge/react';
import { useState } from 'react';
import { usePageFormats } from '../object-display/use-page-formats';
import type { PageFormats } from '../object-display/formats';
import { callResolver, useAction } from '../screen/call-resolver';
import { queryText } from '../stored-queries/query-text';
import { removeQuery, startRefresh, type Facts, type RefreshStart } from './admin-contract';
import { ActionTrouble, FactLine, RemovalButtons, isUnderWay } from './admin-parts';
import { storedQueryTexts as texts, ageText, computedBy, objectsText } from './query-texts';
import { RunOutcome } from './refresh-panel';
import { isRefreshed, nextRefreshAt, resultEnd, resultOf, type ShownQuery } from './shown-queries';

interface QueryDetailsProps {
  readonly shown: ShownQuery;
  readonly facts: Facts;
  /** Whether the query surely shows what the last refresh did. */
  readonly isSettled: boolean;
  readonly onClose: () => void;
  readonly onStarted: () => void;
  readonly onRemoved: (shown: ShownQuery) => void;
}

export function QueryDetails(props: QueryDetailsProps) {
  const { shown, onClose } = props;
  const [removal, setRemoval] = useState<'asked' | 'cancelled'>();
  const refresh = useOwnRefresh(props);
  return (
    <Modal title={texts.detailsTitle} width="large" onClose={onClose}>
      <ModalBody>
        <QueryFacts {...props} />
      </ModalBody>
      <ModalFooter>
        {removal === 'asked' ? (
          <Removal {...props} onCancel={() => setRemoval('cancelled')} />
        ) : (
          <Stack space="space.100" alignInline="end">
            {refresh.message}
            <Inline space="space.100" shouldWrap rowSpace="space.100" alignInline="end">
              <Button
                appearance="subtle"
                autoFocus={removal === 'cancelled'}
                onClick={() => setRemoval('asked')}
              >
                {texts.remove}
              </Button>
              <Button appearance="subtle" onClick={onClose}>
                {texts.close}
              </Button>
              {shown.stored && refresh.button}
            </Inline>
          </Stack>
        )}
      </ModalFooter>
    </Modal>
  );
}

function useOwnRefresh(props: QueryDetailsProps) {
  const { shown, facts, onStarted } = props;
  const refresh = useAction();
  const [last, setLast] = useState<RefreshStart>();
  const ownRun = last?.kind === 'started' ? last.run : undefined;
  const isOver = ownRun !== undefined && isOwnRunOver(ownRun.startedAt, props);

  async function refreshOne() {
    const hashes = [shown.hash];
    const started = await refresh.run(() => callResolver(startRefresh, { hashes }));
    setLast(started);
    if (started) onStarted();
  }

  const message = (
    <>
      {last?.kind === 'busy' && isUnderWay(facts.run) && <Text>{texts.busy}</Text>}
      {ownRun && !isOver && <Text>{texts.refreshing}</Text>}
      {isOver && facts.run && <RunOutcome run={facts.run} />}
      {refresh.trouble && <ActionTrouble trouble={refresh.trouble} />}
    </>
  );
  const button = (
    <LoadingButton
      appearance="primary"
      isLoading={refresh.isRunning}
      isDisabled={!isRefreshed(facts) || isUnderWay(facts.run) || (ownRun && !isOver)}
      onClick={() => void refreshOne()}
    >
      {texts.refreshOne}
    </LoadingButton>
  );
  return { message, button };
}

/**
 * Whether the refresh that was started here has ended and the dialog shows its result. Lists show it
 * some seconds later.
 */
function isOwnRunOver(startedAt: number, { shown, facts: { run }, isSettled }: QueryDetailsProps) {
  if (!run || run.startedAt < startedAt || isUnderWay(run)) return false;
  return isSettled || (shown.stored !== undefined && shown.since >= startedAt);
}

function Removal(props: QueryDetailsProps & { readonly onCancel: () => void }) {
  const { shown, onClose, onRemoved, onCancel } = props;
  const removal = useAction();

  async function remove() {
    if (!(await removal.run(() => callResolver(removeQuery, { hash: shown.hash })))) return;
    onClose();
    onRemoved(shown);
  }

  return (
    <Stack space="space.100">
      <Text>{shown.stored ? texts.removeAbout : texts.removeWaitingAbout}</Text>
      {removal.trouble && <ActionTrouble trouble={removal.trouble} />}
      <RemovalButtons
        cancelText={texts.cancel}
        removeText={shown.stored ? texts.removeNow : texts.removeWaitingNow}
        isRunning={removal.isRunning}
        onCancel={onCancel}
        onRemove={() => void remove()}
      />
    </Stack>
  );
}

function QueryFacts({ shown, facts }: QueryDetailsProps) {
  const formats = usePageFormats();
  const { query, fieldName, fieldId, writtenAs, stored, state } = shown;
  const result = resultOf(shown);
  const hasFailed = state.kind === 'failed' || state.kind === 'refused';
  return (
    <Stack space="space.100">
      <CodeBlock text={queryText(query)} language="text" />
      <Text>
        <Text as="strong">{texts.stateNames[state.kind]}.</Text> {texts.stateAbout(state)}
      </Text>
      {hasFailed && <Text>{texts.failedSince(formats.moment(state.since))}</Text>}
      <FactLine label={texts.field} value={`${fieldName} (${fieldId})`} />
      <FactLine label={texts.writtenAs} value={writtenAs.join(', ')} />
      <FactLine label={texts.by} value={computedBy(shown)} />
      <FactLine label={texts.objects} value={objectsText(shown, formats)} />
      {result && (
        <>
          <FactLine label={texts.computedAt} value={formats.moment(result.computedAt)} />
          <FactLine label={texts.computed} value={ageText(shown, facts, formats)} />
        </>
      )}
      {hasFailed && (
        <FactLine
          label={texts.lastTried}
          value={formats.moment(
            stored?.trouble?.triedAt ?? Math.max(state.since, facts.lastRun?.finishedAt ?? 0),
          )}
        />
      )}
      {stored && <FactLine label={texts.nextRefresh} value={nextText(facts, formats)} />}
      {result && !isRefreshed(facts) && (
        <FactLine label={texts.ends} value={formats.moment(resultEnd(result, facts))} />
      )}
    </Stack>
  );
}

function nextText(facts: Facts, formats: PageFormats): string {
  if (!isRefreshed(facts)) return texts.noNext;
  const next = nextRefreshAt(facts);
  return next === undefined ? texts.soonNext : texts.nextAbout(formats.moment(next));
}
