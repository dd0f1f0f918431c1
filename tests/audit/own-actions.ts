import { exampleA } from '#tests/support/projects.ts'
import { wrapped } from '#tests/support/sign-in.ts'
import { type Action, type LogRow, type Office, refused, secrets } from './office.ts'

const user = (id: number): Pick<LogRow, 'target_kind' | 'target_id'> => ({ target_kind: 'user', target_id: String(id) })
const wrong = ({ door }: Office) => refused(door.signIn('anna', secrets.other), 'LOGIN_FAILED')
const failure = ({ annaId }: Office): LogRow => ({
  action: 'auth.login',
  actor: 'anonymous',
  ...user(annaId),
  result: 'failed',
  details: { reason: 'credentials' },
})

/** Actions of users on their own account and data. */
export const ownActions: readonly Action[] = [
  {
    name: 'a sign-in',
    act: ({ door }) => door.signIn('anna'),
    rows: ({ annaId }) => [{ action: 'auth.login', actor: 'anna', ...user(annaId) }],
  },
  { name: 'a failed sign-in', act: wrong, rows: (office) => [failure(office)] },
  {
    name: 'a failed sign-in of nobody',
    act: ({ door }) => refused(door.signIn(secrets.other), 'LOGIN_FAILED'),
    rows: (office) => [{ ...failure(office), target_id: null }],
  },
  {
    name: 'a lock-out',
    prepare: async (office) => {
      for (let count = 0; count < 4; count++) await wrong(office)
    },
    act: wrong,
    rows: (office) => [
      failure(office),
      { action: 'auth.lock', actor: 'anonymous', ...user(office.annaId), details: { after: 'auth.login' } },
    ],
  },
  {
    name: 'a password set by a code',
    counted: ['login_attempt', 'sms_code'],
    prepare: ({ nobody }) => nobody.auth.sendCode({ phone: secrets.phone }),
    act: ({ nobody, door }) =>
      nobody.auth.resetPassword({
        userName: secrets.phone,
        code: door.messages.at(-1)?.code ?? '',
        newPasswd: wrapped(secrets.chosen),
      }),
    rows: ({ annaId }) => [{ action: 'auth.resetPassword', actor: 'anonymous', ...user(annaId) }],
  },
  {
    name: 'a code sent',
    act: ({ nobody }) => nobody.auth.sendCode({ phone: secrets.phone }),
    rows: ({ annaId }) => [{ action: 'auth.sendCode', actor: 'anonymous', ...user(annaId) }],
  },
  {
    name: 'an own password changed',
    act: ({ anna, annaId }) => anna.auth.updatePassword({ id: annaId, password: wrapped(secrets.chosen) }),
    rows: ({ annaId }) => [{ action: 'auth.updatePassword', actor: 'anna', ...user(annaId), details: { ended: 0 } }],
  },
  {
    name: 'a registration',
    counted: ['login_attempt'],
    act: ({ nobody }) =>
      nobody.auth.register({ phone: secrets.newPhone, name: '李四', password: wrapped(secrets.chosen) }),
    rows: () => [{ action: 'auth.register', actor: 'anonymous', target_kind: 'user', details: null }],
  },
  {
    name: 'a ticket',
    act: ({ anna }) => anna.auth.mintTicket({}),
    rows: ({ annaId }) => [{ action: 'auth.mintTicket', actor: 'anna', ...user(annaId) }],
  },
  {
    name: 'a token for a program',
    act: ({ boss }) => boss.auth.createToken({ minutes: 30, scope: 'read' }),
    rows: ({ bossId }) => [{ action: 'auth.createToken', ...user(bossId), details: { scope: 'read' } }],
  },
  {
    name: 'a sign-out',
    act: ({ anna }) => anna.auth.logout({}),
    rows: ({ annaId }) => [{ action: 'auth.logout', actor: 'anna', ...user(annaId) }],
  },
  {
    name: 'an own session ended',
    prepare: ({ door }) => door.signIn('anna'),
    act: async ({ anna }) => {
      const other = (await anna.auth.sessions()).sessions.find(({ current }) => !current)
      await anna.auth.endOwn({ id: other?.id ?? 0, kind: 'session' })
    },
    rows: () => [{ action: 'auth.endOwn', actor: 'anna', target_kind: 'session' }],
  },
  {
    name: 'a company entered',
    act: ({ boss, base }) => boss.auth.changeCompany({ companyId: base.id }),
    rows: ({ bossId, headquarters, base }) => [
      { action: 'auth.changeCompany', ...user(bossId), details: { from: headquarters.id, to: base.id } },
    ],
  },
  {
    name: 'a report printed',
    // The sent project is saved before any check, so that a failed export loses nothing.
    counted: ['project'],
    prepare: ({ anna }) => anna.projects.save(exampleA),
    act: async ({ anna, db }) => {
      const { id } = await db.selectFrom('project').select('id').executeTakeFirstOrThrow()
      await anna.projects.exportPdf({ project: { id } })
    },
    rows: () => [
      {
        action: 'projects.exportPdf',
        actor: 'anna',
        target_kind: 'project',
        details: { version: 'V1.0', model: 'S-2000' },
      },
    ],
  },
  {
    name: 'a refusal',
    act: ({ anna, bossId }) => refused(anna.users.delete({ id: bossId }), 'FORBIDDEN'),
    rows: () => [{ action: 'users.delete', actor: 'anna', result: 'denied', details: null }],
  },
]
