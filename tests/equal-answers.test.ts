import { constants, createHash, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSession } from '#server/features/auth/sessions.ts'
import { createPasswords } from '#server/services/sign-in/passwords.ts'
import { buildCaller } from './support/context.ts'
import { buildUser } from './support/factories.ts'
import { keys, passwordHash, testPassword, wrapped } from './support/sign-in.ts'
import { useStrangers } from './support/strangers.ts'

const { wrong, alike, ask, people, unknownPhone, made, database } = useStrangers()

const password = wrapped(testPassword)
const attempts: [string, unknown][] = [
  ['a wrong password', { userName: 'anna', password: wrapped(wrong) }],
  ['an unknown name', { userName: 'nobody', password }],
  ['a disabled account', { userName: 'gone', password }],
  ['a locked account', { userName: 'locked', password }],
  ['a deleted account', { userName: 'left', password }],
  ['a look-alike name', { userName: 'аnna', password }],
  ['a name of ten thousand characters', { userName: 'a'.repeat(10_000), password }],
  ['a list for a name', { userName: ['anna'], password }],
  ['an object for a name', { userName: { $ne: null }, password }],
  ['no name', { password }],
  ['a password in the clear', { userName: 'anna', password: testPassword }],
  ['no password', { userName: 'anna' }],
  ['an empty password', { userName: 'anna', password: '' }],
  ['an object for a password', { userName: 'anna', password: { $ne: null } }],
  ['a list for a password', { userName: 'anna', password: [password] }],
  ['null for a password', { userName: 'anna', password: null }],
]

test('refuse a sign-in for any reason with the same message and headers after one hash comparison', async () => {
  const bodies = attempts.map(([, body]) => body)
  await alike('/users/actions/login', bodies, { hashes: 0, verifications: 1 }, '用户名或密码错误，请检查后重试')
  const documented = attempts
    .slice(0, 5)
    .map(([, body]) => ({ ...(body as object), username: (body as { userName?: unknown }).userName }))
  await alike('/users/login', documented, { hashes: 0, verifications: 1 }, '用户名或密码错误，请检查后重试')
  expect((await ask('/users/actions/login', { userName: 'anna', password })).text).toContain('"code":200')
}, 30_000)

test('reveal no known phone by a code, a password reset or a registration, nor by the work they take', async () => {
  const phones = [people.anna, people.gone, people.locked, people.left, unknownPhone]
  const sent = await Promise.all(
    phones.map((phone) =>
      fetch(`${made.server.url}/api/users/sendMsg/${phone}`, { method: 'POST' }).then((answer) => answer.text()),
    ),
  )
  expect(new Set(sent).size).toBe(1)
  await alike(
    '/users/resetPassword/0',
    phones.map((userName) => ({ userName, code: '000000', newPasswd: wrapped('Frost#Pine88') })),
    { hashes: 1, verifications: 1 },
    '验证码错误或已过期',
  )
  await alike(
    '/users/register',
    [unknownPhone, people.anna, people.gone, people.locked].map((phone) => ({
      phone,
      name: '李四',
      password: wrapped('Frost#Pine88'),
    })),
    { hashes: 1, verifications: 0 },
    '"code":200',
  )
}, 30_000)

test('answer an unreadable new password as one that breaks the rule, and an old one as a wrong one', async () => {
  const base = await database.db.selectFrom('company').select('id').executeTakeFirstOrThrow()
  const chief = await buildUser(database.db, {
    user_name: 'chief',
    company_id: base.id,
    nick_name: '基地负责人',
    password_hash: await passwordHash(),
  })
  const session = {
    userId: chief.id,
    companyId: base.id,
    kind: 'script' as const,
    now: new Date(),
    passwordAt: null,
    address: '',
    agent: '',
  }
  const { token } = await createSession(database.db, session)
  await database.db
    .updateTable('app_user')
    .set({ last_password_reset_date: new Date() })
    .where('id', '=', chief.id)
    .execute()
  const altered = Buffer.from(password, 'base64')
  altered[7] = (altered[7] ?? 0) ^ 1
  const unread = [
    testPassword,
    7,
    [password],
    { $ne: null },
    'a'.repeat(5_000),
    altered.toString('base64'),
    `${password}AAAA`,
  ]
  const broken = [wrapped('simple'), wrapped('x'), undefined, null, '', ...unread]
  const nothing = { hashes: 0, verifications: 0 }
  const withEach = (values: readonly unknown[], field: string, given: object) =>
    values.map((value) => ({ ...given, [field]: value }))
  await alike(
    '/users/register',
    withEach(broken, 'password', { phone: '13900000010', name: '李四' }),
    nothing,
    '密码须包含',
  )
  await alike(
    '/users/resetPassword/0',
    withEach(broken, 'newPasswd', { userName: unknownPhone, code: '000000' }),
    nothing,
    '密码须包含',
  )
  await alike(`/users/updatePassword/${chief.id}`, withEach(broken, 'password', {}), nothing, '密码须包含', token)
  await alike(
    '/users/save',
    withEach(broken, 'password', { phone: '13900000011', name: '李四' }),
    nothing,
    '密码须包含',
    token,
  )
  const olds = withEach([wrapped(wrong), ...unread], 'oldPassword', { password: wrapped('Frost#Pine88') })
  await alike(`/users/updatePassword/${chief.id}`, olds, { hashes: 0, verifications: 1 }, '旧密码', token)
  const grants = withEach([wrapped(wrong), ...unread], 'ownPassword', {
    phone: '13900000011',
    name: '李四',
    nickName: '检验员',
    password: wrapped('Frost#Pine88'),
  })
  await alike('/users/save', grants, { hashes: 1, verifications: 1 }, '密码错误', token)
}, 30_000)

