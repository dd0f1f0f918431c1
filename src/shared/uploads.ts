import { z } from 'zod'
import type { ProjectImage } from './projects.ts'

/** A sketch must be smaller than this many bytes. Source: the documents, "under 5MB" */
export const imageBytesLimit = 5 * 1024 * 1024
/** Pixels of a picture that is decoded at all. Source: trust.md, sharp */
export const mostImagePixels = 40_000_000

/** What a person may have stored: files in 24 hours, bytes altogether, and uploads at the same moment. Source: trust.md U4 */
export const uploadQuota = { filesPerDay: 200, bytes: 500 * 1024 * 1024, atOnce: 4 }

/** The file as the bytes of a form, or in base64 for programs that speak JSON. */
export const UploadRequest = z.object({
  fileName: z.string().max(1_000).default(''),
  content: z.union([z.instanceof(Uint8Array<ArrayBufferLike>), z.string()]),
})
export type UploadRequest = z.output<typeof UploadRequest>

/** A stored sketch: `id` is what `mainImage` and `coldStorageImages` name it by, `url` shows it for the next ten minutes. */
export type UploadAnswer = ProjectImage & { id: string }

/** Signed paths as they were answered once, which may have expired since. */
export const ImagesRequest = z.object({ paths: z.array(z.string().max(1_000)).max(100) })
