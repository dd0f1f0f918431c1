import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import express from 'express'
import { expect, test } from 'vitest'
import type { FileParts } from '#shared/files.ts'
import { contentDisposition, sendFile } from './send-file.ts'

/** Serve one file and return the outcome. */
async function serve(parts: () => FileParts) {
  const outcome: { error: unknown; ended: boolean } = { error: null, ended: false }
  const server = express()
    .use(async (_, response) => {
      await sendFile(response, parts()).catch((error: unknown) => {
        outcome.error = error
        if (!response.headersSent) response.status(500).end()
      })
      outcome.ended = true
    })
    .listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    outcome,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}

test('Send a file byte for byte, under its Chinese name', async () => {
  const { url, close } = await serve(async function* () {
    yield { fileName: '设备 "1".csv', contentType: 'text/csv; charset=utf-8' }
    yield { text: '\ufeff序列号\n' }
    yield { base64: Buffer.from([0, 255, 10]).toString('base64') }
  })
  const answer = await fetch(url)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="__ _1_.csv"; filename*=UTF-8''%E8%AE%BE%E5%A4%87%20%221%22.csv`,
  )
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(
    Buffer.concat([Buffer.from('\ufeff序列号\n'), Buffer.from([0, 255, 10])]),
  )
  close()
})

test('Escape quotes and brackets of a name by RFC 5987', () => {
  expect(contentDisposition('设备列表.xls')).toBe(
    `attachment; filename="download.xls"; filename*=UTF-8''%E8%AE%BE%E5%A4%87%E5%88%97%E8%A1%A8.xls`,
  )
  expect(contentDisposition("it's (1)*.csv")).toBe(
    `attachment; filename="it's (1)*.csv"; filename*=UTF-8''it%27s%20%281%29%2A.csv`,
  )
})

test('End without an error when the reader left before the name of the file', async () => {
  const reader = new AbortController()
  const { url, outcome, close } = await serve(async function* () {
    reader.abort()
    await wait(100)
    yield* []
  })
  await expect(fetch(url, { signal: reader.signal })).rejects.toThrow('abort')
  while (!outcome.ended) await wait(5)
  expect(outcome.error).toBeNull()
  close()
})

test('Stop the query when the reader leaves', async () => {
  let made = 0
  let finished = false
  const { url, outcome, close } = await serve(async function* () {
    try {
      yield { fileName: 'big.csv', contentType: 'text/csv' }
      for (; made < 10_000; made += 1) yield { text: 'x'.repeat(64 * 1024) }
    } finally {
      finished = true
    }
  })
  await new Promise<void>((left) => {
    const asked = request(url, (answer) => {
      answer.once('data', () => {
        answer.destroy()
        left()
      })
    })
    asked.on('error', () => undefined)
    asked.end()
  })
  for (let tries = 0; tries < 100 && !outcome.ended; tries += 1) await wait(20)
  expect([outcome.ended, finished]).toEqual([true, true])
  expect(made).toBeLessThan(5_000)
  close()
})

test('Pause the query for a slow reader instead of filling the memory', async () => {
  let made = 0
  const { url, close } = await serve(async function* () {
    yield { fileName: 'big.csv', contentType: 'text/csv' }
    for (; made < 2_000; made += 1) yield { text: 'x'.repeat(64 * 1024) }
  })
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve) => request(url, resolve).end())
  answer.pause()
  await wait(300)
  const before = made
  await wait(200)
  expect(made).toBe(before)
  expect(made).toBeLessThan(500)
  answer.destroy()
  close()
})

test('Cut the connection on a failure in the middle, so that a truncated file never looks complete', async () => {
  const { url, outcome, close } = await serve(async function* () {
    yield { fileName: 'a.csv', contentType: 'text/csv' }
    yield { text: 'half' }
    throw new Error('broken')
  })
  await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow()
  expect(outcome.error).toBeInstanceOf(Error)
  close()
})
