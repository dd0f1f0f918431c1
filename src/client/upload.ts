import type { Picture } from '#shared/attachments.ts'
import type { UploadAnswer } from '#shared/uploads.ts'
import { isSignedOut, isSuccess } from './envelope.ts'
import { say } from './i18n.ts'
import { signedOut } from './signed-out.ts'
import { callHeaders } from './trpc.ts'

const sketchAddress = '/api/project/upload'
const pictureAddress = '/api/attachments/actions/upload'
const timeoutMilliseconds = 60_000

/** Why a picture was not accepted, as a message for the user. */
export class UploadError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UploadError'
  }
}

export type UploadOptions = {
  /** Called during the upload, with the uploaded fraction from 0 to 1. */
  onProgress?: (part: number) => void
  /** Stop the upload; the promise then rejects with its reason. */
  signal?: AbortSignal
  /** The picture at once becomes the user's own picture. */
  own?: boolean
}

/** Return the envelope of the response; null if something other than our server has responded. */
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
 * Upload a picture with progress, which fetch cannot report. An ended session shows the signed-out box, as for every
 * call.
 * @throws UploadError with the server's message, or why it could not be reached; the reason of `signal` if it was
 * aborted
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
    request.addEventListener('error', () => {
      const failed = (word: 'ui.networkFailed' | 'ui.fileChanged') => () => reject(new UploadError(say(word)))
      void file.arrayBuffer().then(failed('ui.networkFailed'), failed('ui.fileChanged'))
    })
    request.addEventListener('timeout', () => reject(new UploadError(say('ui.timedOut'))))
    request.addEventListener('abort', () => reject(signal?.reason ?? new UploadError(say('ui.networkFailed'))))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop))
    request.send(form)
  })
}

/** Upload a sketch; the response names it for `mainImage` and `coldStorageImages`. It throws as `send` does. */
export const uploadImage = (file: File, options: UploadOptions = {}): Promise<UploadAnswer> =>
  send(sketchAddress, file, options)

/** Upload a picture for a form that refers to it by its id. It throws as `send` does. */
export const uploadPicture = (file: File, options: UploadOptions = {}): Promise<Picture> =>
  send(pictureAddress, file, options)
