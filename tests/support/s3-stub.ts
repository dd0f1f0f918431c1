import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type S3Stub = {
  /** http://127.0.0.1:port */
  endpoint: string
  /** Key (bucket first) → content. */
  objects: Map<string, Buffer>
  /** Answer the next requests with this status and error name instead. */
  failWith(failure: { status: number; name: string } | null): void
  /** Requests that were not signed by the key `test-key`. */
  unsigned: string[]
  close(): Promise<void>
}

const pageSize = 2
const modified = new Date('2026-11-01T00:00:00Z')

function list(bucket: string, query: URLSearchParams, objects: Map<string, Buffer>): string {
  const prefix = `${bucket}/${query.get('prefix') ?? ''}`
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
  const from = Number(query.get('continuation-token') ?? 0)
  const more = from + pageSize < keys.length
  const contents = keys
    .slice(from, from + pageSize)
    .map((key) => {
      const size = objects.get(key)?.length ?? 0
      return `<Contents><Key>${key.slice(bucket.length + 1)}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${size}</Size></Contents>`
    })
    .join('')
  const next = more ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${more}</IsTruncated>${contents}${next}</ListBucketResult>`
}

const fail = (response: ServerResponse, status: number, name: string) =>
  response
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${name}</Code><Message>no</Message></Error>`)

/** Start the part of S3 that a storage uses: put, get with ranges, delete, and lists in pages of two. */
export async function startS3Stub(): Promise<S3Stub> {
  const objects = new Map<string, Buffer>()
  const unsigned: string[] = []
  let failure: { status: number; name: string } | null = null

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stub')
    const key = decodeURIComponent(pathname.slice(1))
    const body = await buffer(request)
    if (!/^AWS4-HMAC-SHA256 Credential=test-key\//.test(String(request.headers.authorization))) unsigned.push(key)
    if (failure) return void fail(response, failure.status, failure.name)
    if (searchParams.has('list-type')) return void response.end(list(key.replace(/\/$/, ''), searchParams, objects))
    if (request.method === 'PUT') objects.set(key, body)
    if (request.method === 'DELETE') objects.delete(key)
    if (request.method !== 'GET') return void response.writeHead(request.method === 'DELETE' ? 204 : 200).end()
    const found = objects.get(key)
    if (!found) return void fail(response, 404, 'NoSuchKey')
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(String(request.headers.range)) ?? []
    if (start === undefined) return void response.writeHead(200, { 'Content-Length': found.length }).end(found)
    const part = found.subarray(Number(start), Number(end) + 1)
    response
      .writeHead(206, { 'Content-Length': part.length, 'Content-Range': `bytes ${start}-${end}/${found.length}` })
      .end(part)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    unsigned,
    failWith: (next) => {
      failure = next
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
