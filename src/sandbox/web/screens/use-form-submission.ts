import { useState } from 'react';
import { ServerError } from '../calls/tracker-client';
import { errorText } from '../shell/page-states';
import type { AppFieldValues } from './form-app-field';

interface SubmissionProblems {
  general: readonly string[];
  /** Text by field id. */
  fields: Readonly<Record<string, string>>;
}

const noProblems: SubmissionProblems = { general: [], fields: {} };

interface FormSubmission {
  problems: SubmissionProblems;
  isUnderWay: boolean;
  submit: () => void;
  /** Lets the person send the form again after it was sent. */
  reopen: () => void;
  /** Takes back what is said of a field, whose value is another one now. */
  forget: (fieldId: string) => void;
}

/**
 * Sends a form once the app's fields have submitted what they still work on.
 * @param send gets their values; rejects with what the server refused
 */
export function useFormSubmission(
  appFields: AppFieldValues,
  send: (values: Record<string, unknown>) => Promise<void>,
): FormSubmission {
  const [problems, setProblems] = useState(noProblems);
  const [isUnderWay, setUnderWay] = useState(false);
  const submit = async () => {
    setUnderWay(true);
    try {
      await send(await appFields.settled());
    } catch (error) {
      setProblems(problemsOf(error));
      setUnderWay(false);
    }
  };
  return {
    problems,
    isUnderWay,
    submit() {
      if (!isUnderWay) void submit();
    },
    reopen() {
      setProblems(noProblems);
      setUnderWay(false);
    },
    forget(fieldId) {
      setProblems(({ general, fields }) => ({
        general,
        fields: Object.fromEntries(Object.entries(fields).filter(([id]) => id !== fieldId)),
      }));
    },
  };
}

function problemsOf(error: unknown): SubmissionProblems {
  if (!(error instanceof ServerError)) return { general: [errorText(error)], fields: {} };
  const { errorMessages, fieldErrors } = error;
  const isSilent = errorMessages.length === 0 && Object.keys(fieldErrors).length === 0;
  return { general: isSilent ? [error.message] : errorMessages, fields: fieldErrors };
}
