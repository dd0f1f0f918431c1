import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { AppError } from '#shared/errors.ts'
import type { ByteRange, Storage, StoredFile } from './storage.ts'
import { assertStoredName, parseStoredName } from './stored-names.ts'

const ownerName = 'owner'
const timeouts = { connectionTimeout: 5_000, requestTimeout: 30_000 }

/** Parse `s3://bucket/folder?region=…&endpoint=…`. Access keys come from the standard AWS sources. */
function targetOf(url: URL): { bucket: string; folder: string; config: S3ClientConfig } {
  const endpoint = url.searchParams.get('endpoint')
  const region = url.searchParams.get('region') ?? (endpoint === null ? null : 'us-east-1')
  const path = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, '')
  return {
    bucket: url.hostname,
    folder: path === '' ? '' : `${path}/`,
    config: {
      ...(region === null ? {} : { region }),
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      // Many S3-compatible servers do not support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: timeouts,
    },
  }
}

const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
const statusOf = (error: unknown): unknown => fieldOf(fieldOf(error, '$metadata'), 'httpStatusCode')

function translate(error: unknown): unknown {
  const status = statusOf(error)
  if (status === 404 && fieldOf(error, 'name') !== 'NoSuchBucket') return new AppError('NOT_FOUND', {}, error)
  if (status === 507 || /quota|storagefull|full/i.test(String(fieldOf(error, 'name'))))
    return new AppError('STORAGE_FULL', {}, error)
  if (status === undefined) return new AppError('STORAGE_SILENT', { values: { name: 'STORAGE_URL' } }, error)
  // A server error: a retry may succeed.
  if (typeof status === 'number' && status >= 500) return new AppError('BUSY', {}, error)
  return error
}

/** Return the client, loaded on demand: most deployments never use it. After a failure the next call tries again. */
function createClient(config: S3ClientConfig) {
  async function open() {
    const s3 = await import('@aws-sdk/client-s3')
    return { s3, client: new s3.S3Client(config) }
  }
  let opening: ReturnType<typeof open> | null = null
  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
}

type Opened = ReturnType<ReturnType<typeof createClient>>
/** Sends commands to the bucket of a storage, and translates the errors of its server. */
type Sender = { bucket: string; ask<T>(work: (open: Awaited<Opened>) => Promise<T>): Promise<T> }

function createSender(bucket: string, config: S3ClientConfig): Sender {
  const opened = createClient(config)
  return {
    bucket,
    ask: async (work) =>
      work(await opened()).catch((error: unknown) => {
        throw translate(error)
      }),
  }
}

/** List the stored files of a folder, page by page. */
async function* listFiles({ bucket: Bucket, ask }: Sender, folder: string): AsyncGenerator<StoredFile, void, unknown> {
  for (let token: string | undefined; ; ) {
    const after = token === undefined ? {} : { ContinuationToken: token }
    const page = await ask(({ s3, client }) =>
      client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: folder, ...after })),
    )
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      const name = Key.slice(folder.length)
      if (LastModified && parseStoredName(name)) yield { name, size: Size, changedAt: LastModified }
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined
    if (token === undefined) return
  }
}

/**
 * Store files in a bucket, shared by several hosts; a bucket stores an object atomically. The folder belongs to one
 * deployment.
 */
export function createS3Storage(url: URL): Storage {
  const { bucket: Bucket, folder, config } = targetOf(url)
  const keyOf = (name: string) => folder + assertStoredName(name)
  const sender = createSender(Bucket, config)
  const { ask } = sender
  const put = (Key: string, Body: Uint8Array | string) =>
    ask(async ({ s3, client }) => {
      await client.send(new s3.PutObjectCommand({ Bucket, Key, Body }))
    })
  const get = (Key: string, range?: ByteRange) =>
    ask(async ({ s3, client }) => {
      const answer = await client.send(
        new s3.GetObjectCommand({ Bucket, Key, ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) }),
      )
      const total = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1]
      // In Node the body of a response is a stream.
      return {
        stream: answer.Body as Readable,
        size: total === undefined ? (answer.ContentLength ?? 0) : Number(total),
      }
    })

  return {
    put: async (name, bytes) => put(keyOf(name), bytes),
    putStream: async (name, stream, size) => {
      const Key = keyOf(name)
      await ask(({ s3, client }) =>
        client.send(new s3.PutObjectCommand({ Bucket, Key, Body: stream, ContentLength: size })),
      )
    },
    read: async (name) => buffer((await get(keyOf(name))).stream),
    open: async (name, range) => get(keyOf(name), range),
    localPath: () => null,
    remove: async (name) => {
      const Key = keyOf(name)
      await ask(({ s3, client }) => client.send(new s3.DeleteObjectCommand({ Bucket, Key })))
    },
    async owner() {
      try {
        return (await buffer((await get(folder + ownerName)).stream)).toString().trim() || null
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return null
        throw error
      }
    },
    setOwner: (id) => put(folder + ownerName, `${id}\n`),
    list: () => listFiles(sender, folder),
  }
}
