import { z } from 'zod'
import type { SiteDeletion } from '#shared/places.ts'
import { deletedAnswer } from './goods-answers.ts'
import { accountDetailAnswer } from './place-answers.ts'
import { route } from './route.ts'

const siteDeletionAnswer: z.ZodType<SiteDeletion> = z.object({
  id: z.int().min(1),
  users: z.int().min(0),
  devices: z.int().min(0),
  restorableUntil: z.string(),
})

/** What is done with sites, clients and sub-accounts beside saving them. */
export const siteRoutes = [
  route('POST', '/company/delete/:id', 'sites.delete', { call: 'C114', title: 'api.siteDelete', answer: siteDeletionAnswer }),
  route('POST', '/client/delete/:id', 'clients.delete', { title: 'api.clientDelete', answer: deletedAnswer }),
  route('POST', '/account/save', 'accounts.save', { title: 'api.accountSave', answer: accountDetailAnswer }),
  route('POST', '/account/update/:id', 'accounts.update', { title: 'api.accountUpdate', answer: accountDetailAnswer }),
  route('POST', '/account/delete/:id', 'accounts.delete', { title: 'api.accountDelete', answer: deletedAnswer }),
]
