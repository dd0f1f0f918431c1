import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { createArchive } from './archive.ts'
import type { DuckDB } from './duckdb.ts'

const folder = mkdtempSync(join(tmpdir(), 'coldfleet-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function* lines() {
  yield '7,2026-03-01\n8,2026-03-01\n'
}
const source = {
  columns: [
    { name: 'device_id', type: 'integer' },
    { name: 'business_date', type: 'date' },
  ],
  lines: lines(),
}
const recorded = async () => undefined

test('Copy a file without some devices, or without none', async () => {
  const archive = createArchive({ storage: memoryStorage(), folder })
  const file = await archive.make('2026-03', source, recorded)
  for (const [withoutDeviceIds, ids] of [
    [[], [7, 8]],
    [[7], [8]],
  ] as const) {
    const copy = await archive.make('2026-03', { of: file, withoutDeviceIds }, recorded)
    const rows = await archive.rows<{ device_id: number }>(
      copy,
      (days) => sql`select device_id from ${days} order by 1`,
    )
    expect(rows.map(({ device_id }) => device_id)).toEqual(ids)
  }
  archive.close()
})

test('Close a session that is still being opened, and open the next one anew', async () => {
  const open: string[] = []
  let created = 0
  const engine = {
    DuckDBInstance: {
      create: async () => {
        const name = `session ${++created}`
        open.push(name)
        return {
          connect: async () => ({
            runAndReadAll: async () => ({ getRowObjectsJson: () => [name] }),
            closeSync: () => undefined,
          }),
          closeSync: () => void open.splice(open.indexOf(name), 1),
        }
      },
    },
  } as unknown as DuckDB
  const storage = memoryStorage()
  const make = createArchive({ storage, folder })
  const file = await make.make('2026-03', { ...source, lines: lines() }, recorded)
  const archive = createArchive({ storage, folder, load: async () => engine })
  const asked = archive.rows(file, () => sql`select`)
  archive.close()
  await asked.catch(() => undefined)
  expect(open).toEqual([])
  expect(await archive.rows(file, () => sql`select`)).toEqual(['session 2'])
  archive.close()
  expect(open).toEqual([])
  make.close()
})
