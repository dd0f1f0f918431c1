import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, inject } from 'vitest'
import { type App, openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { appRouter } from '#server/router.ts'
import { createCallerFactory } from '#server/trpc.ts'
import { encryptPassword } from '#shared/password-encryption.ts'
import { copyOnNodes } from './citus.ts'
import { type Postgres, startPostgres } from './postgres.ts'

const createCaller = createCallerFactory(appRouter)
export type Caller = ReturnType<typeof createCaller>

/** The shared data of several processes on one PostgreSQL: a database, a folder of keys and files. */
export type Deployment = {
  databaseUrl: string
  /** Open one more instance: everything that a real process has, in this process. */
  open(settings?: Record<string, string>): Promise<App>
}

/**
 * Provide a PostgreSQL for tests of several processes: that of the run, or a separate one if the run only has the
 * embedded engine. `deploy` creates a database on it; on several nodes it has distributed tables, unless it must be
 * `empty`. Everything opened is closed and removed after the file.
 */
export function useDeployments(): { deploy(name: string, options?: { empty?: boolean }): Promise<Deployment> } {
  let own: Postgres | null = null
  let server = ''
  const apps: App[] = []
  const folders: string[] = []
  beforeAll(async () => {
    const template = inject('template')
    if (template.engine === 'embedded') own = await startPostgres()
    server = template.engine === 'embedded' ? (own?.url() ?? '') : template.server
  }, 60_000)
  afterAll(async () => {
    for (const app of apps) await app.close()
    await own?.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }, 60_000)
  return {
    async deploy(name, { empty = false } = {}) {
      // The run drops every database whose name begins like its copies.
      const template = inject('template')
      const database = `${template.engine === 'embedded' ? 'coldfleet' : template.copies}_${name}_${process.pid}`
      if (template.engine === 'postgres' && template.nodes.length > 0 && !empty)
        await copyOnNodes(template.server, template.nodes, database, template.database)
      else {
        const client = new pg.Client({ connectionString: server })
        await client.connect()
        await client.query(`drop database if exists ${database} with (force)`)
        await client.query(`create database ${database}`)
        await client.end()
      }
      const address = new URL(server)
      address.pathname = `/${database}`
      const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-processes-'))
      folders.push(dataDir)
      return {
        databaseUrl: address.href,
        async open(settings = {}) {
          const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: address.href, DEMO: '0', ...settings })
          const app = await openApp(config, { what: 'test', logger: pino({ level: 'silent' }) })
          apps.push(app)
          return app
        },
      }
    },
  }
}

/** Call procedures of a process like a request with this token. */
export const callerAt = async (app: App, token?: string): Promise<Caller> =>
  createCaller(await app.contextFor({ headers: token === undefined ? {} : { 'x-token': token }, ip: '203.0.113.7' }))

/** Sign in at one process; the token is valid at all of them. */
export async function signInAt(app: App, userName: string, password: string): Promise<string> {
  const caller = await callerAt(app)
  const { token } = await caller.auth.login({
    userName,
    password: encryptPassword(app.services.keys.publicKey().pem, password),
  })
  return token
}

/** The first manager of a deployment. */
export const firstManager = { ADMIN_USER: 'chief', ADMIN_PASSWORD: 'Frost#Pine88' }

/** Provide two processes of one deployment, and the token of its first manager. */
export function useTwoProcesses(name: string): { readonly one: App; readonly other: App; readonly token: string } {
  const deployments = useDeployments()
  const opened = {} as { one: App; other: App; token: string }
  beforeAll(async () => {
    const deployment = await deployments.deploy(name)
    opened.one = await deployment.open(firstManager)
    opened.other = await deployment.open()
    opened.token = await signInAt(opened.one, firstManager.ADMIN_USER, firstManager.ADMIN_PASSWORD)
  }, 60_000)
  return opened
}
