import { z } from 'zod'
import type { Picture } from '#shared/attachments.ts'
import { answerOf, deletedAnswer } from './answer-schemas.ts'
import { type Route, route } from './route.ts'

/** The answer for a stored picture. */
export const pictureAnswer = answerOf<Picture>()(
  z.object({ id: z.int().min(1), url: z.string(), fileName: z.string(), width: z.int(), height: z.int() }),
)

/** Pictures of sites, clients and people, and attachments of traces. */
export const attachmentRoutes: readonly Route[] = [
  route('POST', '/attachments/actions/upload', 'attachments.upload', {
    call: 'C083',
    title: 'api.pictureUpload',
    body: 'file',
    answer: pictureAnswer,
    example: { file: 'sketch.png', body: { ownerKind: 'company', ownerId: 4 } },
  }),
  route('GET', '/attachments/actions/download', 'attachments.download', {
    call: 'C078',
    title: 'api.pictureDownload',
    reply: 'file',
    example: { query: { id: 1 }, needs: 'api.needs.picture', answer: { name: 'sketch.png', type: 'image/png' } },
  }),
  route('POST', '/attachments/:id', 'attachments.delete', {
    call: 'C079',
    also: 'C044',
    title: 'api.pictureDelete',
    answer: deletedAnswer,
    example: { params: { id: 1 }, needs: 'api.needs.picture' },
  }),
]
