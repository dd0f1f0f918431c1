import busboy from 'busboy'
import express, { type Request, type Response } from 'express'
import { AppError } from '#shared/errors.ts'
import { maxFeedBytes } from '#shared/feed.ts'
import { readJsonBody } from './json-body.ts'
import { discardBody, fileField } from './read-multipart.ts'

/** A feed travels as a file of its own size, or inside of JSON, in base64 (4 characters for 3 bytes) or as rows. */
const mostBytes = Math.ceil((maxFeedBytes * 4) / 3) + 1024 * 1024
const raw = express.raw({ type: () => true, limit: mostBytes })
const limits = { fileSize: maxFeedBytes + 1, files: 1, fields: 8, parts: 10, fieldSize: 1_024, fieldNameSize: 64 }
/** What a form may say beside its file. */
const options: readonly string[] = ['companyId', 'businessDate', 'dryRun', 'strict', 'absentOffline', 'confirm', 'language']
/** A file without a byte must not stand for "take the configured feed". */
const unnamed = 'import'

const fileOf = (bytes: Uint8Array, fileName = unnamed): Record<string, unknown> =>
  bytes.length === 0 ? { fileName } : { fileName, content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') }

function readForm(request: Request): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    let file: Record<string, unknown> | null = null
    const fields: Record<string, string> = {}
    const refuse = (code: 'UPLOAD_MALFORMED' | 'TOO_LARGE', cause?: unknown) => {
      request.unpipe()
      discardBody(request)
      reject(new AppError(code, {}, cause))
    }
    const malformed = (cause?: unknown) => refuse('UPLOAD_MALFORMED', cause)
    let form: ReturnType<typeof busboy>
    try {
      form = busboy({ headers: request.headers, limits, defParamCharset: 'utf8' })
    } catch (error) {
      return malformed(error)
    }
    form.on('file', (name, stream, { filename }) => {
      const pieces: Buffer[] = []
      stream.on('error', malformed)
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('limit', () => refuse('TOO_LARGE'))
      stream.on('end', () => {
        file = fileOf(Buffer.concat(pieces), filename || unnamed)
      })
      if (name !== fileField) malformed()
    })
    form.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) malformed()
      else if (options.includes(name)) fields[name] = value
    })
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) form.on(limit, () => malformed())
    form.on('error', malformed)
    form.on('close', () => (file ? resolve({ ...fields, ...file }) : malformed()))
    if (request.destroyed) return malformed()
    request.on('close', () => {
      if (!request.complete) malformed()
    })
    request.pipe(form)
  })
}

/** An object that says what the feed is; any other JSON is the feed itself. */
function requestOf(bytes: Uint8Array): Record<string, unknown> | null {
  if (bytes[0] !== 0x7b) return null
  try {
    const body = readJsonBody(bytes)
    return 'content' in body || 'devices' in body ? body : null
  } catch (error) {
    // Lines of JSON are no JSON; what is JSON, and refused, is refused.
    if (error instanceof AppError && error.code === 'NOT_JSON') return null
    throw error
  }
}

/**
 * A file of devices (csv, json or ndjson): as the field `file` of a form, as the body itself, or within the JSON of updateDevice.
 * @throws AppError TOO_LARGE, UPLOAD_MALFORMED, VALIDATION
 */
export async function readImport(request: Request, response: Response): Promise<Record<string, unknown>> {
  if (/^multipart\/form-data/i.test(request.headers['content-type'] ?? '')) return readForm(request)
  await new Promise<void>((resolve, reject) => {
    raw(request, response, (error?: unknown) => {
      if (!error) return resolve()
      const tooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large'
      reject(new AppError(tooLarge ? 'TOO_LARGE' : 'FEED_UNREADABLE', { values: { problem: '' } }, error))
    })
  })
  const body: unknown = request.body
  const bytes = body instanceof Uint8Array ? body : new Uint8Array()
  return requestOf(bytes) ?? fileOf(bytes)
}
