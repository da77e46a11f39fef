import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import Flag, { AutoDismissFlag } from '@atlaskit/flag';
import { FlagGroup } from '@atlaskit/flag/flag-group';
import StatusErrorIcon from '@atlaskit/icon/core/status-error';
import StatusSuccessIcon from '@atlaskit/icon/core/status-success';

interface FlagContent {
  id: string;
  title: string;
  description?: string;
  /** A success goes away by itself after a few seconds. */
  appearance: 'success' | 'error';
  actions?: readonly { text: string; onClick: () => void }[];
}

interface Flags {
  /** Shows a message at the edge of the page; one with the same id is replaced. */
  show: (flag: FlagContent) => void;
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
  const flags = useMemo(() => ({ show }), [show]);
  return (
    <FlagsContext.Provider value={flags}>
      {children}
      <FlagGroup onDismissed={(id) => close(String(id))}>
        {shown.map((flag) => {
          const Message = flag.appearance === 'success' ? AutoDismissFlag : Flag;
          return (
            <Message
              key={flag.id}
              id={flag.id}
              title={flag.title}
              description={flag.description}
              icon={icons[flag.appearance]}
              actions={flag.actions?.map(({ text, onClick }) => ({
                content: text,
                onClick: () => onClick(),
              }))}
            />
          );
        })}
      </FlagGroup>
    </FlagsContext.Provider>
  );
}

const icons = {
  success: <StatusSuccessIcon label="Success" color="var(--ds-icon-success)" />,
  error: <StatusErrorIcon label="Error" color="var(--ds-icon-danger)" />,
};
