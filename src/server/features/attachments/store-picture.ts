import type { Transaction } from 'kysely'
import type { AttachmentTable } from '#server/db/project-tables.ts'
import type { Database } from '#server/db/tables.ts'
import { newStoredName, storedTypes } from '#server/services/storage/stored-names.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { imageBytesLimit, type UploadRequest } from '#shared/uploads.ts'
import { type Attachment, insertAttachment } from './queries.ts'
import { checkQuota, lockUploads } from './quota.ts'
import { reEncode } from './re-encode.ts'
import { withFile } from './with-file.ts'

const longestName = 200

/** Return the file name to show: without folders, control characters and marks that change the text direction. */
function readableName(fileName: string, fallback: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? ''
  const name = [...last.replace(/\p{C}/gu, '').trim()].slice(0, longestName).join('')
  return name === '' ? fallback : name
}

/** Decode base64 only up to the size limit, which is enough to see that a picture is too large. */
function bytesOf(content: UploadRequest['content']): Uint8Array {
  return typeof content === 'string'
    ? Buffer.from(content.slice(0, Math.ceil((imageBytesLimit * 4) / 3) + 4), 'base64')
    : content
}

type Owner = { kind: AttachmentTable['owner_kind']; id: number | null; companyId?: number }
/** Further writes in the same transaction. */
type Claim = (trx: Transaction<Database>, attachment: Attachment) => Promise<void>

/**
 * Store a re-encoded picture as a file, then insert its row. A failure leaves neither. Source: trust.md U1 to U4
 * @throws AppError IMAGE_TYPE, IMAGE_TOO_LARGE, UPLOAD_QUOTA, STORAGE_FULL, BUSY
 */
export async function storePicture(
  ctx: SignedInContext,
  { fileName, content }: UploadRequest,
  owner: Owner,
  claim: Claim = async () => {},
): Promise<Attachment> {
  const { userId, tenantId } = ctx.viewer
  const now = ctx.clock()
  await checkQuota(ctx.db, userId, 0, now)
  const { bytes, extension, width, height } = await reEncode(bytesOf(content))
  const { publicId, storedName } = newStoredName(extension)
  return withFile(ctx.services.storage, storedName, bytes, () =>
    ctx.db.transaction().execute(async (trx) => {
      await lockUploads(trx, userId)
      await checkQuota(trx, userId, bytes.length, now)
      const attachment = await insertAttachment(trx, {
        public_id: publicId,
        company_id: owner.companyId ?? tenantId,
        user_id: userId,
        owner_kind: owner.kind,
        owner_id: owner.id,
        stored_name: storedName,
        file_name: readableName(fileName, storedName),
        mime: storedTypes[extension],
        size: bytes.length,
        width,
        height,
        deleted_at: null,
        create_time: now,
      })
      await claim(trx, attachment)
      return attachment
    }),
  )
}
