import { pino } from 'pino'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { buildCompany, buildUser } from '#tests/support/factories.ts'
import { openDoor, passwordHash, testPassword, wrapped } from '#tests/support/sign-in.ts'
import type { Figure } from './bench.ts'
import { median } from './load.ts'

const rounds = 100
const phones = { anna: '13800000001', gone: '13800000002', locked: '13800000003' }
const unknown = '13900000009'
const wrong = 'Wrong#Pass99'
const chosen = wrapped('Frost#Pine88')
type Kinds = Record<string, (caller: Awaited<ReturnType<ReturnType<typeof openDoor>['as']>>) => Promise<unknown>>

const doors: Record<string, Kinds> = {
  'sign-in': {
    wrong: ({ auth }) => auth.login({ userName: 'anna', password: wrapped(wrong) }),
    unknown: ({ auth }) => auth.login({ userName: 'nobody', password: wrapped(testPassword) }),
    locked: ({ auth }) => auth.login({ userName: 'locked', password: wrapped(testPassword) }),
    disabled: ({ auth }) => auth.login({ userName: 'gone', password: wrapped(testPassword) }),
    unreadable: ({ auth }) => auth.login({ userName: 'anna', password: wrapped(wrong).slice(4) }),
  },
  'text message': {
    known: ({ auth }) => auth.sendCode({ phone: phones.anna }),
    disabled: ({ auth }) => auth.sendCode({ phone: phones.gone }),
    unknown: ({ auth }) => auth.sendCode({ phone: unknown }),
  },
  'reset by a code': {
    known: ({ auth }) => auth.resetPassword({ userName: phones.anna, code: '000000', newPasswd: chosen }),
    disabled: ({ auth }) => auth.resetPassword({ userName: phones.gone, code: '000000', newPasswd: chosen }),
    unknown: ({ auth }) => auth.resetPassword({ userName: unknown, code: '000000', newPasswd: chosen }),
  },
  registration: {
    known: ({ auth }) => auth.register({ phone: phones.anna, name: '李四', password: chosen }),
    disabled: ({ auth }) => auth.register({ phone: phones.gone, name: '李四', password: chosen }),
  },
}

/** Measure how much longer the slowest refusal takes than the fastest, at each public call. Source: trust.md B2 */
export async function measureSignIn(): Promise<Figure[]> {
  const database = await openDatabase(
    { databaseUrl: null, databaseReadUrl: null, dataDir: '' },
    pino({ level: 'silent' }),
    { inMemory: true },
  )
  try {
    await migrate(database.db)
    const base = await buildCompany(database.db)
    for (const [user_name, phone] of Object.entries(phones)) {
      await buildUser(database.db, {
        user_name,
        phone,
        company_id: base.id,
        password_hash: await passwordHash(),
        disabled: user_name === 'gone',
      })
    }
    const door = openDoor(database.db)
    const failure = { user_name: 'locked', network: '198.51.100.0/24', address: '198.51.100.1', succeeded: false }
    const failures = Array.from({ length: 100 }, (_, index) => ({
      ...failure,
      at: new Date(door.time.now - index * 60_000),
    }))
    await database.db.insertInto('login_attempt').values(failures).execute()
    const figures: Figure[] = []
    let asked = 0
    for (const [name, kinds] of Object.entries(doors)) {
      const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]))
      for (let round = 0; round < rounds; round += 1) {
        // Kind after kind, so that other work affects all alike; each from a new network, so that no limit applies.
        for (const [kind, attempt] of Object.entries(kinds)) {
          asked += 1
          const caller = await door.as({ ip: `10.${Math.floor(asked / 250)}.${asked % 250}.1` })
          const started = performance.now()
          await attempt(caller).catch(() => undefined)
          times.get(kind)?.push(performance.now() - started)
        }
        await database.db.deleteFrom('login_attempt').where('user_name', '<>', 'locked').execute()
        await database.db.deleteFrom('sms_code').execute()
      }
      const medians = [...times].map(([kind, taken]) => ({ kind, time: median(taken) }))
      const shown = medians.map(({ kind, time }) => `${kind} ${time.toFixed(1)}`).join(', ')
      const [slowest, quickest] = [
        Math.max(...medians.map(({ time }) => time)),
        Math.min(...medians.map(({ time }) => time)),
      ]
      figures.push({
        measure: `${name}: slowest refusal by the quickest`,
        conditions: `medians of ${rounds}, embedded: ${shown} ms`,
        figure: slowest / quickest,
        unit: '×',
        limit: 1.1,
        better: 'lower',
      })
    }
    return figures
  } finally {
    await database.close()
  }
}
