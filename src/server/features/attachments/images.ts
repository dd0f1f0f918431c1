import type { Links } from '#server/services/storage/signed-links.ts'
import type { ProjectImage } from '#shared/projects.ts'
import type { Attachment } from './queries.ts'

const folders: Record<string, string> = { projectPdf: '/pdfs', classVideo: '/videos' }

/** Return the path of an attachment: reports are under /pdfs, videos under /videos, everything else under /images. */
export const pathOf = ({ owner_kind, stored_name }: Pick<Attachment, 'owner_kind' | 'stored_name'>): string =>
  `${folders[owner_kind] ?? '/images'}/${stored_name}`

/**
 * Return a sketch in the form that projects use. Call it only for a caller who may see the project or has uploaded the
 * sketch.
 */
export function projectImage(links: Links, attachment: Attachment, now: Date): ProjectImage {
  const path = links.sign(pathOf(attachment), attachment.company_id, now)
  return {
    path,
    url: links.urlOf(path),
    fileName: attachment.file_name,
    width: attachment.width ?? 0,
    height: attachment.height ?? 0,
  }
}

/** Return the signed path of a report. Its file name is sent with the response. */
export const pdfUrl = (
  links: Links,
  attachment: Pick<Attachment, 'owner_kind' | 'stored_name' | 'company_id'>,
  now: Date,
): string => links.sign(pathOf(attachment), attachment.company_id, now)

const longestPath = 1_000
const imagePath = /^(?:https?:\/\/[^\s?#]+\/images\/|\/?images\/)?([0-9a-f]{32})(?:\.[a-z]{3,4})?(?:\?[^\s#]*)?$/

/**
 * Return the public id from an image reference of a project: a signed path or URL from our response, or the id alone.
 * Host, folder and signature are ignored. Null for anything else. `claimAttachments` checks who may use the image.
 */
export const publicIdOf = (path: string): string | null =>
  path.length > longestPath ? null : (imagePath.exec(path)?.[1] ?? null)
