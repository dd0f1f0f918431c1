import { once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Response } from 'express'
import { expect, test } from 'vitest'
import { messagesOf } from './http/express-messages.ts'
import { beginHeaders, putHeader } from './response-headers.ts'

const always = ['X-Frame-Options', 'SAMEORIGIN', 'Referrer-Policy', 'no-referrer']

/** Return the headers of a response to which `handle` has added some, without the time. */
async function headersOf(handle: (response: Response) => unknown, isListing: boolean): Promise<IncomingHttpHeaders> {
  const application = express().disable('x-powered-by')
  application.get('/', (_request, response) => {
    beginHeaders(response, always)
    putHeader(response, 'X-Request-Id', 'one-request')
    putHeader(response, 'Cache-Control', 'no-store')
    handle(response)
    if (!response.writableEnded) response.end('done')
  })
  const server = createServer(isListing ? messagesOf(application) : {}, application).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const asked = get({ host: '127.0.0.1', port, agent: false })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const { date, ...headers } = answer.headers
    expect(date).toBeDefined()
    return headers
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

test.each<[string, (response: Response) => unknown]>([
  ['nothing else is set', () => undefined],
  ['a further header is put', (response) => putHeader(response, 'Content-Length', '4')],
  ['a header is put twice', (response) => putHeader(response, 'cache-control', 'private')],
  ['Node sets another one', (response) => response.setHeader('Retry-After', '5')],
  ['Node replaces one', (response) => response.setHeader('Cache-Control', 'private')],
  [
    'one is put after Node has set another',
    (response) => putHeader(response.setHeader('Retry-After', '5'), 'Cache-Control', 'private'),
  ],
  ['one is removed', (response) => response.removeHeader('Referrer-Policy')],
  ['one is extended', (response) => response.appendHeader('Cache-Control', 'max-age=0')],
  ['all are read', (response) => response.json([response.getHeaders(), response.getHeaderNames()])],
  ['one is read', (response) => response.json([response.getHeader('x-request-id'), response.hasHeader('ETag')])],
  ['the head is written with a reason', (response) => response.writeHead(201, 'Made', { 'Cache-Control': 'private' })],
  ['the head is written with another one', (response) => response.writeHead(404, { 'Retry-After': '5' })],
  ['Express varies and sends', (response) => response.vary('Accept-Encoding').status(202).json({ done: true })],
])('Send the same headers as Node when %s', async (_what, handle) => {
  const sent = await headersOf(handle, true)
  expect(sent).toEqual(await headersOf(handle, false))
  expect(sent).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'x-request-id': 'one-request' })
})

test('Refuse a header value that would begin another header', async () => {
  let problem: unknown
  await headersOf((response) => {
    putHeader(response, 'X-Note', 'one\r\nX-Other: two')
    try {
      response.end('done')
    } catch (error) {
      problem = error
      response.removeHeader('X-Note')
      response.end('refused')
    }
  }, true)
  expect(problem).toMatchObject({ code: 'ERR_INVALID_CHAR' })
})
