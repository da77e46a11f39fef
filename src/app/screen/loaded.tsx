import { Spinner } from '@forge/react';
import type { ReactNode } from 'react';
import { TroubleNotice } from './trouble-notice';
import type { LatestReply } from './use-reply';

interface LoadedProps<Value> extends LatestReply<Value> {
  /** What the spinner says. */
  readonly loadingText: string;
  readonly spinnerSize?: 'small' | 'medium';
  /** What the person gets by connecting their account, as a sentence. */
  readonly connectReason: string;
  /** Undefined where the value is drawn elsewhere. */
  readonly children?: (value: Value) => ReactNode;
}

/** Draws what a screen loads: a spinner before the first answer, what keeps it from coming, the value. */
export function Loaded<Value>({ value, trouble, children, ...props }: LoadedProps<Value>) {
  return (
    <>
      {value === undefined && !trouble && (
        <Spinner size={props.spinnerSize ?? 'small'} label={props.loadingText} />
      )}
      {trouble && (
        <TroubleNotice
          trouble={trouble}
          connectReason={props.connectReason}
          isRetrying={props.isLoading}
          onRetry={props.reload}
        />
      )}
      {value !== undefined && children?.(value)}
    </>
  );
}
