import { z } from 'zod'
import { type CommentRow, commentTargets, commentTypes } from '#shared/comments.ts'
import type { DeviceTrace } from '#shared/device-detail.ts'

const text = z.string()
const id = z.int().min(1)

export const commentAnswer: z.ZodType<CommentRow> = z.object({
  id,
  classId: id,
  targetKind: z.enum(commentTargets),
  userId: id,
  userName: text,
  identifier: text.nullable(),
  avatarId: id.nullable(),
  avatar: text.nullable(),
  type: z.enum(commentTypes),
  content: text,
  point: text.nullable(),
  score: z.number().nullable(),
  modelId: id.nullable(),
  model: text.nullable(),
  materialTypeId: id.nullable(),
  materialType: text.nullable(),
  tagType: text.nullable(),
  createTimeStr: text,
  edited: z.boolean(),
  rowVersion: id,
})
export const traceAnswer: z.ZodType<DeviceTrace> = z.object({
  id: id.nullable(),
  deviceId: id.nullable(),
  testeeId: id.nullable(),
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  person: text.nullable(),
  timeStr: text.nullable(),
})
