import { z } from 'zod'
import { type CommentRow, commentTargets, commentTypes } from '#shared/comments.ts'
import { answerOf, deletedAnswer, id, listOf, text } from './answer-schemas.ts'
import { type Route, route } from './route.ts'

export const commentAnswer = answerOf<CommentRow>()(
  z.object({
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
  }),
)

/** Comments on devices and class sessions. */
export const commentRoutes: readonly Route[] = [
  route('POST', '/Comment/find/', 'comments.find', {
    call: 'C037',
    title: 'api.commentFind',
    answer: listOf(commentAnswer),
    example: { body: { page: 1, size: 10, classId: 1, type: '精准点评' } },
  }),
  route('POST', '/Comment/save', 'comments.save', {
    call: 'C038',
    title: 'api.commentSave',
    answer: commentAnswer,
    example: {
      body: {
        classId: 1,
        type: '精准点评',
        content: '接线示范清楚，建议放慢速度。',
        point: '00:12',
        score: 92,
        modelId: 1,
        tagType: '建议',
      },
    },
  }),
  route('PUT', '/Comment/update/:id', 'comments.update', {
    call: 'C039',
    title: 'api.commentUpdate',
    answer: commentAnswer,
    example: { params: { id: 1 }, body: { content: '内容贴近现场，已列为新人必修课。', rowVersion: 1 }, as: 'base' },
  }),
  route('DELETE', '/Comment/delete/:id', 'comments.delete', {
    call: 'C040',
    title: 'api.commentDelete',
    answer: deletedAnswer,
    example: { params: { id: 2 }, as: 'base' },
  }),
]
