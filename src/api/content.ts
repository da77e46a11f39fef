import * as z from 'zod/mini';
import { endpoint } from './endpoint';

/** The largest file that can be uploaded: 100 MB. */
export const maximumFileBytes = 100 * 1024 * 1024;

const unfitFileName = 'Use a file name without slashes and control characters.';

const newContent = z.strictObject({
  fileName: z.string().check(
    z.minLength(1),
    z.maxLength(255),
    z.regex(/^[^/\\]*$/, unfitFileName),
    // No pattern: not every language that reads the API’s description has one for control characters.
    z.refine((name) => !/\p{Control}/u.test(name), unfitFileName),
  ),
  /** In bytes. */
  fileSize: z
    .number()
    .check(
      z.int(),
      z.minimum(1),
      z.maximum(maximumFileBytes, `can be up to ${maximumFileBytes} bytes`),
    ),
  contentType: z
    .string()
    .check(
      z.maxLength(255),
      z.regex(
        /^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+=("[^"]*"|[\w.+-]+))*$/,
        'Use a media type, such as image/png.',
      ),
    ),
});

/**
 * Announces a file. Its bytes are then sent by PUT to `presignedUrl`, within 15 minutes and without a
 * token; after that `contentKey` becomes the value of one media attribute.
 */
export const createContent = endpoint('POST', '/content', 'changeObjects', {
  body: newContent,
  reply: z.object({ presignedUrl: z.string(), contentKey: z.string() }),
});
