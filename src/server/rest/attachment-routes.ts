import { z } from 'zod'
import type { Picture } from '#shared/attachments.ts'
import { deletedAnswer } from './goods-answers.ts'
import { route } from './route.ts'

/** What a stored picture answers; see answers.ts. */
const pictureAnswer: z.ZodType<Picture> = z.object({ id: z.int().min(1), url: z.string(), fileName: z.string(), width: z.int(), height: z.int() })

/** Pictures of sites, clients and people, and what lies with traces. */
export const attachmentRoutes = [
  route('POST', '/attachments/actions/upload', 'attachments.upload', { call: 'C083', title: 'api.pictureUpload', body: 'file', answer: pictureAnswer }),
  route('GET', '/attachments/actions/download', 'attachments.download', { call: 'C078', title: 'api.pictureDownload', reply: 'file' }),
  route('POST', '/attachments/:id', 'attachments.delete', { call: 'C079', also: 'C044', title: 'api.pictureDelete', answer: deletedAnswer }),
]
