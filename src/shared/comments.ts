import { z } from 'zod'
import { Paging } from './paging.ts'
import { clearable, closedRequest, Id, unlimited } from './request-fields.ts'

/** 评价 = plain comment, 精准点评 = precise comment, as documented on the wire. */
export const commentTypes = ['评价', '精准点评'] as const
export type CommentType = (typeof commentTypes)[number]

/** Comments on a page (R250). */
export const commentPageSize = 10
export const longestComment = 2_000
export const highestScore = 100
/** mm:ss or hh:mm:ss (R155). */
export const pointPattern = /^(\d{1,2}:)?[0-5]\d:[0-5]\d$/

const content = z.string().trim().min(1).max(longestComment)
const details = {
  point: clearable(z.string().trim().regex(pointPattern, 'point')),
  score: clearable(z.coerce.number().min(0).max(highestScore)),
  /** Scale. */
  modelId: clearable(Id),
  materialTypeId: clearable(Id),
  /** Name of a tag, or its id in the list of tags. */
  tagType: clearable(
    z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().trim().max(64)),
  ),
}

/** Kinds of things that have comments; `classId` is the id of either (R153). Without a kind it is a class session. */
export const commentTargets = ['device', 'class'] as const
export type CommentTarget = (typeof commentTargets)[number]
const target = { classId: unlimited(Id), targetKind: unlimited(z.enum(commentTargets)), deviceId: unlimited(Id) }
type Named = { classId?: number | undefined; targetKind?: CommentTarget | undefined; deviceId?: number | undefined }

/** The subject of a comment. */
export type Commented = { kind: CommentTarget; id: number }
/**
 * Return the subject of a request: `deviceId` means a device, `classId` a class session unless its kind says otherwise.
 * Null = none.
 */
export function commentedOf({ classId, targetKind, deviceId }: Named): Commented | null {
  if (deviceId !== undefined) return { kind: 'device', id: deviceId }
  return classId === undefined ? null : { kind: targetKind ?? 'class', id: classId }
}

/** Without a subject = all comments that the caller may read; with a kind only = those on all subjects of this kind. */
export const CommentListRequest = closedRequest({
  ...target,
  type: unlimited(z.enum(commentTypes)),
  page: Paging.shape.page,
  size: unlimited(Paging.shape.size).transform((size) => size ?? commentPageSize),
  total: z.unknown().optional(),
  name: z.unknown().optional(),
  companyId: z.unknown().optional(),
})
export type CommentListRequest = z.output<typeof CommentListRequest>

export const CommentSave = z
  .object({
    ...target,
    type: unlimited(z.enum(commentTypes)).transform((type) => type ?? '评价'),
    content,
    ...details,
  })
  .superRefine((comment, check) => {
    if (!commentedOf(comment)) check.addIssue({ code: 'custom', path: ['classId'], message: 'missing' })
  })
export type CommentSave = z.output<typeof CommentSave>
/** The subject and the kind of a comment never change; missing fields keep their stored values. */
export const CommentUpdate = z.object({ id: Id, content: content.optional(), ...details, rowVersion: unlimited(Id) })
export type CommentUpdate = z.output<typeof CommentUpdate>

export type CommentRow = {
  id: number
  classId: number
  targetKind: CommentTarget
  userId: number
  userName: string
  /** Department of the author. */
  identifier: string | null
  avatarId: number | null
  /** Shows the picture for ten minutes. */
  avatar: string | null
  type: CommentType
  content: string
  point: string | null
  score: number | null
  modelId: number | null
  model: string | null
  materialTypeId: number | null
  materialType: string | null
  tagType: string | null
  createTimeStr: string
  /** Changed after it was written. */
  edited: boolean
  rowVersion: number
}
