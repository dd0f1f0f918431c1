import { auditRow } from '#server/db/audit-row.ts'
import { holdRow, readRow, updateRow } from '#server/db/records.ts'
import { visible } from '#server/db/visible.ts'
import { newStoredName, storedTypes } from '#server/services/storage/stored-names.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type ClassVideoAnswer, type ClassVideoRequest, videoBytesLimit, videoPieceBytes } from '#shared/classes.ts'
import { AppError } from '#shared/errors.ts'
import { session } from './queries.ts'

type VideoExtension = 'mp4' | 'webm'
const mebibyte = 1024 * 1024
/** The document type of a WebM file is in these first bytes. */
const headBytes = 64

/**
 * Return the video format by the first bytes, never by the file name. null = not an accepted format. Source: ISO/IEC
 * 14496-12 (ftyp), RFC 9559 (EBML)
 */
export function videoTypeOf(head: Uint8Array): VideoExtension | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, headBytes))
  if (bytes.length >= 12 && bytes.toString('latin1', 4, 8) === 'ftyp') return 'mp4'
  if (bytes.length >= 12 && bytes.readUInt32BE(0) === 0x1a45dfa3 && bytes.toString('latin1').includes('webm'))
    return 'webm'
  return null
}

async function begin(ctx: SignedInContext, owner: string, bytes: Uint8Array): Promise<string> {
  const kind = videoTypeOf(bytes)
  if (kind === null) throw new AppError('VIDEO_TYPE')
  return ctx.services.spool.begin(owner, kind, ctx.clock())
}

function readableName(fileName: string | undefined, fallback: string): string {
  const name = (fileName?.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim()
  return name === '' ? fallback : name
}

/**
 * Store the file, then insert its row, then remove the file of the replaced video, so that a row never exists without
 * its file.
 */
async function keep(
  ctx: SignedInContext,
  { id, fileName }: ClassVideoRequest,
  uploadId: string,
  size: number,
): Promise<string> {
  const { storage, spool } = ctx.services
  const { kind: extension, stream } = await spool.open(uploadId)
  const { publicId, storedName } = newStoredName(extension)
  await storage.putStream(storedName, stream, size)
  const seen = await visible(ctx, 'class_session')
  const write = () =>
    ctx.db.transaction().execute(async (trx) => {
      const held = await holdRow(trx, session, { id }, seen)
      if (held.video_file_name !== null)
        await trx.deleteFrom('attachment').where('stored_name', '=', held.video_file_name).execute()
      await trx
        .insertInto('attachment')
        .values({
          public_id: publicId,
          company_id: held.company_id,
          user_id: ctx.viewer.userId,
          owner_kind: 'classVideo',
          owner_id: held.id,
          stored_name: storedName,
          file_name: readableName(fileName, storedName),
          mime: storedTypes[extension],
          size,
          width: null,
          height: null,
          deleted_at: null,
          create_time: ctx.clock(),
        })
        .execute()
      await updateRow(trx, ctx, session, held, { video_file_name: storedName })
      await auditRow(trx, ctx, session, held, { action: 'classes.uploadVideo', details: { size } })
      return held.video_file_name
    })
  const replaced = await write().catch(async (error: unknown) => {
    // After a lost connection the row may have been written, so the file stays. The sweep removes it if it has no row.
    if (error instanceof AppError) await storage.remove(storedName).catch(() => undefined)
    throw error
  })
  // The replaced file has no row any more. If it cannot be removed now, the sweep removes it later.
  if (replaced !== null) await storage.remove(replaced).catch(() => undefined)
  return storedName
}

/**
 * Append one piece of a video. After the last piece the video belongs to the session.
 * @throws AppError NOT_FOUND, VIDEO_TYPE, VIDEO_TOO_LARGE, UPLOAD_MALFORMED for a piece out of order, BUSY,
 * STORAGE_FULL
 */
export async function takeVideo(ctx: SignedInContext, request: ClassVideoRequest): Promise<ClassVideoAnswer> {
  await readRow(ctx.db, session, request.id, await visible(ctx, 'class_session'))
  const bytes = Buffer.from(request.content, 'base64')
  const owner = `${ctx.viewer.actor} ${ctx.viewer.userId} ${request.id}`
  const { spool } = ctx.services
  if (bytes.length === 0 || bytes.length > videoPieceBytes) throw new AppError('UPLOAD_MALFORMED')
  if (request.uploadId === undefined && request.offset !== 0) throw new AppError('UPLOAD_MALFORMED')
  const uploadId = request.uploadId ?? (await begin(ctx, owner, bytes))
  if (request.offset + bytes.length > videoBytesLimit) {
    await spool.remove(uploadId)
    throw new AppError('VIDEO_TOO_LARGE', { values: { megabytes: videoBytesLimit / mebibyte } })
  }
  const received = await spool.append(uploadId, owner, { offset: request.offset, bytes }, ctx.clock())
  if (!request.last) return { uploadId, received, videoFileName: null }
  try {
    return { uploadId, received, videoFileName: await keep(ctx, request, uploadId, received) }
  } finally {
    await spool.remove(uploadId)
  }
}
