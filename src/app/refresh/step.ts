import type { Client } from '../../api/client';
import type { KeyValueStore } from '../platform/storage';
import type { JiraFields, UnattendedJira } from '../platform/unattended-jira';
import type { StoredQueries } from '../stored-queries/stored-queries';
import type { LastRun } from '../stored-queries/stored-query';
import type { CallBudget } from './call-budget';
import type { RefreshRun } from './refresh-run';
import type { Worklist } from './worklist';

/** What every task of the queue works with. */
export interface RefreshParts {
  readonly jira: UnattendedJira;
  /** Asks Jira once for each. */
  readonly fields: JiraFields;
  readonly store: KeyValueStore;
  readonly storedQueries: StoredQueries;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What a slice of a run works with. */
export interface Slice extends RefreshParts {
  readonly worklist: Worklist;
  /** With the token; undefined where there is none. */
  readonly client: Client | undefined;
  readonly budget: CallBudget;
  readonly lastRun: LastRun | undefined;
  /** When admins took results away, by the hash of their queries. */
  readonly removals: ReadonlyMap<string, number>;
  /** Decides what searches without a result say. */
  readonly personRunsAllowed: boolean;
  /** Notes what a step went on from. */
  readonly onError: (error: unknown, phase: RefreshRun['phase']) => void;
  /** Nothing new is begun after it. */
  readonly endsAt: number;
}

/** A step of a run. What it did is not lost where it was stopped. */
export interface StepResult {
  readonly run: RefreshRun;
  /** The error that stopped it; absent where nothing did. */
  readonly stoppedBy?: unknown;
}
