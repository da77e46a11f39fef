import * as z from 'zod/mini';
import { bareAddress, isEmailAddress } from './email-address';

/** Longer addresses don't fit into a mail's envelope. @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1.3 */
const maximumEmailLength = 254;

const formText = 'must be an address such as ann@example.com';

/** An email address as people type or paste it; read, it is {@link bareAddress}. */
export const emailAddress = z
  .string()
  .check(
    z.overwrite(bareAddress),
    z.maxLength(maximumEmailLength),
    z.regex(/^[^\s@]+@[^\s@]+$/, { error: formText, abort: true }),
    z.refine(isEmailAddress, { error: formText }),
  );
