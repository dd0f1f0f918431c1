import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type S3Stub, startS3Stub } from '#tests/support/s3-stub.ts'
import { createStorage } from './create-storage.ts'
import type { Storage } from './storage.ts'
import { newStoredName } from './stored-names.ts'

let stub: S3Stub
let storage: Storage
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-secret')
  stub = await startS3Stub()
  const storageUrl = `s3://drawings/cold/files?endpoint=${encodeURIComponent(stub.endpoint)}`
  storage = createStorage({ storageUrl, dataDir: '/nonexistent' })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await stub.close()
})
const listed = async () => {
  const names: string[] = []
  for await (const { name } of storage.list()) names.push(name)
  return names.sort()
}

test('Keep files in a folder of the bucket, return them whole or in part, and delete them', async () => {
  const { storedName: name } = newStoredName('pdf')
  const bytes = randomBytes(200_000)
  await storage.put(name, bytes)
  expect([...stub.objects.keys()]).toEqual([`drawings/cold/files/${name}`])
  expect((await storage.read(name)).equals(bytes)).toBe(true)
  const whole = await storage.open(name)
  expect([whole.size, (await text(whole.stream.setEncoding('latin1'))).length]).toEqual([200_000, 200_000])
  const part = await storage.open(name, { start: 10, end: 19 })
  expect([part.size, await text(part.stream.setEncoding('hex'))]).toEqual([
    200_000,
    bytes.subarray(10, 20).toString('hex'),
  ])
  await storage.remove(name)
  await storage.remove(name)
  await expect(storage.read(name)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(storage.open(name)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect([stub.objects.size, stub.unsigned]).toEqual([0, []])
})

test('List all own files over several pages, separate from the owner mark of the database', async () => {
  const names = Array.from({ length: 5 }, () => newStoredName('png').storedName).sort()
  for (const name of names) await storage.put(name, Buffer.from('x'))
  stub.objects.set('drawings/cold/files/notes.txt', Buffer.from('mine'))
  stub.objects.set(`drawings/other/${names[0]}`, Buffer.from('not ours'))
  expect(await storage.owner()).toBeNull()
  await storage.setOwner('database 1')
  expect(await storage.owner()).toBe('database 1')
  expect(await listed()).toEqual(names)
})

test('Refuse a file name that the storage did not create', async () => {
  for (const name of ['../other/secret', 'owner', '', 'a'.repeat(32)]) {
    for (const reach of [
      () => storage.put(name, Buffer.from('x')),
      () => storage.read(name),
      () => storage.open(name),
      () => storage.remove(name),
    ])
      await expect(reach()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('Distinguish a full bucket from one that does not answer', async () => {
  const { storedName: name } = newStoredName('png')
  stub.failWith({ status: 507, name: 'XMinioStorageFull' })
  await expect(storage.put(name, Buffer.from('x'))).rejects.toMatchObject({ code: 'STORAGE_FULL' })
  stub.failWith({ status: 503, name: 'SlowDown' })
  await expect(storage.put(name, Buffer.from('x'))).rejects.toMatchObject({ code: 'BUSY' })
  stub.failWith({ status: 403, name: 'AccessDenied' })
  await expect(storage.put(name, Buffer.from('x'))).rejects.toMatchObject({ name: 'AccessDenied' })
  stub.failWith({ status: 404, name: 'NoSuchBucket' })
  await expect(storage.put(name, Buffer.from('x'))).rejects.toMatchObject({ name: 'NoSuchBucket' })
  stub.failWith(null)
  await storage.put(name, Buffer.from('x'))
})

test('Load the package again after a failure', async () => {
  let tries = 0
  vi.doMock('@aws-sdk/client-s3', async (original) => {
    const s3 = await original<typeof import('@aws-sdk/client-s3')>()
    return {
      ...s3,
      get S3Client() {
        if (++tries === 1) throw new Error('too many open files')
        return s3.S3Client
      },
    }
  })
  const storageUrl = `s3://drawings/again?endpoint=${encodeURIComponent(stub.endpoint)}`
  const { put } = createStorage({ storageUrl, dataDir: '/nonexistent' })
  const { storedName: name } = newStoredName('png')
  await expect(put(name, Buffer.from('x'))).rejects.toThrow('too many open files')
  await put(name, Buffer.from('x'))
  vi.doUnmock('@aws-sdk/client-s3')
})
