import type { Readable } from 'node:stream'
import busboy from 'busboy'
import type { Request, Response } from 'express'
import { takePieces } from '#server/bodies/pieces.ts'
import { AppError } from '#shared/errors.ts'
import { imageBytesLimit, type UploadRequest } from '#shared/uploads.ts'

/** The field with the file, as the upload components of common libraries name it. */
export const fileField = 'file'
/** Other form fields that a call reads; all others are ignored. */
const readFields: readonly string[] = ['ownerKind', 'ownerId']
type Form = UploadRequest & { [field: string]: unknown }
const longestName = 64
const limits = {
  fileSize: imageBytesLimit,
  files: 1,
  fields: 4,
  parts: 6,
  fieldSize: 1_024,
  fieldNameSize: longestName,
}
/** Boundaries, headers and small fields around the file. */
const mostAround = 64 * 1_024

/** Collect the file of a form: `full` = it has reached the limit and is cut there, `end` = it is whole. */
function readFile(
  stream: Readable,
  fileName: string,
  on: { full: (upload: UploadRequest) => void; end: (upload: UploadRequest) => void; fail: (error: unknown) => void },
): void {
  const pieces: Buffer[] = []
  let size = 0
  stream.on('error', on.fail)
  stream.on('data', (piece: Buffer) => {
    pieces.push(piece)
    size += piece.length
    if (size >= imageBytesLimit) on.full({ fileName, content: Buffer.concat(pieces) })
  })
  stream.on('end', () => on.end({ fileName, content: Buffer.concat(pieces) }))
}

/**
 * Return the one file of a form and the fields next to it, in memory; a file of 5 MB or more is cut there, and the
 * procedure refuses it by its length. Nothing is written to the disk. Source: trust.md U2, U6
 * @throws AppError UPLOAD_MALFORMED for a form that is broken, cut off, has too many parts, or names its file otherwise
 */
export function readMultipart(request: Request, response: Response): Promise<Form> {
  return new Promise((resolve, reject) => {
    let settled = false
    let stop = () => {}
    let whole: UploadRequest | null = null
    const fields: Record<string, string> = {}

    const settle = (finish: () => void) => {
      if (settled) return
      settled = true
      stop()
      finish()
    }
    const refuse = (cause?: unknown) => settle(() => reject(new AppError('UPLOAD_MALFORMED', {}, cause)))
    /** A form that is too large most likely has a picture that is too large. */
    const fail = (error: unknown) =>
      settle(() =>
        reject(error instanceof AppError && error.code === 'TOO_LARGE' ? new AppError('IMAGE_TOO_LARGE') : error),
      )
    const take = (upload: UploadRequest) => settle(() => resolve({ ...fields, ...upload }))

    let form: ReturnType<typeof busboy>
    try {
      form = busboy({ headers: request.headers, limits, defParamCharset: 'utf8' })
    } catch (error) {
      return refuse(error)
    }
    form.on('file', (name, stream, { filename }) => {
      readFile(stream, filename ?? '', {
        full: take,
        end: (upload) => {
          whole = upload
        },
        fail: refuse,
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

    stop = takePieces(request, response, imageBytesLimit + mostAround, {
      piece: (piece) => {
        if (!settled) form.write(piece)
      },
      end: () => {
        if (!settled) form.end()
      },
      fail,
    })
  })
}
