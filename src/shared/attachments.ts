import { z } from 'zod'
import { Id, unlimited } from './request-fields.ts'
import { UploadRequest } from './uploads.ts'

/** What a picture may belong to: a site or headquarters, a client, a person (avatar), a trace, a repair record. Sketches belong to projects and have a call of their own. */
export const pictureOwners = ['company', 'client', 'user', 'trace', 'repair'] as const
export type PictureOwner = (typeof pictureOwners)[number]
/** Photos of one repair record. */
export const mostRepairPhotos = 9

/**
 * A picture, and to what it shall belong at once. Without an `ownerId` it waits for the form that names it by its id, for a day;
 * an avatar without one is the caller's own.
 */
export const PictureUpload = UploadRequest.extend({
  ownerKind: unlimited(z.enum(pictureOwners)),
  ownerId: unlimited(Id),
})
export type PictureUpload = z.output<typeof PictureUpload>

const publicId = z.string().regex(/^[0-9a-f]{32}$/)
/** By number as rows name it, or by public id; `expires` and `signature` as in a signed address. */
export const PictureRequest = z.object({
  id: z.union([Id, publicId]),
  expires: unlimited(z.string().max(12)),
  signature: unlimited(z.string().max(64)),
})
export type PictureRequest = z.output<typeof PictureRequest>

/** A stored picture: forms name it by `id`, `url` shows it for the next ten minutes. Width and height in pixels. */
export type Picture = { id: number; url: string; fileName: string; width: number; height: number }
