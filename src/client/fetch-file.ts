import { isSignedOut } from './envelope.ts'
import { say } from './i18n.ts'
import { fileNameOf } from './save-file.ts'
import { signedOut } from './signed-out.ts'
import { callHeaders } from './trpc.ts'

/** A refusal with the server's message. */
export class FileRefused extends Error {}

async function refusalOf(answer: Response): Promise<Error> {
  const body: unknown = await answer.json().catch(() => null)
  const troubled = say('net.troubled', { status: answer.status })
  if (typeof body !== 'object' || body === null) return new FileRefused(troubled)
  if ('code' in body && isSignedOut(body.code)) signedOut(true)
  return new FileRefused('message' in body && typeof body.message === 'string' ? body.message : troubled)
}

export type FileCall = { method: 'GET' | 'POST'; path: string; body?: object; fallbackName: string }

/**
 * Download a file through a documented call, and report the bytes received. Aborting rejects with the signal's reason.
 */
export async function fetchFile(
  call: FileCall,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<{ name: string; content: Blob }> {
  const { method, path, body, fallbackName } = call
  const answer = await fetch(path, {
    method,
    credentials: 'omit',
    signal,
    headers: { ...callHeaders(), ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  })
  const type = answer.headers.get('content-type') ?? ''
  if (!answer.ok || type.startsWith('application/json') || !answer.body) throw await refusalOf(answer)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = answer.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
    bytes += value.length
    onBytes?.(bytes)
  }
  return {
    name: fileNameOf(answer.headers.get('content-disposition'), fallbackName),
    content: new Blob(pieces, { type }),
  }
}
