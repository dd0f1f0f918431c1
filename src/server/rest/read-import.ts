import busboy from 'busboy'
import type { Request, Response } from 'express'
import { createFilling } from '#server/bodies/filling.ts'
import { largeJson } from '#server/bodies/large-json.ts'
import { takePieces } from '#server/bodies/pieces.ts'
import type { BodySize } from '#server/bodies/sizes.ts'
import { tooLarge } from '#server/bodies/too-large.ts'
import { giveWay } from '#server/giving-way.ts'
import { AppError } from '#shared/errors.ts'
import { maxFeedBytes } from '#shared/feed.ts'
import { fieldsOfBody } from './json-body.ts'
import { fileField } from './read-multipart.ts'

type Fields = Record<string, unknown>

const limits = { fileSize: maxFeedBytes + 1, files: 1, fields: 8, parts: 10, fieldSize: 1_024, fieldNameSize: 64 }
/** Fields that a form may have next to its file. */
const options: readonly string[] = [
  'companyId',
  'businessDate',
  'dryRun',
  'strict',
  'absentOffline',
  'confirm',
  'language',
]
/** Names a file without a name: an empty file must not mean "use the configured feed". */
const unnamed = 'import'
/** Bytes of a body that are scanned before other requests get their turn. */
const turnBytes = 128 * 1024

/** Return the expected size; a compressed body has no known size, and a form has a little more than its file. */
const expectedOf = ({ headers }: Request): number | undefined =>
  headers['content-encoding'] ? undefined : Number(headers['content-length']) || undefined

const fileOf = (content: Uint8Array, fileName = unnamed): Fields =>
  content.length === 0 ? { fileName } : { fileName, content }

function readForm(request: Request, response: Response, size: BodySize): Promise<Fields> {
  return new Promise((resolve, reject) => {
    let file: Fields | null = null
    let stop = () => {}
    const fields: Record<string, string> = {}
    const refuse = (error: unknown) => {
      stop()
      reject(error)
    }
    const malformed = (cause?: unknown) => refuse(new AppError('UPLOAD_MALFORMED', {}, cause))
    let form: ReturnType<typeof busboy>
    try {
      form = busboy({ headers: request.headers, limits, defParamCharset: 'utf8' })
    } catch (error) {
      return malformed(error)
    }
    form.on('file', (name, stream, { filename }) => {
      const content = createFilling(maxFeedBytes, expectedOf(request))
      stream.on('error', malformed)
      stream.on('limit', () => refuse(tooLarge(maxFeedBytes)))
      stream.on('data', (piece: Buffer) => {
        if (!stream.truncated) content.add(piece)
      })
      stream.on('end', () => {
        file = fileOf(content.bytes(), filename || unnamed)
      })
      if (name !== fileField) malformed()
    })
    form.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) malformed()
      else if (options.includes(name)) fields[name] = value
      // A misspelt "dryRun" must not apply a rehearsal.
      else
        refuse(
          new AppError('VALIDATION', {
            field: name,
            problem: 'problem.unknownFields',
            values: { fields: name, allowed: options.join(', ') },
          }),
        )
    })
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) form.on(limit, () => malformed())
    form.on('error', malformed)
    form.on('close', () => (file ? resolve({ ...fields, ...file }) : malformed()))
    stop = takePieces(request, response, size.bytes, {
      piece: (piece) => {
        form.write(piece)
      },
      end: () => form.end(),
      fail: refuse,
    })
  })
}

function readFile(request: Request, response: Response, size: BodySize): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const content = createFilling(size.bytes, expectedOf(request))
    takePieces(request, response, size.bytes, { piece: content.add, end: () => resolve(content.bytes()), fail: reject })
  })
}

/**
 * Return the JSON object that describes a feed; null for any other JSON, including lines of JSON, which is the feed
 * itself.
 */
async function requestOf(bytes: Uint8Array, size: BodySize): Promise<Fields | null> {
  if (bytes[0] !== 0x7b || !size.large) return null
  const reader = largeJson(size.large, size, 1)
  try {
    for (let from = 0; from < bytes.length && !reader.hasMore(); from += turnBytes) {
      reader.write(bytes.subarray(from, from + turnBytes))
      await giveWay()
    }
    if (reader.hasMore()) return null
    const body = fieldsOfBody(reader.end())
    return 'content' in body || 'devices' in body ? body : null
  } catch (error) {
    // Invalid JSON may be lines that the feed reader can read; any other refusal is final.
    if (error instanceof AppError && (error.code === 'NOT_JSON' || error.code === 'TOO_LARGE')) return null
    throw error
  }
}

/**
 * Read a file of devices (csv, json or ndjson): as the field `file` of a form, as the body itself, or within the JSON
 * of updateDevice.
 * @throws AppError TOO_LARGE, MEDIA_TYPE, UPLOAD_MALFORMED, VALIDATION
 */
export async function readImport(request: Request, response: Response, size: BodySize): Promise<Fields> {
  if (/^multipart\/form-data/i.test(request.headers['content-type'] ?? '')) return readForm(request, response, size)
  const bytes = await readFile(request, response, size)
  return (await requestOf(bytes, size)) ?? fileOf(bytes)
}
