import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/opened.ts'
import { createKeys } from '#server/services/keys/keys.ts'
import type { Services } from '#server/services/services.ts'
import { createPasswords } from '#server/services/sign-in/passwords.ts'
import { coldfleet, coldfleetHere, type Ran } from './coldfleet.ts'
import { useDatabase } from './database.ts'
import { buildClient, buildDevice, buildHeadquarters, buildUser } from './factories.ts'
import { startWholeServer, type WholeServer } from './whole-server.ts'

export type UsedTerminal = {
  database: OpenDatabase
  folder: string
  /** Run a command line against a server over the database, inside this process. */
  here: (...args: string[]) => Promise<Ran>
  /** The same with other variables of the environment. */
  hereWith: (environment: Record<string, string>, ...args: string[]) => Promise<Ran>
  /** The environment of a process that uses the same server. Read it inside tests and hooks only. */
  through: () => { COLDFLEET_URL: string; COLDFLEET_TOKEN: string }
  /** Write a file to the folder. @returns its path */
  file: (name: string, content: string | Uint8Array) => string
}

/** Start a server over an empty database filled by `fill`, for the command lines of one test file. */
export function useTerminal(
  fill: (db: OpenDatabase['db']) => Promise<void>,
  services: Partial<Services> = {},
): UsedTerminal {
  const database = useDatabase({ emptied: 'file' })
  const folder = mkdtempSync(join(tmpdir(), 'coldfleet-terminal-'))
  let server: WholeServer | undefined
  let through = { COLDFLEET_URL: '', COLDFLEET_TOKEN: '' }
  beforeAll(async () => {
    await fill(database.db)
    const keys = createKeys(readConfig({ DATA_DIR: folder }))
    server = await startWholeServer(database, { services: { keys, passwords: createPasswords(keys), ...services } })
    through = { COLDFLEET_URL: server.url, COLDFLEET_TOKEN: keys.terminalToken }
  }, 60_000)
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    database,
    folder,
    through: () => through,
    here: (...args) => coldfleetHere(args, through),
    hereWith: (environment, ...args) => coldfleetHere(args, { ...through, ...environment }),
    file(name, content) {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    },
  }
}

/** The same over three machines of one client and a manager; `remote` may also send an input to a process of its own. */
export function useSmallTerminal() {
  const terminal = useTerminal(async (db) => {
    await buildHeadquarters(db)
    const client = await buildClient(db, { name: '=冷链,"甲"' })
    for (const state of ['normal', 'normal', 'offline'] as const)
      await buildDevice(db, { state, company_id: client.company_id, client_id: client.id })
    await buildUser(db, { user_name: 'keeper', nick_name: '管理层' })
  })
  const { folder, here, through } = terminal
  return {
    ...terminal,
    remote: (args: readonly string[], input?: string) =>
      input === undefined ? here(...args) : coldfleet(args, { environment: through(), input }),
    pathOf: (name: string) => join(folder, name),
  }
}
