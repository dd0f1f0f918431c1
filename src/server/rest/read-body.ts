import express, { type Request, type Response } from 'express'
import { AppError } from '#shared/errors.ts'
import { maxFeedBytes } from '#shared/feed.ts'
import { readJsonBody } from './json-body.ts'

const any = () => true
/** A feed travels in base64 (4 characters for 3 bytes), or as rows that are longer than their file. */
const small = express.raw({ type: any, limit: 1024 * 1024 })
const readers = {
  small,
  list: small,
  feed: express.raw({ type: any, limit: Math.ceil((maxFeedBytes * 4) / 3) + 1024 * 1024 }),
}

/**
 * The JSON fields of a request, whatever its content type says; no body = no fields. Sizes count after unzipping.
 * @throws AppError TOO_LARGE, NOT_JSON or VALIDATION
 */
export async function readBody(request: Request, response: Response, size: keyof typeof readers): Promise<Record<string, unknown>> {
  await new Promise<void>((resolve, reject) => {
    readers[size](request, response, (error?: unknown) => {
      if (!error) return resolve()
      const tooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large'
      reject(new AppError(tooLarge ? 'TOO_LARGE' : 'NOT_JSON', {}, error))
    })
  })
  const body: unknown = request.body
  return readJsonBody(body instanceof Uint8Array ? body : undefined, { list: size === 'list' })
}
