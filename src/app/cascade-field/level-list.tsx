import { ErrorMessage, HelperMessage, Inline, Spinner } from '@forge/react';
import type { ReactNode } from 'react';
import { TroubleNotice } from '../screen/loaded';
import type { Formats } from '../object-display/formats';
import type { FindObjects, FoundOptions, ObjectSearch } from '../object-picker/use-object-search';
import { cascadeEditTexts as texts } from './edit-texts';
import { LevelPicker } from './level-picker';
import type { LevelFacts } from './cascade-field-contract';
import { saveTexts } from './save-texts';
import { needsKey, type selectionsPayload } from './selection';
import type { CascadeChoice } from './use-cascade-choice';

/** What a level offers; a preview shows the query too. */
export interface FoundOnLevel extends FoundOptions {
  readonly query?: string;
}

/** How the levels are asked, and what is shown with them. */
export interface LevelOffers {
  /** Asks for what a level offers, given what is selected on the levels that it needs, and on all. */
  readonly find: (
    levelId: string,
    needed: ReturnType<typeof selectionsPayload>,
    all: ReturnType<typeof selectionsPayload>,
  ) => FindObjects<FoundOnLevel>;
  /** Another one where `find` answers differently for the same level. */
  readonly key?: string;
  /** The levels that cannot be asked, and why. */
  readonly closed?: { readonly levelIds: ReadonlySet<string>; readonly reason: string };
  /** Below the picker of a level that can be asked. */
  readonly footer?: (search: ObjectSearch<FoundOnLevel>) => ReactNode;
}

interface LevelListProps {
  readonly levels: readonly LevelFacts[];
  readonly choice: CascadeChoice;
  readonly offers: LevelOffers;
  readonly formats: Formats;
  readonly isDisabled?: boolean;
  /** As of the picker: said on the first level. */
  readonly isConnected?: boolean;
  readonly hasAutoFocus?: boolean;
  /** Asks for what the first level offers before it has the focus. */
  readonly asksAtOnce?: boolean;
  readonly onTrouble?: (levelId: string, isInTrouble: boolean) => void;
}

/** The levels one below the other, with what is said of the choice: in the editor and the preview. */
export function LevelList(props: LevelListProps) {
  const { levels, choice, offers, formats, isDisabled = false, hasAutoFocus = false } = props;
  return (
    <>
      {levels.map((level, index) => (
        <LevelPicker
          // What it has found belongs to what is chosen above it.
          key={[offers.key ?? '', needsKey(level, choice.selections)].join(' ')}
          level={level}
          levels={levels}
          choice={choice}
          offers={offers}
          formats={formats}
          isDisabled={isDisabled}
          isConnected={index > 0 || (props.isConnected ?? true)}
          hasAutoFocus={index === 0 && hasAutoFocus}
          asksAtOnce={index === 0 && props.asksAtOnce === true}
          onTrouble={props.onTrouble}
        />
      ))}
      <CheckNotices choice={choice} />
    </>
  );
}

interface PathEndProps {
  readonly choice: CascadeChoice;
  /** Undefined where someone else says which levels are missing. */
  readonly sayMissing: ((levelNames: readonly string[]) => string) | undefined;
  readonly isRefused?: boolean;
}

/** What the path lacks. Below the levels, which stay where they are while someone picks. */
export function PathEnd({ choice, sayMissing, isRefused = false }: PathEndProps) {
  const { missingLevels, endsBefore } = choice;
  if (endsBefore) return <HelperMessage>{saveTexts.endsEarly(endsBefore.name)}</HelperMessage>;
  if (!sayMissing || missingLevels.length === 0) return null;
  const Message = isRefused ? ErrorMessage : HelperMessage;
  return <Message>{sayMissing(missingLevels.map(({ name }) => name))}</Message>;
}

function CheckNotices({ choice: { isChecking, trouble, check } }: { choice: CascadeChoice }) {
  return (
    <>
      {isChecking && !trouble && (
        <Inline>
          <Spinner size="small" label={texts.checking} />
        </Inline>
      )}
      {trouble && (
        <>
          <ErrorMessage>{texts.unchecked}</ErrorMessage>
          <TroubleNotice
            trouble={trouble}
            connectReason={texts.connectToSearch}
            isRetrying={isChecking}
            onRetry={() => void check()}
          />
        </>
      )}
    </>
  );
}
