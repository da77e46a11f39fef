import { useFlags } from '@atlaskit/flag';
import StatusErrorIcon from '@atlaskit/icon/core/status-error';
import StatusSuccessIcon from '@atlaskit/icon/core/status-success';

interface FlagContent {
  /** A message with the id of one that is shown replaces it. */
  id: string;
  title: string;
  description?: string;
  actions?: { content: string; onClick: () => void }[];
}

/** Messages at the edge of the page; a success goes away by itself after a few seconds. */
export function useMessages() {
  const { showFlag } = useFlags();
  return {
    showSuccess: (flag: FlagContent) => {
      const icon = <StatusSuccessIcon label="Success" color="var(--ds-icon-success)" />;
      showFlag({ ...flag, icon, isAutoDismiss: true });
    },
    showError: (flag: FlagContent) => {
      showFlag({ ...flag, icon: <StatusErrorIcon label="Error" color="var(--ds-icon-danger)" /> });
    },
  };
}
