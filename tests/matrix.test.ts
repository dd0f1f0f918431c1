import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProcedurePath, permissions, ruleOf } from '#server/permissions.ts'
import { routes } from '#server/rest/routes.ts'
import { appRouter } from '#server/router.ts'
import { type Role, roleLabels, roles } from '#shared/roles.ts'
import { besideTheTable, type Column, columns, matrix } from './matrix.ts'
import { useDatabase } from './support/database.ts'
import { buildAccount, buildCompany, buildUser } from './support/factories.ts'
import { rawSender } from './support/send-raw.ts'
import { startWholeServer, type WholeServer } from './support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
const paths = Object.keys(permissions) as ProcedurePath[]
/** Calls in the management's row that only the terminal may use; the procedures themselves enforce that. */
const terminalOnly = new Set<ProcedurePath>(['system.backup', 'system.rotateKeys'])
const people = new Map<Role, number>()
const tokens = new Map<Role, string>()
/** The company of each user: nobody may enter another one. */
const homes = new Map<Role, number>()
let sessions = 0
let server: WholeServer
let sender: ReturnType<typeof rawSender>

/** A call may end its own session; then the next call gets a new session. */
async function openSession(role: Role): Promise<void> {
  sessions += 1
  const token = `token-${sessions}`
  const token_hash = createHash('sha256').update(token).digest()
  const expires_at = new Date(Date.now() + 1e12)
  const user_id = people.get(role) ?? 0
  const { company_id } = await database.db
    .selectFrom('app_user')
    .select('company_id')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('session')
    .values({ token_hash, user_id, company_id, kind: 'script', expires_at })
    .execute()
  tokens.set(role, token)
}

beforeAll(async () => {
  const base = await buildCompany(database.db)
  const account = await buildAccount(database.db, { company_id: base.id })
  for (const role of roles) {
    const user = await buildUser(database.db, {
      nick_name: role === 'none' ? null : roleLabels[role],
      ...(role === 'manager' ? {} : { company_id: base.id }),
      client_id: role === 'client' ? account.client_id : null,
      account_id: role === 'account' ? account.id : null,
      last_password_reset_date: new Date(),
    })
    people.set(role, user.id)
    homes.set(role, user.company_id)
    await openSession(role)
  }
  server = await startWholeServer(database)
  sender = rawSender(server.url)
})
afterAll(() => {
  sender.close()
  return server.stop()
})

const idOf = (column: Column) => (column === 'anonymous' ? 0 : (people.get(column) ?? 0))
const homeOf = (column: Column) => (column === 'anonymous' ? 0 : (homes.get(column) ?? 0))
const headersOf = (column: Column): Record<string, string> =>
  column === 'anonymous' ? {} : { 'x-token': tokens.get(column) ?? '' }
type Asked = { text: string; json: boolean }
/** If the call returns a file, request the fastest format: the guard needs none. */
const bodyOf = (path: string) => (/export/i.test(path) ? '{"format":"csv"}' : '{}')
/** Call as `column`, and repeat the call if the previous one has ended the session. */
async function ask(path: string, method: string, column: Column, more: Record<string, string> = {}): Promise<Asked> {
  const once = async (): Promise<Asked> => {
    const headers = { ...headersOf(column), ...more }
    const body = method === 'GET' ? null : bodyOf(path)
    const answer = await sender.send({ method, path, headers, body, whole: true })
    return { text: answer.body, json: answer.type.includes('json') }
  }
  const first = await once()
  if (column === 'anonymous' || !/"code":50012|"appCode":"SESSION_ENDED/.test(first.text)) return first
  await openSession(column)
  return once()
}

/** The result of a guard; anything after it (bad input, missing data, a file, a response) is `passed`. */
type Said = 'passed' | 'signed out' | 'refused'

async function saidByRest(row: (typeof routes)[number], column: Column): Promise<Said> {
  // A user's own id and company are used; any other id does not exist: the guard comes before the lookup.
  const homely =
    row.procedure === 'auth.changeCompany' ? row.path.replace(':companyId', String(homeOf(column))) : row.path
  const own = row.procedure === 'auth.updatePassword' ? homely.replace(':id', String(idOf(column))) : homely
  const { text, json } = await ask(
    `/api${own.replace(':userId', String(idOf(column))).replace(/:\w+/g, '999999')}`,
    row.method,
    column,
  )
  const code = json ? (JSON.parse(text) as { code?: number }).code : undefined
  return code === 50008 ? 'signed out' : code === 403 ? 'refused' : 'passed'
}

async function saidByTrpc(path: ProcedurePath, column: Column): Promise<Said> {
  const { type } = (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[path]?._def ?? {
    type: 'query',
  }
  const { text } = await ask(`/trpc/${path}`, type === 'mutation' ? 'POST' : 'GET', column, {
    accept: 'application/json',
  })
  const appCode = /"appCode":"(\w+)"/.exec(text)?.[1]
  return appCode === 'TOKEN_UNKNOWN' ? 'signed out' : appCode === 'FORBIDDEN' ? 'refused' : 'passed'
}

/** An open call has no guard: any result is accepted. */
const expectedOf = (path: ProcedurePath, column: Column): Said | 'anything' => {
  const rule = ruleOf(path)
  if (rule.anonymous === 'open') return 'anything'
  if (terminalOnly.has(path) && column === 'manager') return 'anything'
  if (column === 'anonymous') return 'signed out'
  return rule.reach[column] ? 'passed' : 'refused'
}

test('allow exactly what the matrix allows: every documented call, every role, and its reach', () => {
  const differences: string[] = []
  for (const [call, row] of matrix) {
    const path = paths.find((name) => ruleOf(name).calls.includes(call))
    if (!path) {
      if (!besideTheTable.includes(call)) differences.push(`${call}: no procedure`)
      continue
    }
    const { anonymous, reach } = ruleOf(path)
    for (const column of columns) {
      const given = column === 'anonymous' ? (anonymous ?? null) : (reach[column] ?? null)
      const wanted = row[column]
      // "x" is open to this role without rows of its own: any name of that reach in the permissions is accepted.
      if (given === null ? wanted !== null : wanted !== 'open' && wanted !== given)
        differences.push(`${call} ${path} ${column}: ${given} instead of ${wanted}`)
    }
  }
  expect(differences).toEqual([])
})

describe.each(columns)('%s', (column) => {
  test('is admitted or refused by every row of the documented interface according to the permissions', async () => {
    const differences: string[] = []
    for (const row of routes) {
      const [wanted, said] = [expectedOf(row.procedure, column), await saidByRest(row, column)]
      if (wanted !== 'anything' && said !== wanted)
        differences.push(`${row.method} ${row.path} (${row.procedure}): ${said} instead of ${wanted}`)
    }
    expect(differences).toEqual([])
  })

  test('is admitted or refused by every procedure according to the permissions', async () => {
    const differences: string[] = []
    for (const path of paths) {
      const [wanted, said] = [expectedOf(path, column), await saidByTrpc(path, column)]
      if (wanted !== 'anything' && said !== wanted) differences.push(`${path}: ${said} instead of ${wanted}`)
    }
    expect(differences).toEqual([])
  })
})
