import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callsTo, fetchFrom } from './fetch-from.ts'

/** Never answers `/silent`, sends a page for `/page`, stops in the middle for `/stops`, sends slowly for `/slow`. */
const server = createServer((request, response: ServerResponse) => {
  if (request.url === '/silent') return
  if (request.url === '/page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{')
  if (request.url === '/stops') return
  let left = 6
  const timer = setInterval(() => {
    left -= 1
    if (left > 0) return void response.write(' ')
    clearInterval(timer)
    response.end('}')
  }, 100)
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const patience = { noticeMs: 50, answerMs: 300, progressMs: 300 }

test('report a server that never answers after a while, and end the command with advice', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await expect(fetchFrom(url, 'en', patience)(`${url}/silent`)).rejects.toMatchObject({
    word: 'cli.silentEnd',
    exitCode: 1,
  })
  expect(said.mock.calls.flat().join('')).toContain('has not answered yet')
  said.mockRestore()
})

test('end a response that stops in the middle; read one that continues, however slowly, to its end', async () => {
  const ask = async (path: string) => (await fetchFrom(url, 'en', patience)(`${url}${path}`)).text()
  await expect(ask('/stops')).rejects.toMatchObject({ word: 'cli.silentEnd' })
  expect(await ask('/slow')).toBe('{     }')
})

test('report a broken response by its cause on the way to the server', async () => {
  const { fetch: ask, explain } = callsTo(url, 'en')
  expect(explain(new TypeError('value2 is not iterable'))).toMatchObject({ word: 'cli.cutOff', values: { url } })
  await expect(ask(`${url}/page`)).rejects.toMatchObject({ word: 'cli.unreachable' })
  expect(explain(new Error('This operation was aborted'))).toMatchObject({
    word: 'cli.unreachable',
    values: { problem: 'HTTP 200' },
  })
  const fault = new TypeError('x is not a function')
  expect(explain(fault)).toBe(fault)
})

test.each([
  ['zh', '此端口不能用于 HTTP'],
  ['en', 'HTTP must not use this port'],
] as const)('name a port of another protocol in the language of the terminal: %s', async (language, problem) => {
  const address = 'http://127.0.0.1:1'
  await expect(fetchFrom(address, language, patience)(address)).rejects.toMatchObject({ values: { problem } })
})
