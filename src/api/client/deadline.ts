import type { Clock } from './clock';
import { inWords } from './duration';
import { ServiceError } from './service-error';

/** The end of a call: its time is up, or its caller no longer wants it. */
export interface Deadline {
  /** Aborted at the end. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /**
   * Settles as the work does, or rejects at the end even where the work ignores the signal; after
   * the end no work is begun.
   * @throws {ServiceError} `timeout` or `aborted`
   */
  bound<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Frees timer and listener, once the call has settled. */
  release(): void;
}

interface DeadlineOptions {
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** The caller's own. */
  readonly signal?: AbortSignal;
  /** What a person is told to do after a time-out. */
  readonly nextStep: string;
}

/** Starts the time of one call, all its attempts and waits included. */
export function startDeadline({ timeoutMs, clock, signal, nextStep }: DeadlineOptions): Deadline {
  const endsAtMs = clock.now() + timeoutMs;
  const released = new AbortController();
  const { end, endSignal, rejection } = endOfCall();

  const endByCaller = () =>
    end(new ServiceError('aborted', 'The request was canceled.', { cause: signal?.reason }));
  if (signal?.aborted) endByCaller();
  signal?.addEventListener('abort', endByCaller, { signal: released.signal });

  void clock.sleep(timeoutMs, released.signal).then(() => {
    const message = `The service did not answer within ${inWords(timeoutMs)}. ${nextStep}`;
    end(new ServiceError('timeout', message));
  });

  return {
    signal: endSignal,
    remainingMs: () => endsAtMs - clock.now(),
    bound: async (work) => {
      endSignal.throwIfAborted();
      return await Promise.race([work(), rejection]);
    },
    release: () => released.abort(),
  };
}

/**
 * A signal and a promise that carry the same error; the first end counts. The promise rejects
 * first, before whoever sees the signal can answer with an error of their own.
 */
function endOfCall() {
  const controller = new AbortController();
  let end: (error: ServiceError) => void = () => undefined;
  const rejection = new Promise<never>((_, reject) => {
    end = (error) => {
      reject(error);
      controller.abort(error);
    };
  });
  rejection.catch(() => undefined); // Nobody waits for it between two attempts.
  return { end, endSignal: controller.signal, rejection };
}