describe('a thousand values that are not encrypted passwords', () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
  const encrypt = (key: Parameters<typeof publicEncrypt>[0] & object, text: Buffer) =>
    publicEncrypt(
      { ...(key as object), padding: constants.RSA_PKCS1_PADDING } as Parameters<typeof publicEncrypt>[0],
      text,
    )
  const own = { key: keys.publicKey().pem }
  const right = Buffer.from(password, 'base64')
  const bytesOf = (index: number, length: number) =>
    Buffer.concat(
      Array.from({ length: 20 }, (_, part) => createHash('sha256').update(`${index} ${part}`).digest()),
    ).subarray(0, length)
  const flipped = (index: number) => {
    const copy = Buffer.from(right)
    copy[index % copy.length] = (copy[index % copy.length] ?? 0) ^ (1 << (index % 8))
    return copy
  }
  const kinds: readonly ((index: number) => string)[] = [
    (index) => bytesOf(index, index * 6).toString('base64'),
    (index) => bytesOf(index, 128).toString('base64'),
    (index) => Buffer.alloc((1 + (index % 4)) * 128).toString('base64'),
    (index) => Buffer.alloc((1 + (index % 4)) * 128, 0xff).toString('base64'),
    (index) => encrypt({ key: other }, Buffer.from(`${testPassword}${index}`)).toString('base64'),
    (index) => randomBytes((300 + index) * 128).toString('base64'),
    (index) => flipped(index).toString('base64'),
    (index) => encrypt(own, Buffer.from([0xc3, 0x28, index])).toString('base64'),
    (index) => Buffer.concat([right, bytesOf(index, 128)]).toString('base64'),
    (index) => `${password.slice(0, index)}-${password.slice(index)}`,
  ]
  const malformed = Array.from(
    { length: 1_000 },
    (_, index) => kinds[index % kinds.length]?.(Math.floor(index / kinds.length)) ?? '',
  )

  test('are all invalid, and none blocks the process for 50 ms', () => {
    let longest = 0
    for (const text of malformed) {
      const before = process.cpuUsage()
      expect(keys.decrypt(text)).toBeNull()
      const { user, system } = process.cpuUsage(before)
      longest = Math.max(longest, user + system)
    }
    expect(longest).toBeLessThan(50_000)
  })

  test('are answered as a wrong password is, after the same comparison', async () => {
    let compared = 0
    const compare = async () => {
      compared += 1
      return false
    }
    const instant = createPasswords({ pepper: keys.pepper, engine: { hash: async () => '-', verify: compare } })
    const limits = {
      guard: async <T>(_: unknown, attempt: (turn: { locked: boolean }) => Promise<{ answer: T }>) =>
        (await attempt({ locked: false })).answer,
    }
    const services = {
      keys,
      passwords: instant,
      limits: { ...limits, admit: async () => undefined, forgive: async () => undefined },
    }
    const { auth } = buildCaller(database.db, { services })
    const answerTo = (text: string) =>
      auth.login({ userName: 'anna', password: text }).then(
        () => 'in',
        ({ code, message, cause }) => JSON.stringify([code, message, cause]),
      )
    const wrongOne = await answerTo(wrapped(wrong))
    compared = 0
    expect(new Set(await Promise.all(malformed.map(answerTo)))).toEqual(new Set([wrongOne]))
    expect(compared).toBe(malformed.length)
  })
})
