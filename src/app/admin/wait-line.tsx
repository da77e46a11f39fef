import { Text } from '@forge/react';
import type { PageFormats } from '../object-display/use-page-formats';

interface WaitLineProps {
  readonly job: {
    readonly waitingUntil?: number | undefined;
    readonly isWaitingForJira?: boolean | undefined;
  };
  readonly formats: PageFormats;
}

/** Until when a job waits, and for what; nothing where it doesn't wait. */
export function WaitLine({ job: { waitingUntil, isWaitingForJira }, formats }: WaitLineProps) {
  if (waitingUntil === undefined) return null;
  const moment = formats.moment(waitingUntil);
  return (
    <Text>
      {isWaitingForJira
        ? `Waiting until ${moment} because of Jira’s limits.`
        : `Waiting until ${moment} to stay within the service’s limits.`}
    </Text>
  );
}
