import { assistantChatPath, chatRequest } from '../../../api/assistant';
import { maximumFileBytes } from '../../../api/content';
import { publicPathPrefix } from '../../../api/endpoint';
import {
  contentUploadPath,
  uploadGone,
  uploadUnderWay,
} from '../../model/resources/content-uploads';
import { notFound } from '../../base/refusals/refusal';
import { describeFailures } from './answers';
import { describeSchema } from './components';
import type { JsonObject } from './json';

const workspace = { $ref: '#/components/parameters/Workspace' };
const security: readonly JsonObject[] = [{ personalAccessToken: [] }, { oauth: ['read'] }];

/** What isn't JSON in both directions: files, and the assistant’s answers as they come. */
export function describeFurtherPaths(): JsonObject {
  return {
    [contentPath]: { get: getContent },
    [uploadPath]: { put: uploadContent },
    [chatPath]: { post: describeChat() },
  };
}

const contentPath = `${publicPathPrefix}/content/{key}`;
const uploadPath = `${contentUploadPath}/{secret}`;
const chatPath = publicPathPrefix + assistantChatPath;

const bytes = { type: 'string', format: 'binary' };

const getContent: JsonObject = {
  operationId: 'getContent',
  summary: 'Download a file',
  description:
    'Everyone who can read an object that has the file can download it. Browsers display images and download everything else.',
  tags: ['Files'],
  security,
  parameters: [
    {
      name: 'key',
      in: 'path',
      required: true,
      description: 'The content key: a value of a MEDIA attribute, as returned by “Get an object”.',
      schema: { type: 'string' },
    },
    workspace,
  ],
  responses: {
    200: { description: 'The file.', content: { '*/*': { schema: bytes } } },
    ...describeFailures(contentPath, [400, 401, 404, 429, 500, 503], { 404: notFound('file') }),
  },
};

const header = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

const uploadContent: JsonObject = {
  operationId: 'uploadContent',
  summary: 'Send the bytes of a file',
  description:
    'The second of three steps. Send the bytes to the `presignedUrl` from “Announce a file” within 15 minutes, without a token. `Content-Type`, `Content-Length` and the file name must be as announced. If the upload breaks off, send it again. Once the file has arrived, the address no longer works.',
  tags: ['Files'],
  security: [],
  parameters: [
    {
      name: 'secret',
      in: 'path',
      required: true,
      description: 'The end of the `presignedUrl` from “Announce a file”.',
      schema: { type: 'string' },
    },
    header('Content-Disposition', '`attachment; filename=<file name>`', { type: 'string' }),
    header('Content-Length', 'The size of the file in bytes, up to 100 MB.', {
      type: 'integer',
      minimum: 1,
      maximum: maximumFileBytes,
    }),
  ],
  requestBody: { required: true, content: { '*/*': { schema: bytes } } },
  responses: {
    200: { description: 'The file has arrived.' },
    ...describeFailures(uploadPath, [400, 404, 429, 500, 503], {
      400: { message: 'Send Content-Length 48213, as you announced.' },
      404: uploadGone(),
      429: uploadUnderWay(),
    }),
  },
};

const describeChat = (): JsonObject => ({
  operationId: 'chat',
  summary: 'Ask the assistant',
  description:
    'Returns server-sent events: `step`, `query` and `text` as often as there is something to say, then `done` or `error`.',
  tags: ['Assistant'],
  security,
  parameters: [workspace],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: describeSchema(chatRequest, { noun: 'chat', io: 'input' }),
        examples: {
          example: { value: { messages: [{ role: 'user', content: 'Which laptops are free?' }] } },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The answer, piece by piece.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    ...describeFailures(chatPath, [400, 401, 404, 413, 415, 429, 500, 503], {}),
  },
});
