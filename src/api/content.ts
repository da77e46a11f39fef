import * as z from 'zod';
import { endpoint } from './endpoint';

/** The largest file that can be uploaded: 100 MB. */
export const maximumFileBytes = 100 * 1024 * 1024;

const newContent = z.strictObject({
  fileName: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\p{Control}/\\]*$/u, 'Use a file name without slashes and control characters.'),
  /** In bytes. */
  fileSize: z.number().int().min(1).max(maximumFileBytes),
  contentType: z
    .string()
    .max(255)
    .regex(
      /^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+=("[^"]*"|[\w.+-]+))*$/,
      'Use a media type, such as image/png.',
    ),
});

/**
 * Announces a file. Its bytes are then sent by PUT to `presignedUrl`, within 15 minutes and without a
 * token; after that `contentKey` becomes the value of one media attribute.
 */
export const createContent = endpoint({
  method: 'POST',
  path: '/content',
  pathParameters: [],
  body: newContent,
  reply: z.object({ presignedUrl: z.string(), contentKey: z.string() }),
  needsWorkspace: true,
  onlyReads: false,
});
