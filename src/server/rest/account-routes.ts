import { z } from 'zod'
import type { IssuedToken } from '#shared/auth.ts'
import type { OwnSessions } from '#shared/own-account.ts'
import { loginAnswer } from './answers.ts'
import { route } from './route.ts'

const text = z.string()
const optionalText = text.nullable()
const id = z.int().min(1)
const place = { id, current: z.boolean(), createdAt: text, expiresAt: text, address: optionalText, agent: optionalText }
const ownSessionsAnswer: z.ZodType<OwnSessions> = z.object({
  sessions: z.array(z.object({ ...place, kind: z.enum(['browser', 'script']), lastSeenAt: text, deviceId: id.nullable() })),
  devices: z.array(z.object({ ...place, lastUsedAt: text })),
})
const issuedAnswer: z.ZodType<IssuedToken> = z.object({ token: text, userName: text, expiresAt: text })
const registered = z.object({ registered: z.literal(true) })

/** What people do for their own account, one row each. */
export const accountRoutes = [
  // Users and sessions
  route('POST', '/users/sendMsg/:phone', 'auth.sendCode', {
    call: 'C008',
    title: 'api.sendMsg',
    answer: z.object({ sent: z.literal(true), minutes: z.int() }),
  }),
  route('POST', '/users/updatePassword/:id', 'auth.updatePassword', {
    call: 'C015',
    title: 'api.updatePassword',
    answer: z.object({ id, ended: z.int().min(0) }),
  }),
  route('POST', '/users/resetPassword/:id', 'auth.resetPassword', {
    call: 'C016',
    title: 'api.resetPassword',
    input: { newPasswd: ['body.newPasswd', 'body.password'], newPasswdAgain: ['body.newPasswdAgain', 'body.passwordAgain'] },
    answer: z.object({ reset: z.literal(true) }),
  }),
  route('POST', '/users/actions/register', 'auth.register', { call: 'C019', title: 'api.register', answer: registered }),
  route('POST', '/users/register', 'auth.register', { call: 'C019', title: 'api.register', answer: registered }),
  route('POST', '/users/actions/refresh', 'auth.refresh', { title: 'api.refresh', answer: loginAnswer.nullable() }),
  route('GET', '/users/sessions', 'auth.sessions', { title: 'api.ownSessions', answer: ownSessionsAnswer }),
  route('POST', '/users/sessions/end', 'auth.endOwn', { title: 'api.endOwn', answer: z.object({ id }) }),
  route('POST', '/users/tickets', 'auth.mintTicket', { title: 'api.mintTicket', answer: issuedAnswer }),
  route('POST', '/users/tokens', 'auth.createToken', { title: 'api.createToken', answer: issuedAnswer }),
]
