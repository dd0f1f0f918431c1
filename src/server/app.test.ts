import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { openApp } from './app.ts'
import { readConfig } from './config.ts'
import { ownerFile, socketPath } from './db/folder-owner.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-app-'))
const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', ADMIN_USER: 'chief', ADMIN_PASSWORD: 'Frost#Pine88' })
const options = { what: 'test', logger: pino({ level: 'silent' }) }
const isHeld = () => existsSync(ownerFile(dataDir)) || existsSync(socketPath(dataDir))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('Release the data folder when an opening is aborted, and leave nothing half done for the next one', async () => {
  const stopping = new AbortController()
  const logger = pino(
    { level: 'info' },
    { write: (line: string) => void (line.includes('embedded database: ') && setTimeout(() => stopping.abort(), 20)) },
  )
  await expect(openApp(config, { ...options, logger, signal: stopping.signal })).rejects.toThrow('aborted')
  expect(isHeld()).toBe(false)
  // Settings that cannot make a first manager end the start before the schema is touched: the next opening migrates
  // everything.
  await expect(openApp({ ...config, adminPassword: 'simple' }, options)).rejects.toThrow(/ADMIN_PASSWORD: The password/)
  expect(isHeld()).toBe(false)
  const app = await openApp(config, options)
  expect(app.migrated.length).toBeGreaterThan(0)
  await app.close()
}, 60_000)

test('Wait for the table under vacuum when the app closes, and skip the remaining tables', async () => {
  const app = await openApp(config, options)
  const tidying = app.tidy()
  await app.close()
  await expect(tidying).resolves.toBeUndefined()
  expect(isHeld()).toBe(false)
}, 60_000)

test('Log a table that cannot be vacuumed, as on a full disk, and go on', async () => {
  const logged: string[] = []
  const app = await openApp(config, {
    ...options,
    logger: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
  })
  vi.spyOn(app.database, 'vacuum').mockRejectedValue(new Error('could not extend file'))
  await expect(app.tidy()).resolves.toBeUndefined()
  expect(logged.join('')).toContain('could not extend file')
  await app.close()
}, 60_000)
