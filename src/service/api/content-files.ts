import { create } from 'content-disposition';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Queryable } from '../base/database/database';
import type { FileStore } from '../base/files/file-store';
import { leaveBodiesUnread } from '../base/http/request-bodies';
import { notFound } from '../base/refusals/refusal';
import { storedId } from '../base/refusals/storable-inputs';
import type { WorkspaceView } from '../model/permissions/workspace-view';
import { contentUploadPath, receiveContent } from '../model/resources/content-uploads';
import type { UploadDependencies } from '../model/resources/content-uploads';
import { findReadableContent } from '../model/resources/contents';
import type { Admission } from './admission';

/** Takes the bytes of announced files. No token is sent here: the secret in the address stands for the one that announced the file. */
export function takeContentUploads(app: FastifyInstance, dependencies: UploadDependencies): void {
  app.register((uploads, _prefix, done) => {
    leaveBodiesUnread(uploads);
    uploads.put<{ Params: { secret: string } }>(
      `${contentUploadPath}/:secret`,
      async ({ params, raw }, reply) => {
        await receiveContent(dependencies, params.secret, raw);
        return reply.code(200).send();
      },
    );
    done();
  });
}

export interface FileDependencies {
  readonly database: Queryable;
  readonly files: FileStore;
}

/** Answers `GET /content/{key}` of the public API. */
export function answerContentFiles(
  api: FastifyInstance,
  admission: Admission,
  dependencies: FileDependencies,
): void {
  api.get<{ Params: { key: string } }>('/content/:key', {
    config: { entrance: { permission: 'read', onlyReads: true } },
    handler: (request, reply) =>
      sendFile(dependencies, admission.viewOf(request), request.params.key, reply),
  });
}

/** Types that a browser may show in place; everything else is downloaded, so that nothing in it runs. */
const shownTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** @throws Refusal 404 for a file of no object that the caller may read, and for one without bytes */
export async function sendFile(
  { database, files }: FileDependencies,
  view: WorkspaceView,
  key: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const contentKey = storedId.safeParse(key).data;
  const content = contentKey && (await findReadableContent(database, view, contentKey));
  const size = content && (await files.findSize(content.fileKey));
  if (!content || !size) throw notFound('file');
  const isShown = shownTypes.includes(content.contentType.toLowerCase());
  const type = isShown ? 'inline' : 'attachment';
  return reply
    .type(isShown ? content.contentType : 'application/octet-stream')
    .header('content-disposition', create(content.fileName, { type }))
    .header('content-length', size)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(files.read(content.fileKey));
}
