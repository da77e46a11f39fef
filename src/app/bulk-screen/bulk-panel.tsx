import { HelperMessage, LoadingButton, ProgressBar, Spinner, Stack, Text } from '@forge/react';
import { CustomFieldEdit } from '@forge/react/jira';
import { useEffect, type ReactNode } from 'react';
import { TroubleNotice } from '../screen/trouble-notice';
import { useSubmit } from '../field-screen/use-submit';
import { bulkTexts as texts } from './bulk-texts';
import type { BulkItem, LeftOutReason } from './bulk-edit-contract';
import type { useBulkItems } from './use-bulk-items';
import type { SavePart, useBulkSave } from './use-bulk-save';

interface BulkPanelProps {
  readonly count: number;
  readonly loaded: ReturnType<typeof useBulkItems>;
  readonly saving: ReturnType<typeof useBulkSave>;
  /** Undefined while there is nothing to save. */
  readonly savePart: SavePart | undefined;
  /** Where the person chooses what is done. */
  readonly children: ReactNode;
}

/** What the chosen work items hold, what is done to them, and what became of each. */
export function BulkPanel({ count, loaded, saving, savePart, children }: BulkPanelProps) {
  const { items, trouble, isLoading, reload } = loaded;
  const open = items.filter(({ reason }) => reason === undefined);
  useRefusedForm();
  return (
    <CustomFieldEdit onSubmit={ignore} disableSubmitOnBlur hideActionButtons>
      <Stack space="space.100">
        {isLoading && <Spinner size="small" label={texts.loading(items.length, count)} />}
        {trouble && (
          <TroubleNotice
            trouble={trouble}
            connectReason={texts.connect}
            isRetrying={isLoading}
            onRetry={reload}
          />
        )}
        {open.length > 0 && !saving.result && <Text>{heldBy(open)}</Text>}
        {!isLoading && !trouble && open.length === 0 && <Text>{texts.nothing}</Text>}
        {!saving.result && <LeftOut items={items} />}
        {children}
        <HelperMessage>{texts.about}</HelperMessage>
        <LoadingButton
          appearance="primary"
          isDisabled={!savePart || isLoading || open.length === 0}
          isLoading={saving.isRunning}
          onClick={() => savePart && void saving.run(savePart)}
        >
          {texts.save(open.length)}
        </LoadingButton>
        <SaveState
          count={count}
          saving={saving}
          onRetry={() => savePart && void saving.run(savePart)}
        />
      </Stack>
    </CustomFieldEdit>
  );
}

/**
 * The host would store one value on all work items. What it gets instead is no value: the schema and
 * the validation of manifest.yml refuse it on each of them, with a text that says where to save.
 * @see docs/platform-assumptions.md, 70
 */
function useRefusedForm() {
  const { submit } = useSubmit();
  useEffect(() => {
    void submit({ unfinished: texts.notByJira });
  }, [submit]);
}

const ignore = () => undefined;

function heldBy(items: readonly BulkItem[]): string {
  const values = new Set(items.map(({ valueKey }) => valueKey));
  if (values.size > 1) return texts.mixed(values.size);
  const labels = items[0]?.objects.map(({ label }) => label) ?? [];
  return labels.length === 0 ? texts.allEmpty : texts.allSame(labels.join(', '));
}

const namedKeys = 10;

/** Work items that stay as they are, by the reason. */
function LeftOut({
  items,
}: {
  readonly items: readonly {
    readonly key?: string | undefined;
    readonly reason?: LeftOutReason | undefined;
  }[];
}) {
  const reasons = [...new Set(items.flatMap(({ reason }) => reason ?? []))];
  return (
    <>
      {reasons.map((reason) => {
        const left = items.filter((item) => item.reason === reason);
        const keys = left.flatMap(({ key }) => key ?? []).slice(0, namedKeys);
        const named = [...keys, ...(left.length > namedKeys ? ['…'] : [])].join(', ');
        return <Text key={reason}>{texts.leftOut(texts.reasons[reason], left.length, named)}</Text>;
      })}
      {reasons.includes('otherSource') && <HelperMessage>{texts.first}</HelperMessage>}
    </>
  );
}

interface SaveStateProps extends Pick<BulkPanelProps, 'count' | 'saving'> {
  readonly onRetry: () => void;
}

function SaveState({ count, saving, onRetry }: SaveStateProps) {
  const { isRunning, done, trouble, result } = saving;
  return (
    <>
      {isRunning && (
        <>
          <ProgressBar ariaLabel={texts.progress} value={done / count} />
          <Text>{texts.saving(done, count)}</Text>
        </>
      )}
      {trouble && (
        <>
          <Text>{texts.stopped(done, count)}</Text>
          <TroubleNotice
            trouble={trouble}
            connectReason={texts.connect}
            isRetrying={isRunning}
            onRetry={onRetry}
          />
        </>
      )}
      {result && !isRunning && <Text>{texts.saved(result.savedCount)}</Text>}
      {result && <LeftOut items={result.leftOut} />}
    </>
  );
}
