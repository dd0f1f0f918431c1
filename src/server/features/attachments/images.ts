import type { Links } from '#server/services/links.ts'
import type { ProjectImage } from '#shared/projects.ts'
import type { Attachment } from './queries.ts'

const folders: Record<string, string> = { projectPdf: '/pdfs', classVideo: '/videos' }

/** Where an attachment is served; reports lie under /pdfs, videos under /videos, everything else under /images. */
export const pathOf = ({ owner_kind, stored_name }: Pick<Attachment, 'owner_kind' | 'stored_name'>): string =>
  `${folders[owner_kind] ?? '/images'}/${stored_name}`

/** A sketch as projects answer it; call it only for who may see the project, or has uploaded it. */
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

/** The signed address of a report; its file name comes with the answer. */
export const pdfUrl = (
  links: Links,
  attachment: Pick<Attachment, 'owner_kind' | 'stored_name' | 'company_id'>,
  now: Date,
): string => links.sign(pathOf(attachment), attachment.company_id, now)

const longestPath = 1_000
const imagePath = /^(?:https?:\/\/[^\s?#]+\/images\/|\/?images\/)?([0-9a-f]{32})(?:\.[a-z]{3,4})?(?:\?[^\s#]*)?$/

/**
 * The public id in what a client sends as an image of a project: a signed path or address as we answered it, or the id alone.
 * Only the id counts, never a host, folder or signature. Null for anything else; `claimAttachments` decides whose it is.
 */
export const publicIdOf = (path: string): string | null =>
  path.length > longestPath ? null : (imagePath.exec(path)?.[1] ?? null)
