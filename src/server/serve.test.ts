import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { serve } from './serve.ts'

const local = { port: 0, host: '127.0.0.1', noticeMs: 0 }

describe('stopping', () => {
  test('Finish a hundred requests in flight and accept no new one', async () => {
    let entered = 0
    const serving = await serve(async (_request, response) => {
      entered += 1
      await wait(700)
      response.end('whole answer')
    }, local)
    const answers = Array.from({ length: 100 }, () => fetch(serving.url).then((answer) => answer.text()))
    while (entered < 100) await wait(5)
    const startedAt = Date.now()
    const stopped = serving.stop()
    await wait(20)
    await expect(fetch(serving.url)).rejects.toThrow()
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['whole answer']))
    await stopped
    expect(Date.now() - startedAt).toBeLessThan(5_000)
  })

  test('Say in a response that was begun before the stop that its connection is closed', async () => {
    const begun: ServerResponse[] = []
    const hold = (request: IncomingMessage, response: ServerResponse) =>
      request.url === '/slow' ? void begun.push(response) : void response.end()
    const serving = await serve(hold, local)
    const answer = fetch(`${serving.url}/slow`)
    await expect.poll(() => begun.length).toBe(1)
    const stopped = serving.stop()
    await expect
      .poll(() =>
        fetch(serving.url).then(
          () => 'served',
          () => 'refused',
        ),
      )
      .toBe('refused')
    for (const response of begun) response.end('whole answer')
    expect((await answer).headers.get('connection')).toBe('close')
    await stopped
  })

  test('Cut endless streams, so that they do not delay the stop', async () => {
    const serving = await serve((_request, response) => {
      response.setHeader('Content-Type', 'text/event-stream')
      response.write('data: 1\n\n')
    }, local)
    const stream = await fetch(serving.url)
    const ended = stream.text().catch(() => 'cut')
    const startedAt = Date.now()
    await serving.stop()
    expect(Date.now() - startedAt).toBeLessThan(2_000)
    expect(await ended).toBe('cut')
  })

  test('Close connections that have sent no request, so that they do not delay the stop', async () => {
    const serving = await serve((_request, response) => response.end('answer'), local)
    const spare = connect({ port: Number(new URL(serving.url).port), host: '127.0.0.1' })
    await once(spare, 'connect')
    expect(await (await fetch(serving.url)).text()).toBe('answer')
    const closed = once(spare, 'close')
    const startedAt = Date.now()
    await serving.stop()
    expect(Date.now() - startedAt).toBeLessThan(5_000)
    await closed
  })

  test('Stop after the grace period even when a request never finishes', async () => {
    const serving = await serve(() => undefined, { ...local, graceMs: 300 })
    const lost = fetch(serving.url).catch(() => 'lost')
    await wait(100)
    await serving.stop()
    expect(await lost).toBe('lost')
  })

  test('Leave time for a load balancer to read "not ready"', async () => {
    const serving = await serve((_request, response) => response.writeHead(503).end(), { ...local, noticeMs: 300 })
    const stopped = serving.stop()
    expect((await fetch(serving.url)).status).toBe(503)
    await stopped
  })
})

