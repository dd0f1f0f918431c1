import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { publicIdOf } from '#server/features/attachments/images.ts'
import { newStoredName } from '#server/services/storage/stored-names.ts'
import { startServer } from '#tests/support/http-server.ts'
import { migratedProduct } from '#tests/support/migrated-product.ts'
import { pngPicture } from '#tests/support/pictures.ts'

const killAfterMs = [25, 90]

/** Upload three pictures at a time until the server is gone, and record the acknowledged ids. */
async function uploadUntilGone(url: string, token: string, picture: Buffer, acknowledged: string[]): Promise<void> {
  const one = async () => {
    for (;;) {
      const form = new FormData()
      form.append('file', new Blob([Uint8Array.from(picture)]), 'a.png')
      const answer = await fetch(`${url}/api/project/upload`, {
        method: 'POST',
        headers: { Authorization: `cat ${token}` },
        body: form,
      }).catch(() => null)
      const envelope = (await answer?.json().catch(() => null)) as { data?: { id?: string } } | null | undefined
      if (!envelope) return
      const id = publicIdOf(envelope.data?.id ?? '')
      if (id) acknowledged.push(id)
    }
  }
  await Promise.all([one(), one(), one()])
}

test('keep every acknowledged upload whole when the server is killed, and clean up at the next start', async () => {
  const { dataDir, databaseUrl, environment: own } = await migratedProduct('uploadcrash')
  const folder = join(dataDir, 'files')
  const environment = { DEMO: '0', ADMIN_USER: 'chief', ADMIN_PASSWORD: 'Frost#Pine88', ...own }
  const picture = await pngPicture()
  const acknowledged: string[] = []
  try {
    for (const killAfter of killAfterMs) {
      const server = await startServer({ environment })
      const token = readFileSync(join(dataDir, 'keys', 'terminal.token'), 'utf8').trim()
      const before = acknowledged.length
      const uploading = uploadUntilGone(server.url, token, picture, acknowledged)
      await expect.poll(() => acknowledged.length, { timeout: 20_000, interval: 2 }).toBeGreaterThan(before + 3)
      await wait(killAfter)
      await server.kill()
      await uploading
    }
    // Files that a kill may leave, created for certain: a file without its row, and a partial one.
    const orphans = ['', '.part-00000000-0000-4000-8000-000000000000'].map(
      (end) => newStoredName('png').storedName + end,
    )
    orphans.push('owner.part-00000000-0000-4000-8000-000000000000')
    for (const name of orphans) writeFileSync(join(folder, name), 'half')
    const server = await startServer({ environment })
    // The clean-up runs after the start.
    if (!databaseUrl)
      await expect.poll(() => orphans.filter((name) => existsSync(join(folder, name))), { timeout: 20_000 }).toEqual([])
    await server.stop()
    const opened = await openApp(readConfig({ ...environment, LOG_LEVEL: 'silent' }), { what: 'test', prepare: false })
    const rows = await opened.db.selectFrom('attachment').select(['public_id', 'stored_name', 'size']).execute()
    await opened.close()
    const files = readdirSync(folder).filter((name) => name !== 'owner')
    const known = new Set(rows.map(({ public_id }) => public_id))
    expect(acknowledged.filter((id) => !known.has(id))).toEqual([])
    for (const row of rows) expect(readFileSync(join(folder, row.stored_name)).length, row.stored_name).toBe(row.size)
    // Other processes may share a PostgreSQL: there a file waits ten minutes for its row.
    if (!databaseUrl) expect(files.sort()).toEqual(rows.map(({ stored_name }) => stored_name).sort())
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 240_000)
