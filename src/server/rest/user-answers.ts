import { z } from 'zod'
import type { IssuedToken, LoginAnswer, Profile, PublicKey, ServerRoute, SessionInfo } from '#shared/auth.ts'
import type { OwnSessions } from '#shared/own-account.ts'
import { baseKeys, headquartersKeys } from '#shared/roles.ts'
import type { PickedUser, UserRow } from '#shared/users.ts'
import { answerOf, id, optionalId, optionalText, text } from './answer-schemas.ts'

const permission = z.enum([...baseKeys, ...headquartersKeys])
const serverRoute = answerOf<ServerRoute>()(
  z.object({
    path: text,
    component: text,
    redirect: text.optional(),
    name: text,
    title: text,
    icon: text,
    section: text,
    hidden: z.boolean(),
  }),
)
const session = {
  id,
  userName: text,
  userToken: text,
  companyId: id,
  companyName: text,
  companyKind: z.enum(['headquarters', 'base']),
  nickName: optionalText,
  name: text,
  avatar: optionalText,
  permissions: z.array(permission),
  routes: z.array(serverRoute),
  timeZone: text,
  mustChangePassword: z.boolean(),
}
export const sessionAnswer = answerOf<SessionInfo>()(z.object(session))
export const loginAnswer = answerOf<LoginAnswer>()(
  z.object({ ...session, token: text, lastPasswordResetDate: optionalText }),
)
export const endedAnswer = answerOf<{ ended: boolean }>()(z.object({ ended: z.boolean() }))
export const pemAnswer = answerOf<PublicKey['pem']>()(text)
const person = { id, userName: text, phone: optionalText, name: text, nickName: optionalText, companyId: id }
export const profileAnswer = answerOf<Profile>()(
  z.object({
    ...person,
    companyName: text,
    avatar: optionalText,
    avatarId: id.nullable(),
    createTimeStr: text,
  }),
)
export const userAnswer = answerOf<UserRow>()(
  z.object({
    ...person,
    company: text,
    clientId: optionalId,
    client: optionalText,
    accountId: optionalId,
    account: optionalText,
    groupId: optionalId,
    group: optionalText,
    sex: optionalText,
    nation: optionalText,
    idNo: optionalText,
    workUnitAndJob: optionalText,
    workUnit: optionalText,
    job: optionalText,
    birthday: optionalText,
    identifier: optionalText,
    remarks: optionalText,
    disabled: z.boolean(),
    sessions: z.int().min(0),
    firstPassword: z.boolean(),
    pending: z.boolean(),
    createTimeStr: text,
    updateTimeStr: text,
    rowVersion: id,
  }),
)
export const pickedUsersAnswer = answerOf<PickedUser[]>()(z.array(z.object({ id, name: text })))
const place = { id, current: z.boolean(), createdAt: text, expiresAt: text, address: optionalText, agent: optionalText }
export const ownSessionsAnswer = answerOf<OwnSessions>()(
  z.object({
    sessions: z.array(
      z.object({ ...place, kind: z.enum(['browser', 'script']), lastSeenAt: text, deviceId: id.nullable() }),
    ),
    devices: z.array(z.object({ ...place, lastUsedAt: text })),
  }),
)
export const issuedAnswer = answerOf<IssuedToken>()(z.object({ token: text, userName: text, expiresAt: text }))
export const registered = z.object({ registered: z.literal(true) })
