import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#shared/errors.ts'
import { parseBody } from './json-text.ts'
import { type Level, largeJson } from './large-json.ts'
import { readBytes, takePieces } from './pieces.ts'
import type { BodySize } from './sizes.ts'

/**
 * What the JSON body of a request holds; undefined when there is none. Of a feed, its file comes as bytes.
 * @throws AppError TOO_LARGE, MEDIA_TYPE, NOT_JSON, VALIDATION for what nobody can mean, CANCELLED when the sender has left
 */
export async function readJson(request: IncomingMessage, response: ServerResponse, size: BodySize, level: Level = 1): Promise<unknown> {
  const type = (request.headers['content-type'] ?? '').trim()
  // A form with parts, sent where a JSON body belongs, would be told of a syntax that nobody wrote.
  if (/^multipart\//i.test(type))
    throw new AppError('MEDIA_TYPE', { values: { given: type.split(';')[0]?.slice(0, 64) ?? type }, allowed: ['application/json'] })
  if (!size.large) return parseBody(await readBytes(request, response, size.bytes), size)
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
