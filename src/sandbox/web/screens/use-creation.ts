import { useState } from 'react';
import { createIssue } from '../server/jira-issues';
import { ServerError } from '../server/request';
import { useSession } from '../session/session';
import { useFlags } from '../shell/flags';
import { textOf } from '../shell/page-states';
import { navigate } from '../shell/routing';
import type { AppFieldValues } from './create-app-fields';
import { announceIssueChange } from './issue-changes';

export interface CreationProblems {
  general: readonly string[];
  /** Text by field id. */
  fields: Readonly<Record<string, string>>;
}

export interface Creation {
  problems: CreationProblems | undefined;
  isUnderWay: boolean;
  create: (fields: Record<string, unknown>) => void;
}

/** Creates the issue once the app's fields have submitted what they still work on. */
export function useCreation(appFields: AppFieldValues, onCreated: () => void): Creation {
  const { tracker } = useSession();
  const flags = useFlags();
  const [problems, setProblems] = useState<CreationProblems>();
  const [isUnderWay, setUnderWay] = useState(false);
  const create = async (fields: Record<string, unknown>) => {
    setUnderWay(true);
    try {
      const values = await appFields.settled();
      const { key } = await createIssue(tracker, { ...fields, ...values });
      flags.show(createdFlag(key));
      announceIssueChange();
      onCreated();
    } catch (error) {
      setProblems(problemsOf(error));
      setUnderWay(false);
    }
  };
  return {
    problems,
    isUnderWay,
    create(fields) {
      if (!isUnderWay) void create(fields);
    },
  };
}

function createdFlag(key: string) {
  return {
    id: `created ${key}`,
    title: `You've created ${key}`,
    appearance: 'success' as const,
    isAutoDismiss: true,
    actions: [{ text: 'View', onClick: () => navigate(`/browse/${key}`) }],
  };
}

function problemsOf(error: unknown): CreationProblems {
  if (!(error instanceof ServerError)) return { general: [textOf(error)], fields: {} };
  const { errorMessages, fieldErrors } = error;
  const isSilent = errorMessages.length === 0 && Object.keys(fieldErrors).length === 0;
  return { general: isSilent ? [error.message] : errorMessages, fields: fieldErrors };
}
