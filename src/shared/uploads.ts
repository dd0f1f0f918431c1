import { z } from 'zod'
import type { ProjectImage } from './projects.ts'

/** A sketch must be smaller than this many bytes. Source: the documents, "under 5MB" */
export const imageBytesLimit = 5 * 1024 * 1024
/** Maximum number of pixels of a decoded picture. Source: trust.md, sharp */
export const mostImagePixels = 40_000_000

/** Upload limits of a user: files in 24 hours, bytes in total, and parallel uploads. Source: trust.md U4 */
export const uploadQuota = { filesPerDay: 200, bytes: 500 * 1024 * 1024, atOnce: 4 }

/** The file as the bytes of a form, or in base64 for programs that use JSON. */
export const UploadRequest = z.object({
  fileName: z.string().max(1_000).default(''),
  content: z.union([z.instanceof(Uint8Array<ArrayBufferLike>), z.string()]),
})
export type UploadRequest = z.output<typeof UploadRequest>

/**
 * A stored sketch: `id` is its name in `mainImage` and `coldStorageImages`, `url` shows it for the next ten minutes.
 */
export type UploadAnswer = ProjectImage & { id: string }

/** Signed paths from earlier responses, which may have expired since. */
export const ImagesRequest = z.object({ paths: z.array(z.string().max(1_000)).max(100) })
