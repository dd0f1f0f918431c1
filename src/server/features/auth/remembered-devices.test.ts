import { expect, test } from 'vitest'
import { sessionLife } from '#shared/session-limits.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildUser, type UserValues } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'
import { type Door, openDoor, passwordHash, testPassword, wrapped } from '#tests/support/sign-in.ts'

const database = useDatabase()
const day = 24 * 60 * 60_000
const buildPerson = async (given: UserValues = {}) =>
  buildUser(database.db, { user_name: 'anna', password_hash: await passwordHash(), ...given })

/** Simulate a browser that stores the one cookie. */
function openBrowser(door: Door, origin = 'https://coldfleet.example', site = 'same-origin') {
  const jar = { cookie: '', written: [] as string[] }
  const res = {
    appendHeader(_name: string, value: string) {
      jar.written.push(value)
      jar.cookie = value.split(';')[0] ?? ''
    },
  }
  const caller = (cookie = jar.cookie) => {
    const sent = {
      host: 'coldfleet.example',
      'sec-fetch-site': site,
      'user-agent': 'Mozilla/5.0 Chrome/140',
      ...(origin ? { origin } : {}),
    }
    return door.as({ headers: cookie ? { ...sent, cookie: `other=1; ${cookie}` } : sent, res })
  }
  return {
    jar,
    signIn: async (remember = true) =>
      (await caller()).auth.login({ userName: 'anna', password: wrapped(testPassword), remember }),
    refresh: async (cookie?: string) => {
      const answer = await (await caller(cookie)).auth.refresh({})
      if (!answer) throw new Error('nobody was signed in')
      return answer
    },
    forget: async () => (await caller()).auth.refresh({ forget: true }),
  }
}
const infoOf = async (door: Door, token: string) => (await door.withToken(token)).auth.info()

test('Sign in by a remembered device for 14 days, with a new token each time', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const browser = openBrowser(door)
  await browser.signIn(false)
  expect(browser.jar.written).toEqual([])
  await browser.signIn()
  expect(browser.jar.written[0]).toMatch(
    /^__Host-rm=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict; Max-Age=1209600$/,
  )
  const first = browser.jar.cookie
  door.time.now += day
  const entered = await browser.refresh()
  expect(await infoOf(door, entered.token)).toMatchObject({ userName: 'anna' })
  expect(browser.jar.cookie).not.toBe(first)
  expect(browser.jar.written[1]).toContain(`Max-Age=${13 * 24 * 60 * 60}`)
  const kept = JSON.stringify([
    await database.db.selectFrom('refresh_token').selectAll().execute(),
    await database.db.selectFrom('remembered_device').selectAll().execute(),
    await database.db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
  ])
  for (const secret of [first, browser.jar.cookie]) expect(kept).not.toContain(secret.slice('__Host-rm='.length))
  door.time.now += 13 * day
  await expect(browser.refresh()).rejects.toEqual(refusal('REFRESH_INVALID'))
})

test('Let one of many requests with a token win; end the device and its sessions on later reuse', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const browser = openBrowser(door)
  const login = await browser.signIn()
  const elsewhere = await door.signIn('anna')
  const first = browser.jar.cookie
  const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => browser.refresh(first)))
  const entered = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(entered).toHaveLength(1)
  expect(await infoOf(door, entered[0]?.token ?? '')).toMatchObject({ userName: 'anna' })
  door.time.now += 60_001
  const next = await browser.refresh()
  door.time.now += 1
  await expect(browser.refresh(first)).rejects.toEqual(refusal('REFRESH_INVALID'))
  for (const { token } of [login, next]) await expect(infoOf(door, token)).rejects.toEqual(refusal('SESSION_ENDED'))
  expect(await infoOf(door, elsewhere.token)).toMatchObject({ userName: 'anna' })
  await expect(browser.refresh()).rejects.toEqual(refusal('REFRESH_INVALID'))
})

