import { describe, expect, test } from 'vitest';
import { ServiceError, type ServiceErrorCode } from '../../../src/api/client';
import type { JobTrouble } from '../../../src/app/jobs/job-facts';
import { OutOfCalls } from '../../../src/app/jobs/call-budget';
import { jobTroubleOf } from '../../../src/app/jobs/job-trouble';
import { stoppedText as stoppedRoundText } from '../../../src/app/label-upkeep/round-run';
import { stoppedText as stoppedJobText } from '../../../src/app/label-upkeep/upkeep-run';
import { JiraAtRest, JiraError, ServiceAddressMissing } from '../../../src/app/platform/platform';
import { StoreError } from '../../../src/app/platform/storage';
import { stoppedText } from '../../../src/app/refresh/refresh-texts';
import { serviceFailureOf } from '../../../src/app/refresh/service-failure';

const service = (code: ServiceErrorCode) => new ServiceError(code, 'x');
const jira = (status: number | undefined) => new JiraError('x', 'app', status);

/** Every cause, and words of the message that no other reason has. */
const causes: Record<JobTrouble, { readonly errors: readonly unknown[]; readonly words: string }> =
  {
    serviceCalls: { errors: [new OutOfCalls()], words: 'used up the calls' },
    serviceBusy: { errors: [service('rateLimited')], words: 'The service kept rejecting' },
    serviceDown: {
      errors: [service('unavailable'), service('timeout'), service('aborted')],
      words: 'The service failed to answer',
    },
    serviceUnreadable: { errors: [service('unexpectedReply')], words: 'couldn’t read' },
    serviceRefused: {
      errors: [service('forbidden'), service('notFound'), service('invalid'), service('changed')],
      words: 'The service rejected a request',
    },
    tokenRefused: { errors: [service('unauthorized')], words: 'doesn’t accept' },
    cannotSend: {
      errors: [service('cannotSend'), new ServiceAddressMissing()],
      words: 'couldn’t send',
    },
    jiraShare: { errors: [new JiraAtRest(2, 1, { isOwnShare: true })], words: 'its share' },
    jiraLimit: { errors: [new JiraAtRest(2, 1), jira(429)], words: 'Jira kept rejecting' },
    jiraDown: { errors: [jira(undefined), jira(503)], words: 'Jira failed to answer' },
    jiraRefused: { errors: [jira(400), jira(403)], words: 'Jira rejected a request' },
    storageDown: { errors: [new StoreError('UNKNOWN')], words: 'storage in Jira failed' },
    unexpected: { errors: [new TypeError('x'), undefined], words: 'Something went wrong' },
  };
const troubles = Object.keys(causes) as JobTrouble[];

describe('What stopped a refresh, a job over labels or a round', () => {
  test.each(troubles)('is told as what happened, whichever error says so: %s', (trouble) => {
    const { errors, words } = causes[trouble];
    expect(errors.map(jobTroubleOf)).toEqual(errors.map(() => trouble));
    for (const textOf of [stoppedText, stoppedJobText, stoppedRoundText]) {
      expect(troubles.filter((other) => textOf(other).includes(words))).toEqual([trouble]);
    }
  });
});

describe('Why a query failed', () => {
  const codes: Record<ServiceErrorCode, string> = {
    unauthorized: 'doesn’t accept the app’s access token',
    cannotSend: 'can’t send requests to the service',
    rateLimited: 'received too many requests',
    forbidden: 'rejected a request of the app',
    notFound: 'rejected a request of the app',
    invalid: 'rejected a request of the app',
    changed: 'rejected a request of the app',
    unavailable: 'couldn’t be reached, or it had a problem',
    timeout: 'took too long to answer',
    aborted: 'took too long to answer',
    unexpectedReply: 'couldn’t read the service’s answer',
  };

  test.each(Object.entries(codes) as [ServiceErrorCode, string][])(
    'is said in the app’s own sentences, not in the service’s: %s',
    (code, words) => {
      const theirs = "ECONNREFUSED: the service can't";
      const failure = serviceFailureOf(new ServiceError(code, theirs));
      expect(failure?.message).toContain(words);
      expect(failure?.message).not.toContain(theirs);
      expect(failure?.message).toMatch(/^The [^']+\.$/);
    },
  );
});
