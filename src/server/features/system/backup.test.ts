import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findSerialTwins, keepSerialsApart, releaseSerials } from '#server/db/serial-twins.ts'
import { newStoredName } from '#server/services/storage/stored-names.ts'
import { useBackups } from '#tests/support/backups.ts'
import { buildDevice } from '#tests/support/factories.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { restore } from './restore.ts'

const { save, feet, database, replace, anotherEngine, stay, made, linesOf } = useBackups()

test('Restore every table with its checksum, and continue its sequences', async () => {
  const path = await save('whole.gz')
  const before = await feet(path)
  expect(before.length).toBeGreaterThan(15)
  await sql`delete from device_daily`.execute(database.db)
  await sql`update device set repair_times = 9, serial = serial || 'X'`.execute(database.db)
  const restored = await restore(database.db, path, replace)
  expect(restored.rows).toBeGreaterThan(8)
  expect(await feet(await save('again.gz'))).toEqual(before)
  const highest = await sql<{ id: number }>`select max(id) as id from device`.execute(database.db)
  const next = await buildDevice(database.db, {})
  expect(next.id).toBe((highest.rows[0]?.id ?? 0) + 1)
  // The triggers are restored: the counters follow.
  const counted = await sql<{
    counted: number
    there: number
  }>`select (select sum(devices)::int from device_count) as counted, (select count(*)::int from device) as there`.execute(
    database.db,
  )
  expect(counted.rows[0]?.counted).toBe(counted.rows[0]?.there)
})

test('Move a backup to another engine and back without a difference', async () => {
  const path = await save('here.gz')
  const other = await anotherEngine()
  await restore(other.db, path, stay)
  expect(await feet(await save('there.gz', other.db))).toEqual(await feet(path))
  await restore(database.db, join(made.folder, 'there.gz'), replace)
  expect(await feet(await save('back.gz'))).toEqual(await feet(path))
}, 60_000)

test('Restore two old spellings of one serial, and allow no further ones', async () => {
  const older = await anotherEngine()
  const indexes = async () =>
    (
      await sql<{
        name: string
      }>`select indexname as name from pg_indexes where tablename = 'device' and indexname in ('device_serial_key', 'device_serial_once', 'device_serial_twins') order by 1`.execute(
        database.db,
      )
    ).rows.map(({ name }) => name)
  const single = await save('single.gz')
  try {
    await releaseSerials(older.db)
    const first = await buildDevice(older.db, { serial: 'twin-1' })
    const second = await buildDevice(older.db, {
      serial: 'TWIN-1',
      company_id: first.company_id,
      site_id: first.site_id,
    })
    await keepSerialsApart(older.db)
    const path = await save('twins.gz', older.db)
    await restore(database.db, path, replace)
    expect(await findSerialTwins(database.db)).toEqual(['twin-1 = TWIN-1'])
    expect(await feet(await save('twins-again.gz'))).toEqual(await feet(path))
    const place = { company_id: first.company_id, site_id: first.site_id }
    for (const serial of ['Twin-1', 'twin-1', 'TWIN-1'])
      await expect(buildDevice(database.db, { serial, ...place })).rejects.toThrow('device_serial_')
    expect(second.id).toBeGreaterThan(first.id)
    expect(await indexes()).toEqual(['device_serial_key', 'device_serial_once', 'device_serial_twins'])
  } finally {
    await restore(database.db, single, replace)
  }
  // A database without such pairs refuses every second spelling, whatever it contained before.
  expect(await indexes()).toEqual(['device_serial_once'])
}, 60_000)

test('Keep a database with content unless it may be replaced', async () => {
  const path = await save('kept.gz')
  await expect(restore(database.db, path, stay)).rejects.toMatchObject({ code: 'DATABASE_NOT_EMPTY' })
})

