import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, Response } from 'express'

const compress = promisify(gzip)
/** Number of bytes from which compression saves a caller more time than it costs. Source: design/data.md, C */
const leastCompressed = 8 * 1024

/**
 * End a response with a whole text, compressed if it is long and the caller accepts gzip. Not for answers that contain
 * a secret beside text of the caller: their compressed length would reveal the secret.
 */
export async function sendText(request: Request, response: Response, text: string): Promise<void> {
  response.vary('Accept-Encoding')
  if (Buffer.byteLength(text) < leastCompressed || !request.acceptsEncodings('gzip')) return void response.end(text)
  const compressed = await compress(text)
  response.setHeader('content-encoding', 'gzip')
  response.end(compressed)
}
