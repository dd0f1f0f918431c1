import busboy from 'busboy'
import type { Request } from 'express'
import { AppError } from '#shared/errors.ts'
import { imageBytesLimit, type UploadRequest } from '#shared/uploads.ts'

/** The field that holds the file, as the upload parts of common libraries name it. */
export const fileField = 'file'
/** Fields beside the file that a call may read; whatever else is sent is passed over. */
const readFields: readonly string[] = ['ownerKind', 'ownerId']
type Form = UploadRequest & { [field: string]: unknown }
const longestName = 64
const limits = { fileSize: imageBytesLimit, files: 1, fields: 4, parts: 6, fieldSize: 1_024, fieldNameSize: longestName }
/** Boundaries, headers and small fields around the file. */
const mostAround = 64 * 1_024
/** What is read and thrown away of a body that nobody needs any more, so that its sender can read the answer. */
const mostDiscarded = 16 * imageBytesLimit

/** Lets the rest of a body run past, and cuts the connection of whoever does not stop. */
export function discardBody(request: Request): void {
  let discarded = 0
  request.removeAllListeners('data')
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > mostDiscarded) request.destroy()
  })
  request.resume()
}

/**
 * The one file of a form with the fields beside it, in memory; one of 5 MB or more is cut there, and the procedure refuses it by its length.
 * Nothing of it touches the disk. Source: trust.md U2, U6
 * @throws AppError UPLOAD_MALFORMED for a form that is broken, cut off, too rich, or names its file otherwise
 */
export function readMultipart(request: Request): Promise<Form> {
  return new Promise((resolve, reject) => {
    let settled = false
    let received = 0
    let whole: UploadRequest | null = null
    const fields: Record<string, string> = {}

    const settle = (finish: () => void) => {
      if (settled) return
      settled = true
      discardBody(request)
      finish()
    }
    const refuse = (cause?: unknown) => settle(() => reject(new AppError('UPLOAD_MALFORMED', {}, cause)))
    const take = (upload: UploadRequest) => settle(() => resolve({ ...fields, ...upload }))

    let form: ReturnType<typeof busboy>
    try {
      form = busboy({ headers: request.headers, limits, defParamCharset: 'utf8' })
    } catch (error) {
      return refuse(error)
    }
    form.on('file', (name, stream, { filename }) => {
      const pieces: Buffer[] = []
      let size = 0
      stream.on('error', refuse)
      stream.on('data', (piece: Buffer) => {
        pieces.push(piece)
        size += piece.length
        if (size >= imageBytesLimit) take({ fileName: filename ?? '', content: Buffer.concat(pieces) })
      })
      stream.on('end', () => {
        whole = { fileName: filename ?? '', content: Buffer.concat(pieces) }
      })
      if (name !== fileField || filename === undefined) refuse()
    })
    form.on('field', (name, value, { valueTruncated }) => {
      if (name === undefined || name.length > longestName || valueTruncated) refuse()
      else if (readFields.includes(name)) fields[name] = value
    })
    form.on('filesLimit', () => refuse())
    form.on('fieldsLimit', () => refuse())
    form.on('partsLimit', () => refuse())
    form.on('error', refuse)
    form.on('close', () => (whole ? take(whole) : refuse()))

    // Its sender may have left before anybody asked for the body: no event would tell.
    if (request.destroyed) return refuse()
    request.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > imageBytesLimit + mostAround) refuse()
      else form.write(chunk)
    })
    request.on('end', () => {
      if (!settled) form.end()
    })
    request.on('close', () => {
      if (!request.complete) refuse()
    })
  })
}