/** Open a connection that never closes its own side. */
function open(port: number, first: string) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let said = ''
  let isCut = false
  socket.on('data', (data: Buffer) => {
    said += data.toString('utf8')
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isCut = true
  })
  socket.on('connect', () => socket.write(first))
  /** Wait for the response, then write until the system reports an error: the server has closed the socket. */
  const untilCut = async () => {
    for (; !isCut; await wait(20)) if (said && socket.writable) socket.write(' ')
    return said.split('\r\n', 1)[0]
  }
  return { socket, untilCut, body: () => said.slice(said.indexOf('\r\n\r\n')) }
}
const portOf = (url: string) => Number(new URL(url).port)
const postOf = (body: string) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n${body}`

describe('slow clients', () => {
  const deadlines = { headersMs: 300, requestMs: 500, idleMs: 300, stallMs: 1_000 }

  test('Cut slow clients after their deadline although they never close, with a reason where possible', async () => {
    const read = (request: IncomingMessage, response: ServerResponse) =>
      request.resume().once('end', () => response.end('read'))
    const serving = await serve(read, { ...local, deadlines })
    const port = portOf(serving.url)
    const ends = [
      ['GET / HTTP/1.1\r\nHost: x\r\n', 'HTTP/1.1 408 Request Timeout'],
      [postOf('{'), 'HTTP/1.1 408 Request Timeout'],
      ['nonsense\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ] as const
    const opened = ends.map(([first]) => open(port, first))
    expect(await Promise.all(opened.map(({ untilCut }) => untilCut()))).toEqual(ends.map(([, end]) => end))
    const told = opened.map(({ body }) => JSON.parse(body()) as { code: number; message: string })
    expect(told.map(({ code }) => code)).toEqual([408, 408, 400])
    for (const { message } of told) expect(message).toMatch(/请.* \/ .*request/)
    await serving.stop()
  })

  test('Cut clients that do not read their response, but let a slow handler take its time', async () => {
    const serving = await serve(
      async ({ url }, response) => {
        if (url === '/large') return response.end(Buffer.alloc(64_000_000))
        await wait(2_500)
        response.end('late')
      },
      { ...local, deadlines },
    )
    const { socket } = open(portOf(serving.url), 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
    socket.pause()
    const late = fetch(serving.url).then((answer) => answer.text())
    expect(await late).toBe('late')
    let taken = 0
    socket.on('data', ({ length }: Buffer) => {
      taken += length
    })
    socket.resume()
    await once(socket, 'end')
    expect(taken).toBeLessThan(64_000_000)
    await serving.stop()
  })

  test('Free the connection of a slow client for the next honest request, whatever was sent', async () => {
    const serving = await serve((request, response) => request.resume().once('end', () => response.end('served')), {
      ...local,
      maxConnections: 20,
    })
    const port = portOf(serving.url)
    const slow = ['', 'GET / HTTP/1.1\r\nHost: x\r\n', postOf('{'), 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'].map((first) =>
      Array.from({ length: 60 }, () => open(port, first)),
    )
    for (const { socket } of slow.flat()) if (socket.connecting) await once(socket, 'connect').catch(() => undefined)
    for (let times = 0; times < 5; times += 1)
      expect(await (await fetch(serving.url, { headers: { connection: 'close' } })).text()).toBe('served')
    for (const { socket } of slow.flat()) socket.destroy()
    await serving.stop()
  })
})

describe('a pipelining connection', () => {
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

  test('Serve a few pipelined requests, cut a connection that sends many, and serve the others', async () => {
    let asked = 0
    const serving = await serve(
      async (_, response) => {
        asked += 1
        await wait(20)
        response.end('served')
      },
      { ...local },
    )
    const few = connect({ port: portOf(serving.url), host: '127.0.0.1' })
    let said = ''
    few.on('data', (data: Buffer) => {
      said += data.toString('latin1')
    })
    few.write(request.repeat(20))
    await expect.poll(() => said.split('served').length - 1).toBe(20)
    few.destroy()
    asked = 0
    // A write to a closed connection ends in an error.
    const many = connect({ port: portOf(serving.url), host: '127.0.0.1' }).on('error', () => undefined)
    const cut = new Promise<void>((resolve) => many.once('close', () => resolve()))
    many.write(request.repeat(20_000))
    await cut
    expect(asked).toBeLessThanOrEqual(32)
    expect(await (await fetch(serving.url)).text()).toBe('served')
    await serving.stop()
  })
})

describe('starting', () => {
  test('Report a port that is in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await expect(serve(() => undefined, { ...local, port })).rejects.toThrow('EADDRINUSE')
    other.close()
  })
})
