const changed = 'sandbox-issues-changed';

/** Tells open lists that an issue was created or changed. */
export function announceIssueChange(): void {
  dispatchEvent(new Event(changed));
}

/** @returns ends listening */
export function listenToIssueChanges(listener: () => void): () => void {
  addEventListener(changed, listener);
  return () => removeEventListener(changed, listener);
}
