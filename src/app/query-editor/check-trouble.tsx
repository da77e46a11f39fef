import type { Reply } from '../replies/reply';
import { TroubleNotice } from '../screen/loaded';
import { configurationTexts } from '../field-configuration/configuration-texts';

interface CheckTroubleProps {
  /** The last answer to a check; undefined before the first. */
  readonly reply: Reply<unknown> | undefined;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
}

/** Says what keeps the queries on the screen from being tried; nothing where they were. */
export function CheckTrouble({ reply, isChecking, onCheck }: CheckTroubleProps) {
  if (!reply || reply.kind === 'ok') return null;
  return (
    <TroubleNotice
      trouble={reply}
      connectReason={configurationTexts.connectReason}
      isRetrying={isChecking}
      onRetry={onCheck}
    />
  );
}
