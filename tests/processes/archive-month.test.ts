import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { archiveMonth } from '#server/features/history/archive-month.ts'
import { restoreMonth } from '#server/features/history/restore-month.ts'
import { readMonth } from '#server/features/history/status.ts'
import type { Step } from '#server/features/history/swap-month.ts'
import { createArchive } from '#server/services/archive/archive.ts'
import { createFileStorage } from '#server/services/storage/file-storage.ts'
import { closedMonth, dailiesOf, month } from '#tests/support/archived-town.ts'
import { useDatabase } from '#tests/support/database.ts'
import { useFolder } from '#tests/support/use-folder.ts'

const database = useDatabase()
const folder = useFolder('coldfleet-archive-process-')
const files = () => join(folder(), 'files')
const storage = () => createFileStorage(files())
const opened: { close(): void }[] = []
afterAll(() => {
  for (const archive of opened) archive.close()
})

async function killedAt(step: Step, direction: 'archive' | 'restore'): Promise<void> {
  const child = join(import.meta.dirname, '../support/move-month.ts')
  const started = fork(child, [database.url ?? '', files(), join(folder(), 'archive'), direction, month, step], {
    execArgv: ['--import', 'tsx'],
  })
  const [told] = await Promise.race([once(started, 'message'), once(started, 'exit')])
  expect(told).toEqual({ step })
  const ended = once(started, 'exit')
  started.kill('SIGKILL')
  await ended
}

let made: Awaited<ReturnType<typeof closedMonth>>
beforeEach(async () => {
  made = await closedMonth(database, folder())
  opened.push(made.archive)
})

function partsHere() {
  const archive = createArchive({ storage: storage(), folder: join(folder(), 'archive') })
  opened.push(archive)
  const parts = { db: database.db, archive, storage: storage(), changing: made.changing({ tries: 30, pauseMs: 100 }) }
  return { parts, services: { ...made.services, archive, storage: parts.storage } }
}

const archiving: Step[] = ['stored', 'noted']
test.each(archiving)(
  'lose and duplicate nothing when a process is killed at the step "%s" of archiving',
  async (step) => {
    const { parts, services } = partsHere()
    const before = await dailiesOf(database.db, services)
    await killedAt(step, 'archive')
    expect(await dailiesOf(database.db, services)).toEqual(before)
    expect(await readMonth(database.db, month)).toMatchObject({ state: 'closed', rows: 10 })
    await archiveMonth(parts, month)
    expect(await readMonth(database.db, month)).toMatchObject({ state: 'archived', rows: 10 })
    expect(await dailiesOf(database.db, services)).toEqual(before)
  },
)

const restoring: Step[] = ['filled', 'noted']
test.each(restoring)(
  'lose and duplicate nothing when a process is killed at the step "%s" of restoring a month',
  async (step) => {
    const { parts, services } = partsHere()
    const before = await dailiesOf(database.db, services)
    await archiveMonth(parts, month)
    await killedAt(step, 'restore')
    expect(await dailiesOf(database.db, services)).toEqual(before)
    expect(await readMonth(database.db, month)).toMatchObject({ state: 'archived', rows: 10 })
    await restoreMonth(parts, month)
    expect(await readMonth(database.db, month)).toMatchObject({ state: 'closed', rows: 10 })
    expect(await dailiesOf(database.db, services)).toEqual(before)
    expect(readdirSync(files()).filter((name) => name.includes('.part-'))).toEqual([])
  },
)
