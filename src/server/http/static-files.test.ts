import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, expect, test } from 'vitest'
import { staticFiles } from './static-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'coldfleet-static-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each(['gzip', 'identity'])('Tell the length of the page also to HEAD, with the encoding %s', async (encoding) => {
  writeFileSync(
    join(folder, 'index.html'),
    '<html><head>\n<script src="/early.js"></script>  </head><body>冷</body></html>',
  )
  writeFileSync(join(folder, 'screen-files'), JSON.stringify({}))
  const texts = { brandText: '冷库', supportPhone: '', passwordPolicy: 'documented' } as const
  const server = createServer(express().use(staticFiles(folder, texts)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const lengthBy = async (method: string) => {
    const answer = await fetch(`http://127.0.0.1:${address.port}/`, {
      method,
      headers: { 'accept-encoding': encoding },
    })
    await answer.text()
    return answer.headers.get('content-length')
  }
  expect(await lengthBy('HEAD')).toMatch(/^[1-9]\d+$/)
  expect(await lengthBy('HEAD')).toBe(await lengthBy('GET'))
  server.close()
})
