import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import Flag, { AutoDismissFlag } from '@atlaskit/flag';
import { FlagGroup } from '@atlaskit/flag/flag-group';
import StatusErrorIcon from '@atlaskit/icon/core/status-error';
import StatusInformationIcon from '@atlaskit/icon/core/status-information';
import StatusSuccessIcon from '@atlaskit/icon/core/status-success';
import StatusWarningIcon from '@atlaskit/icon/core/status-warning';

interface FlagContent {
  id: string;
  title: string;
  description?: string;
  appearance: FlagAppearance;
  /** Goes away by itself after a few seconds. */
  isAutoDismiss?: boolean;
  actions?: readonly { text: string; onClick?: () => void }[];
}

export interface Flags {
  /** Shows a message at the edge of the page; one with the same id is replaced. */
  show: (flag: FlagContent) => void;
  close: (id: string) => void;
}

const FlagsContext = createContext<Flags | undefined>(undefined);

/** @throws Error outside of a FlagsProvider */
export function useFlags(): Flags {
  const flags = useContext(FlagsContext);
  if (flags === undefined) throw new Error('useFlags needs a FlagsProvider above it.');
  return flags;
}

export function FlagsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly FlagContent[]>([]);
  const close = useCallback((id: string) => {
    setShown((flags) => flags.filter((flag) => flag.id !== id));
  }, []);
  const show = useCallback((flag: FlagContent) => {
    setShown((flags) => [flag, ...flags.filter((other) => other.id !== flag.id)]);
  }, []);
  const flags = useMemo(() => ({ show, close }), [show, close]);
  return (
    <FlagsContext.Provider value={flags}>
      {children}
      <FlagGroup onDismissed={(id) => close(String(id))}>
        {shown.map((flag) => {
          const Message = flag.isAutoDismiss === true ? AutoDismissFlag : Flag;
          return (
            <Message
              key={flag.id}
              id={flag.id}
              title={flag.title}
              description={flag.description}
              icon={<FlagIcon appearance={flag.appearance} />}
              actions={flag.actions?.map(({ text, onClick }) => ({
                content: text,
                ...(onClick === undefined ? {} : { onClick: () => onClick() }),
              }))}
            />
          );
        })}
      </FlagGroup>
    </FlagsContext.Provider>
  );
}

type FlagAppearance = 'info' | 'success' | 'warning' | 'error';

/** The icon that tells a flag's appearance, in the appearance's color. */
function FlagIcon({ appearance }: { appearance: FlagAppearance }) {
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
