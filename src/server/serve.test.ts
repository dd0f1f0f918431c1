import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { serve } from './serve.ts'

const local = { port: 0, host: '127.0.0.1', noticeMs: 0 }

describe('stopping', () => {
  test('finishes a hundred requests in flight and accepts no new one', async () => {
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

  test('cuts streams that would never end, so that a watcher holds nothing up', async () => {
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

  test('ends after its grace even when a request never finishes', async () => {
    const serving = await serve(() => undefined, { ...local, graceMs: 300 })
    const lost = fetch(serving.url).catch(() => 'lost')
    await wait(100)
    await serving.stop()
    expect(await lost).toBe('lost')
  })

  test('leaves a moment in which a balancer reads "not ready"', async () => {
    const serving = await serve((_request, response) => response.writeHead(503).end(), { ...local, noticeMs: 300 })
    const stopped = serving.stop()
    expect((await fetch(serving.url)).status).toBe(503)
    await stopped
  })
})

describe('starting', () => {
  test('says so when the port is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await expect(serve(() => undefined, { ...local, port })).rejects.toThrow('EADDRINUSE')
    other.close()
  })
})