test('Accept the cookie only from a page of this host and in one call, and no other token for it', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const own = openBrowser(door)
  const { token } = await own.signIn()
  const { cookie } = own.jar
  const pages = [
    openBrowser(door, 'https://evil.example'),
    openBrowser(door, ''),
    openBrowser(door, 'null'),
    openBrowser(door, 'https://coldfleet.example', 'cross-site'),
  ]
  for (const page of pages) await expect(page.refresh(cookie)).rejects.toEqual(refusal('FORBIDDEN'))
  await expect((await door.as({ headers: { cookie } })).auth.info()).rejects.toEqual(refusal('TOKEN_UNKNOWN'))
  await expect((await door.as()).auth.refresh({})).rejects.toEqual(refusal('FORBIDDEN'))
  for (const wrong of [`__Host-rm=${token}`, `${cookie}; ${cookie}`, '__Host-rm=short'])
    await expect(own.refresh(wrong)).rejects.toEqual(refusal('REFRESH_INVALID'))
  await expect((await door.as()).auth.loginByTicket({ token: cookie.slice('__Host-rm='.length) })).rejects.toEqual(
    refusal('TICKET_INVALID'),
  )
  await own.forget()
  expect(own.jar.written.at(-1)).toContain('__Host-rm=; ')
  await expect(own.refresh(cookie)).rejects.toEqual(refusal('REFRESH_INVALID'))
})

test('List own sessions and devices and end them, but never those of another user', async () => {
  const anna = await buildPerson()
  await buildPerson({ user_name: 'bert' })
  const door = openDoor(database.db)
  const browser = openBrowser(door)
  const [remembered, here, bert] = [await browser.signIn(), await door.signIn('anna'), await door.signIn('bert')]
  const own = await door.withToken(here.token)
  const { sessions, devices } = await own.auth.sessions()
  expect(sessions).toMatchObject([
    { current: true, kind: 'browser', deviceId: null },
    { current: false, agent: 'Mozilla/5.0 Chrome/140', deviceId: devices[0]?.id },
  ])
  expect(devices).toHaveLength(1)
  const foreign = (await (await door.withToken(bert.token)).auth.sessions()).sessions[0]?.id ?? 0
  for (const id of [foreign, 2_000_000])
    await expect(own.auth.endOwn({ id, kind: 'session' })).rejects.toEqual(refusal('NOT_FOUND'))
  await own.auth.endOwn({ id: devices[0]?.id ?? 0, kind: 'device' })
  await expect(infoOf(door, remembered.token)).rejects.toEqual(refusal('SESSION_ENDED'))
  await expect(browser.refresh()).rejects.toEqual(refusal('REFRESH_INVALID'))

  // Whatever ends all sessions also ends devices: a new password by an administrator, and "end sessions".
  const boss = await door.withToken(here.token)
  const person = await buildPerson({ user_name: 'carla', nick_name: null })
  const ends = [
    () => boss.users.endSessions({ id: person.id }),
    () => boss.users.resetPassword({ id: person.id, password: wrapped('BrandNew#1') }),
  ]
  for (const end of ends) {
    const hers = { headers: { host: 'a', origin: 'https://a' }, res: { appendHeader: () => undefined } }
    await (await door.as(hers)).auth.login({ userName: 'carla', password: wrapped(testPassword), remember: true })
    await end()
  }
  const open = await database.db
    .selectFrom('remembered_device')
    .select('id')
    .where('user_id', '=', person.id)
    .where('ended_at', 'is', null)
    .execute()
  expect(open).toEqual([])
  expect(anna.id).toBe(here.id)
})

test('Keep five sessions and devices, end the oldest, and report idle and old ones as expired', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const browser = openBrowser(door)
  const logins = []
  for (let count = 0; count < 6; count++) logins.push(await browser.signIn())
  const [oldest, ...rest] = logins
  await expect(infoOf(door, oldest?.token ?? '')).rejects.toEqual(refusal('SESSION_ENDED'))
  for (const { token } of rest) expect((await infoOf(door, token)).userName).toBe('anna')
  const newest = rest.at(-1)?.token ?? ''
  const { sessions, devices } = await (await door.withToken(newest)).auth.sessions()
  expect([sessions.length, devices.length]).toEqual([5, 5])
  expect(new Set(logins.map(({ token }) => token)).size).toBe(6)

  // Background requests of a screen do not keep a session alive.
  for (let waited = 0; waited <= sessionLife.idleMilliseconds; waited += 5 * 60_000) {
    door.time.now += 5 * 60_000
    await door.context({ headers: { 'x-token': rest[0]?.token ?? '', 'x-background': '1' } })
    expect((await infoOf(door, newest)).userName).toBe('anna')
  }
  await expect(infoOf(door, rest[0]?.token ?? '')).rejects.toEqual(refusal('SESSION_EXPIRED'))
  while (door.time.now < Date.parse('2026-11-20T04:00:00Z') + sessionLife.absoluteMilliseconds - 10 * 60_000) {
    door.time.now += 10 * 60_000
    expect((await infoOf(door, newest)).userName).toBe('anna')
  }
  door.time.now += 10 * 60_000
  await expect(infoOf(door, newest)).rejects.toEqual(refusal('SESSION_EXPIRED'))
})
