import { ServiceError } from '../../src/api/client';

/**
 * Why the service refuses a call of the typed client.
 * @throws where it answers the call, or the call fails in another way
 */
export async function refusalOf(call: Promise<unknown>): Promise<ServiceError> {
  const outcome = await call.catch((error: unknown) => error);
  if (outcome instanceof ServiceError && isRefusal(outcome)) return outcome;
  throw outcome instanceof Error ? outcome : new Error(`Answered: ${JSON.stringify(outcome)}`);
}

/** Whether the service itself says no: neither a fault, nor a call without an answer. */
const isRefusal = ({ status = 0 }: ServiceError) => status >= 400 && status < 500;

/** `CONFLICT WORKFLOW states.1.name` of each, with the index of its operation before it where it has one. */
export async function violationsOf(call: Promise<unknown>): Promise<string[]> {
  const { violations = [] } = await refusalOf(call);
  return violations.map(({ index, violationType, domain, fieldIdentifier }) =>
    [index, violationType, domain, fieldIdentifier].filter((part) => part !== undefined).join(' '),
  );
}
