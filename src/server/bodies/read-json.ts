import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#shared/errors.ts'
import { parseBody } from './json-text.ts'
import { type Level, largeJson } from './large-json.ts'
import { readBytes, takePieces } from './pieces.ts'
import type { BodySize } from './sizes.ts'

const dash = 0x2d
const longestShown = 64

/**
 * Refuse a multipart form in place of JSON, whose JSON syntax error would confuse its sender.
 * @throws AppError MEDIA_TYPE
 */
function refuseForm({ headers }: IncomingMessage, bytes: Buffer): Buffer {
  if (bytes[0] !== dash || bytes[1] !== dash) return bytes
  const given = (headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
  // JSON is accepted with any content type: documented clients send various ones.
  if (!/^multipart\//i.test(given)) return bytes
  throw new AppError('MEDIA_TYPE', { values: { given: given.slice(0, longestShown) }, allowed: ['application/json'] })
}

/**
 * Return the value of a JSON body; undefined when there is none. The file of a feed comes as bytes.
 * @throws AppError TOO_LARGE, MEDIA_TYPE, NOT_JSON, VALIDATION for refused content, CANCELLED when the sender has left
 */
export async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
  size: BodySize,
  level: Level = 1,
): Promise<unknown> {
  if (!size.large) return parseBody(refuseForm(request, await readBytes(request, response, size.bytes)), size)
  const body = largeJson(size.large, size, level)
  return new Promise((resolve, reject) => {
    takePieces(request, response, size.bytes, {
      piece: (piece) => body.write(piece),
      end: () => {
        try {
          resolve(body.end())
        } catch (error) {
          reject(error)
        }
      },
      fail: reject,
    })
  })
}
