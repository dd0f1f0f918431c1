import type { Response } from 'express'
import type { FilePart } from '#shared/files.ts'

export const isFileParts = (result: unknown): result is AsyncGenerator<FilePart, void, unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result && 'next' in result

/** Create the header by RFC 6266, in the RFC 5987 form for Chinese names and a plain form for old clients. */
export function contentDisposition(fileName: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const readable = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const plain = /^[_ ]*\./.test(readable) ? readable.replace(/^[_ ]*/, 'download') : readable
  const extended = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extended}`
}

/** Resolve when the reader has taken the written data, or has left. */
const drained = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    if (response.closed || response.destroyed) return resolve()
    response.on('drain', done).on('close', done)
  })

/** Return the requested range (Range), first and last byte; null = the whole file, 'none' = outside the file. */
function partOf(response: Response, size: number | undefined): { start: number; end: number } | null | 'none' {
  if (size === undefined) return null
  response.set('Accept-Ranges', 'bytes')
  const ranges = response.req.range(size)
  if (ranges === -1) return 'none'
  const [range, ...more] = ranges === undefined || ranges === -2 || ranges.type !== 'bytes' ? [] : ranges
  return range && more.length === 0 ? range : null
}

/**
 * Stream a file at the reader's speed; a reader who leaves stops the query. A failure before the first byte is thrown,
 * so that it can still be an envelope; a later one cuts the connection, so that a truncated file never looks complete.
 */
export async function sendFile(response: Response, parts: AsyncGenerator<FilePart, void, unknown>): Promise<void> {
  const head = await parts.next()
  // The reader left before the first byte, which ends the parts.
  if (response.closed || response.destroyed) return void (await parts.return())
  if (head.done || !('fileName' in head.value)) throw new Error('a file must begin with its name')
  const part = partOf(response, head.value.size)
  if (part === 'none') {
    await parts.return()
    return void response.status(416).set('Content-Range', `bytes */${head.value.size}`).end()
  }
  if (part)
    response.set({
      'Content-Range': `bytes ${part.start}-${part.end}/${head.value.size}`,
      'Content-Length': String(part.end - part.start + 1),
    })
  response.status(part ? 206 : 200).set({
    'Content-Type': head.value.contentType,
    'Content-Disposition': contentDisposition(head.value.fileName, head.value.picture ? 'inline' : 'attachment'),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(head.value.picture ? { 'Content-Security-Policy': "default-src 'none'; sandbox" } : {}),
  })
  try {
    let at = 0
    for await (const piece of parts) {
      if (response.closed || response.destroyed) return
      if ('fileName' in piece) continue
      const bytes = Buffer.from('text' in piece ? piece.text : piece.base64, 'text' in piece ? 'utf8' : 'base64')
      const wanted = part ? bytes.subarray(Math.max(part.start - at, 0), Math.max(part.end + 1 - at, 0)) : bytes
      at += bytes.length
      if (wanted.length === 0) continue
      const room = response.write(wanted)
      if (!room) await drained(response)
      // Do not read beyond the requested range.
      if (part && at > part.end) break
    }
    response.end()
  } catch (error) {
    if (!response.headersSent) throw error
    response.destroy(error instanceof Error ? error : undefined)
    throw error
  } finally {
    await parts.return()
  }
}
