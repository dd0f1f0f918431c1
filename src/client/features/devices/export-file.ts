import { say } from '#client/i18n.ts'
import { fileNameOf } from '#client/save-file.ts'
import { signedOut } from '#client/signed-out.ts'
import { callHeaders } from '#client/trpc.ts'
import type { DeviceColumn, ExportFormat } from '#shared/devices.ts'
import type { Language } from '#shared/i18n/index.ts'
import type { DeviceView } from './device-view.ts'

/** What the file shall hold: the filters, order and columns of the screen. */
export type ExportRequest = { view: DeviceView; columns: readonly DeviceColumn[]; format: ExportFormat; language: Language }

/** A refusal of the server in its own words. */
export class ExportRefused extends Error {}

const signedOutCodes: readonly unknown[] = [50008, 50012, 50014]

async function refusalOf(answer: Response): Promise<Error> {
  const body: unknown = await answer.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return new ExportRefused(`HTTP ${answer.status}`)
  if ('code' in body && signedOutCodes.includes(body.code)) signedOut(true)
  return new ExportRefused('message' in body && typeof body.message === 'string' ? body.message : `HTTP ${answer.status}`)
}

/** Fetches the list as a file through the documented call, telling how many bytes have come. Aborting rejects with the signal's reason. */
export async function fetchExport(request: ExportRequest, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<{ name: string; content: Blob }> {
  const { view, columns, format, language } = request
  const answer = await fetch('/api/device/export', {
    method: 'POST',
    credentials: 'omit',
    signal,
    headers: { ...callHeaders(), 'content-type': 'application/json' },
    body: JSON.stringify({ ...view.filters, orderColumn: view.orderColumn, orderWay: view.orderWay, columns, format, language }),
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
    onBytes(bytes)
  }
  return { name: fileNameOf(answer.headers.get('content-disposition'), `${say('device.export.name')}.${format}`), content: new Blob(pieces, { type }) }
}