test('Keep the database unchanged for a file that is altered, truncated or no backup', async () => {
  const path = await save('good.gz')
  const before = await feet(path)
  const text = (await linesOf(path)).join('\n')
  const bytes = await readFile(path)
  const [head = ''] = text.split('\n')
  const bad: [string, Buffer][] = [
    ['altered', gzipSync(text.replace(',"warn","', ',"low","'))],
    ['cut.between', gzipSync(text.slice(0, text.lastIndexOf('{"whole"')))],
    ['cut.gzip', bytes.subarray(0, bytes.length - 20)],
    ...['hello', ''].map((text): [string, Buffer] => [`no gzip ${text}`, Buffer.from(text)]),
    ...['{"hello":1}\n', 'hello\n'].map((text): [string, Buffer] => [`another file ${text.length}`, gzipSync(text)]),
    ['no tables', gzipSync(`${head}\n{"whole":true,"tables":0,"files":0}\n`)],
    ['no tables, formerly', gzipSync(`${withoutTables(head)}\n{"whole":true,"tables":0,"files":0}\n`)],
    ['fewer tables at the end', gzipSync(text.replace(/"whole":true,"tables":\d+/, '"whole":true,"tables":0'))],
    [
      'no tables in the head',
      gzipSync(`${head.replace(/"tables":\[.*?\]/, '"tables":[]')}\n{"whole":true,"tables":0,"files":0}\n`),
    ],
    ['a row behind the end of a table', gzipSync(text.replace(/(\{"end"[^\n]*\n)/, '$1["1"]\n'))],
    ['fewer rows than stated', gzipSync(text.replace(/"name":"device","rows":\d+/, '"name":"device","rows":7'))],
    ['more rows than stated', gzipSync(text.replace(/"name":"device","rows":\d+/, '"name":"device","rows":1'))],
    [
      'one line without end',
      gzipSync(Buffer.concat([Buffer.from(`${head}\n`), Buffer.alloc(100_000_000, 0x20)]), { level: 9 }),
    ],
    ['injected', gzipSync(text.replace('"table":"company"', '"table":"company; drop table device"'))],
  ]
  const reasons = new Map([
    ['cut.gzip', 'backup.cut'],
    ['no gzip ', 'backup.empty'],
  ])
  for (const [name, content] of bad) {
    const broken = join(made.folder, name)
    await writeFile(broken, content)
    const problem = reasons.get(name)
    await expect(restore(database.db, broken, replace), name).rejects.toMatchObject({
      code: 'BACKUP_UNREADABLE',
      details: problem === undefined ? {} : { problem },
    })
  }
  // A missing file and a folder are not altered backups.
  for (const [name, reason] of [
    ['absent.gz', 'ENOENT'],
    ['.', 'EISDIR'],
  ] as const)
    await expect(restore(database.db, join(made.folder, name), replace)).rejects.toMatchObject({
      details: { problem: 'backup.unread', values: { reason } },
    })
  await writeFile(join(made.folder, 'newer'), gzipSync(text.replace('"migrations":["', '"migrations":["9999-later","')))
  await expect(restore(database.db, join(made.folder, 'newer'), replace)).rejects.toMatchObject({
    code: 'BACKUP_VERSION',
  })
  expect(await feet(await save('unchanged.gz'))).toEqual(before)
})

const withoutTables = (head: string) => head.replace(/,"tables":\[.*?\]/, '')

test('Read a file of a former release, whose head lists no tables', async () => {
  const path = await save('former.gz')
  const [head = '', ...lines] = await linesOf(path)
  expect(JSON.parse(head).tables.find(({ name }: { name: string }) => name === 'device')).toMatchObject({
    rows: expect.any(Number),
  })
  await writeFile(path, gzipSync([withoutTables(head), ...lines].join('\n')))
  expect(await restore(database.db, path, replace)).toMatchObject({ files: 0 })
})

test('Remove the restored files when a restore fails at its end, and only those', async () => {
  const storage = memoryStorage()
  const [kept, fresh] = [newStoredName('png').storedName, newStoredName('png').storedName]
  const lines = (await linesOf(await save('failing.gz'))).filter(Boolean)
  const files = [kept, fresh].flatMap((name) => {
    const bytes = Buffer.from(name)
    return [
      JSON.stringify({ file: name, base64: bytes.toString('base64') }),
      JSON.stringify({ fileEnd: name, sha256: createHash('sha256').update(bytes).digest('hex') }),
    ]
  })
  const foot = JSON.parse(lines.pop() ?? '')
  const path = join(made.folder, 'failing-files.gz')
  await writeFile(path, gzipSync([...lines, ...files, JSON.stringify({ ...foot, files: 2 }), ''].join('\n')))
  await storage.put(kept, Buffer.from(kept))
  const record = () => Promise.reject(new Error('the log cannot be written'))
  await expect(restore(database.db, path, { ...replace, storage, record })).rejects.toThrow('the log')
  expect((await storage.read(kept)).toString()).toBe(kept)
  await expect(storage.read(fresh)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
