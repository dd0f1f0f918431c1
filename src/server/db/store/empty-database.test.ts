import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useFolder } from '#tests/support/use-folder.ts'
import { readEmptyDatabase } from './empty-database.ts'

const folder = useFolder('empty-database-')

test('Do without the archive of an empty database that is missing or damaged', async () => {
  const archive = pathToFileURL(join(folder(), 'new-database.tar.gz'))
  expect(await readEmptyDatabase(archive)).toBeNull()
  const whole = gzipSync('content '.repeat(1_000))
  for (const damaged of [Buffer.alloc(0), Buffer.from('no archive'), whole.subarray(0, whole.length - 6)]) {
    writeFileSync(archive, damaged)
    expect(await readEmptyDatabase(archive)).toBeNull()
  }
  writeFileSync(archive, whole)
  expect(Buffer.from((await readEmptyDatabase(archive)) ?? []).toString()).toBe('content '.repeat(1_000))
})
