import { z } from 'zod'
import { Id, unlimited } from './request-fields.ts'
import { UploadRequest } from './uploads.ts'

/**
 * The owners of a picture: a site or headquarters, a client, a person (avatar), a trace, a repair record. Sketches
 * belong to projects and have their own call.
 */
export const pictureOwners = ['company', 'client', 'user', 'trace', 'repair'] as const
export type PictureOwner = (typeof pictureOwners)[number]
/** Photos of one repair record. */
export const mostRepairPhotos = 9

/**
 * A picture and its owner. Without an `ownerId` it is kept for a day until a form refers to its id; an avatar without
 * one is the caller's own.
 */
export const PictureUpload = UploadRequest.extend({
  ownerKind: unlimited(z.enum(pictureOwners)),
  ownerId: unlimited(Id),
})
export type PictureUpload = z.output<typeof PictureUpload>

const publicId = z.string().regex(/^[0-9a-f]{32}$/)
/** A picture by the number in a row, or by public id; `expires` and `signature` as in a signed address. */
export const PictureRequest = z.object({
  id: z.union([Id, publicId]),
  expires: unlimited(z.string().max(12)),
  signature: unlimited(z.string().max(64)),
})
export type PictureRequest = z.output<typeof PictureRequest>

/** A stored picture: forms refer to it by `id`, `url` shows it for the next ten minutes. Width and height in pixels. */
export type Picture = { id: number; url: string; fileName: string; width: number; height: number }
