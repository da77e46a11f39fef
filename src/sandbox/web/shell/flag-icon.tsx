import StatusErrorIcon from '@atlaskit/icon/core/status-error';
import StatusInformationIcon from '@atlaskit/icon/core/status-information';
import StatusSuccessIcon from '@atlaskit/icon/core/status-success';
import StatusWarningIcon from '@atlaskit/icon/core/status-warning';

export type FlagAppearance = 'info' | 'success' | 'warning' | 'error';

/** The icon that tells a flag's appearance, in the appearance's color. */
export function FlagIcon({ appearance }: { appearance: FlagAppearance }) {
  switch (appearance) {
    case 'success':
      return <StatusSuccessIcon label="Success" color="var(--ds-icon-success)" />;
    case 'warning':
      return <StatusWarningIcon label="Warning" color="var(--ds-icon-warning)" />;
    case 'error':
      return <StatusErrorIcon label="Error" color="var(--ds-icon-danger)" />;
    case 'info':
      return <StatusInformationIcon label="Information" color="var(--ds-icon-information)" />;
  }
}
