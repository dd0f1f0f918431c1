import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStorage } from './create-storage.ts'
import { createFileStorage, type FileCalls } from './file-storage.ts'
import type { StoredFile } from './storage.ts'
import { newStoredName } from './stored-names.ts'

let base = ''
let folders = 0
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'coldfleet-files-'))
})
afterAll(() => rm(base, { recursive: true, force: true }))
const newFolder = () => join(base, `files${folders++}`, 'inner')
const newName = () => newStoredName('png').storedName
const listed = async (storage: { list(): AsyncIterable<StoredFile> }) => {
  const names: string[] = []
  for await (const { name } of storage.list()) names.push(name)
  return names.sort()
}

test('Store a file as a whole, readable by its owner alone, and remove it', async () => {
  const folder = newFolder()
  const storage = createFileStorage(folder)
  const name = newName()
  const bytes = randomBytes(300_000)
  expect(await listed(storage)).toEqual([])
  await storage.put(name, bytes)
  expect((await storage.read(name)).equals(bytes)).toBe(true)
  expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
  const { stream, size } = await storage.open(name, { start: 5, end: 9 })
  expect([await text(stream.setEncoding('hex')), size]).toEqual([bytes.subarray(5, 10).toString('hex'), 300_000])
  expect(await listed(storage)).toEqual([name])
  const { storedName: video } = newStoredName('mp4')
  await storage.putStream(video, Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]), bytes.length)
  expect((await storage.read(video)).equals(bytes)).toBe(true)
  await storage.remove(video)
  await storage.remove(name)
  await storage.remove(name)
  await expect(storage.read(name)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(storage.open(name)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('Refuse a file name that the storage did not create', async () => {
  const folder = newFolder()
  const storage = createFileStorage(folder)
  await storage.put(newName(), Buffer.from('x'))
  await writeFile(join(folder, '..', 'secret.png'), 'secret')
  const id = 'a'.repeat(32)
  for (const name of [
    '../secret.png',
    '/etc/passwd',
    '',
    '.',
    `${id}.svg`,
    `${id}.png/../../secret.png`,
    `${id}.PNG`,
    `x${id}.png`,
    `${id}.png\n`,
    'owner',
    `../${id}.png`,
  ]) {
    for (const reach of [
      () => storage.put(name, Buffer.from('x')),
      () => storage.read(name),
      () => storage.open(name),
      () => storage.remove(name),
    ])
      await expect((async () => reach())(), JSON.stringify(name)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await readdir(join(folder, '..'))).toEqual(expect.arrayContaining(['secret.png']))
})

/** File calls whose n-th step fails. */
function failing(at: number, code: string): { calls: FileCalls; steps: () => number } {
  let step = 0
  const tick = () => {
    step += 1
    if (step === at) throw Object.assign(new Error(`${code}: the disk says no`), { code })
  }
  const calls: FileCalls = {
    open: async (...given) => {
      tick()
      const file = await open(...given)
      const { writeFile: write, sync } = file
      file.writeFile = async (...content) => {
        // A full disk writes the first half.
        if (step + 1 === at) await write.call(file, 'half')
        tick()
        return write.call(file, ...content)
      }
      file.sync = async () => {
        tick()
        return sync.call(file)
      }
      return file
    },
    rename: async (from, to) => {
      tick()
      return rename(from, to)
    },
  }
  return { calls, steps: () => step }
}

test('Leave nothing behind at a failed write of any step, and report a full disk', async () => {
  const counted = failing(0, '')
  await createFileStorage(newFolder(), counted.calls).put(newName(), Buffer.from('whole'))
  expect(counted.steps()).toBeGreaterThanOrEqual(6)
  for (let at = 1; at <= counted.steps(); at += 1) {
    for (const [code, told] of [
      ['ENOSPC', 'STORAGE_FULL'],
      ['EDQUOT', 'STORAGE_FULL'],
      ['EIO', 'EIO'],
    ] as const) {
      const folder = newFolder()
      const name = newName()
      await expect(
        createFileStorage(folder, failing(at, code).calls).put(name, Buffer.from('whole')),
        `${code} at ${at}`,
      ).rejects.toMatchObject({ code: told })
      expect(await readdir(folder), `${code} at ${at}`).toEqual([])
    }
  }
})

test('List and remove the drafts of a killed process, and ignore foreign files', async () => {
  const folder = newFolder()
  const storage = createFileStorage(folder)
  const kept = newName()
  await storage.put(kept, Buffer.from('x'))
  await storage.setOwner('database 1')
  const draft = `${newName()}.part-00000000-0000-4000-8000-000000000000`
  await writeFile(join(folder, draft), 'half')
  await utimes(join(folder, draft), new Date(0), new Date(0))
  for (const name of ['notes.txt', '.DS_Store', `${newName()}.bak`]) await writeFile(join(folder, name), 'mine')
  expect(await listed(storage)).toEqual([kept, draft].sort())
  await storage.remove(draft)
  expect(await listed(storage)).toEqual([kept])
  expect([await storage.owner(), (await readdir(folder)).length]).toEqual(['database 1', 5])
})

test('Create the folder of STORAGE_URL, and refuse to start with an unusable one', async () => {
  const folder = newFolder()
  const storage = createStorage({ storageUrl: pathToFileURL(folder).href, dataDir: '/nonexistent' })
  const name = newName()
  await storage.put(name, Buffer.from('x'))
  expect(await readdir(folder)).toEqual([name])
  expect(() => createStorage({ storageUrl: pathToFileURL(join(folder, name)).href, dataDir: '/nonexistent' })).toThrow(
    'STORAGE_URL: the folder cannot be used',
  )
  expect(() => createStorage({ storageUrl: 'file:///proc/none/such', dataDir: '/nonexistent' })).toThrow(
    'STORAGE_URL: the folder cannot be used',
  )
})
