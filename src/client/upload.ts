import type { Picture } from '#shared/attachments.ts'
import type { UploadAnswer } from '#shared/uploads.ts'
import { isSignedOut, isSuccess } from './envelope.ts'
import { say } from './i18n.ts'
import { signedOut } from './signed-out.ts'
import { callHeaders } from './trpc.ts'

const sketchAddress = '/api/project/upload'
const pictureAddress = '/api/attachments/actions/upload'
const timeoutMilliseconds = 60_000

/** Why a picture was not taken, in words for a person. */
export class UploadError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UploadError'
  }
}

export type UploadOptions = {
  /** Called while the file travels, with the part of it that has, from 0 to 1. */
  onProgress?: (part: number) => void
  /** Stops the upload; the promise then rejects with its reason. */
  signal?: AbortSignal
  /** It becomes the picture of anyone who sends it, at once. */
  own?: boolean
}

/** The envelope of the answer, null when something other than our server has answered. */
function envelopeOf<Answer>(text: string): { code: unknown; message: string; data: Answer } | null {
  try {
    const envelope: unknown = JSON.parse(text)
    return typeof envelope === 'object' && envelope !== null && 'code' in envelope
      ? (envelope as { code: unknown; message: string; data: Answer })
      : null
  } catch {
    return null
  }
}

/**
 * Sends a picture, telling how far it is: fetch cannot. A session that is over shows the signed-out box as every call does.
 * @throws UploadError with the server's own words, or why it could not be reached; the reason of `signal` when that fired
 */
function send<Answer>(address: string, file: File, { onProgress, signal, own }: UploadOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const form = new FormData()
    if (own) form.append('ownerKind', 'user')
    form.append('file', file, file.name)
    request.open('POST', address)
    request.timeout = timeoutMilliseconds
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value)
    const stop = () => request.abort()
    signal?.addEventListener('abort', stop, { once: true })
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    })
    request.addEventListener('load', () => {
      const envelope = envelopeOf<Answer>(request.responseText)
      if (envelope && isSuccess(envelope.code)) return resolve(envelope.data)
      if (isSignedOut(envelope?.code)) signedOut(true)
      reject(new UploadError(envelope?.message ?? say('net.troubled', { status: request.status })))
    })
    request.addEventListener('error', () => reject(new UploadError(say('ui.networkFailed'))))
    request.addEventListener('timeout', () => reject(new UploadError(say('ui.timedOut'))))
    request.addEventListener('abort', () => reject(signal?.reason ?? new UploadError(say('ui.networkFailed'))))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop))
    request.send(form)
  })
}

/** A sketch; the answer names it for `mainImage` and `coldStorageImages`. Throws as `send` does. */
export const uploadImage = (file: File, options: UploadOptions = {}): Promise<UploadAnswer> =>
  send(sketchAddress, file, options)

/** A picture for the form that names it by its id. Throws as `send` does. */
export const uploadPicture = (file: File, options: UploadOptions = {}): Promise<Picture> =>
  send(pictureAddress, file, options)
