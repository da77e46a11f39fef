import type { Comparison, SpellingForm } from '../jql-function/site-ways';

/** What a search says of one work item; `refused` where Jira doesn't take the query. */
export type Answer = 'found' | 'notFound' | 'refused';

/** One search on a work item whose answer is known, if Jira reads the clause as the app does. */
export interface ComparedTrial {
  /** What was asked, for the report; no ids, names or keys. */
  readonly about: string;
  readonly wanted: Answer;
  readonly answer: Answer;
}

/** How one operator does, written both ways; no trials where no work item has a value. */
export type ComparisonTrials = Readonly<Record<Comparison, readonly ComparedTrial[]>>;

export interface SpellingFinding {
  readonly check: 'spelling';
  readonly hasField: boolean;
  readonly forms: readonly {
    readonly form: SpellingForm;
    readonly isAccepted: boolean;
    /** Undefined where no work item has a value to find. */
    readonly finds: boolean | undefined;
  }[];
}

export interface ComparisonFinding {
  readonly check: 'comparison';
  /** False where Jira takes no way to write a field's objects: nothing was tried. */
  readonly isSpelled: boolean;
  /** How many objects the tried work item holds; 0 where there is none. */
  readonly objectCount: number;
  readonly in: ComparisonTrials;
  readonly 'not in': ComparisonTrials;
}

export interface EmptinessFinding {
  readonly check: 'emptiness';
  /** False where Jira takes no way to write a field's objects: they weren't tried. */
  readonly isSpelled: boolean;
  readonly ofProperty: readonly ComparedTrial[];
  readonly ofField: readonly ComparedTrial[];
  /** Of the clause that stands for no object. */
  readonly ofNothing: readonly ComparedTrial[];
}

export interface ThousandIdsFinding {
  readonly check: 'thousandIds';
  readonly hasField: boolean;
  /** False where Jira takes no way to write a field's objects: nothing was tried. */
  readonly isSpelled: boolean;
  /** The largest number of ids that was taken; undefined where none of those tried was. */
  readonly most: number | undefined;
  /** Whether a search with them found the work item; undefined where there is none. */
  readonly finds: boolean | undefined;
}

export interface ExpressionsFinding {
  readonly check: 'expressions';
  readonly results: readonly {
    readonly about: string;
    /** Undefined where Jira takes it. */
    readonly fault: string | undefined;
  }[];
}

export interface StorageFinding {
  readonly check: 'storage';
  readonly writtenCount: number;
  /** How many of them a list showed at once. */
  readonly listedCount: number;
  /** What the storage said to setting a key that is there: `refused`, `set`, or a code. */
  readonly secondSet: string;
}

export interface VisibilityFinding {
  readonly check: 'visibility';
  readonly fields: readonly {
    readonly fieldId: string;
    /** About how many work items have a value. */
    readonly forAdmin: number;
    /** Undefined where Jira doesn't show the field to the app. */
    readonly forApp: number | undefined;
  }[];
}

export interface AccountFinding {
  readonly check: 'account';
  readonly accountType: string | undefined;
}

export interface ConfigurationFinding {
  readonly check: 'configuration';
  /** Undefined where nobody has opened a field yet. */
  readonly isTold: boolean | undefined;
}

export interface ContextFinding {
  readonly check: 'context';
  readonly isLocaleTold: boolean;
  readonly isTimezoneTold: boolean;
}

export interface LinksFinding {
  readonly check: 'links';
  /** Where the host says that a page of the app is, without the site's name; undefined where it doesn't know. */
  readonly pages: readonly { readonly moduleKey: string; readonly path: string | undefined }[];
}

/** What a check saw on this site. */
export type Finding =
  | SpellingFinding
  | ComparisonFinding
  | EmptinessFinding
  | ThousandIdsFinding
  | ExpressionsFinding
  | StorageFinding
  | VisibilityFinding
  | AccountFinding
  | ConfigurationFinding
  | ContextFinding
  | LinksFinding;
