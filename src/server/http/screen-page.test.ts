import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createScreenPage } from './screen-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'coldfleet-page-'))
afterAll(() => rmSync(folder, { recursive: true }))
const signedIn = 'other=1; token=abc'

test('a folder that was never built has no page', () => {
  expect(createScreenPage(join(folder, 'nowhere'))).toBeNull()
})

test('the page names the files of its screen to a browser that may be signed in, and those of the sign-in page to anybody else', () => {
  writeFileSync(join(folder, 'index.html'), '<html><head>\n  </head><body></body></html>')
  writeFileSync(join(folder, 'screen-files'), JSON.stringify({ '/': ['/f.js'], '/login': ['/l.js'], '/list/index': ['/f.js', '/s.js'] }))
  const pageOf = createScreenPage(folder)
  const named = (path: string, cookie?: string) =>
    [...(pageOf?.(path, cookie).text ?? '').matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(([, name]) => name)
  expect(named('/list/index', signedIn)).toEqual(['/f.js', '/s.js'])
  expect(named('/list/index/', signedIn)).toEqual(['/f.js', '/s.js'])
  expect(named('/', signedIn)).toEqual(['/f.js'])
  expect(named('/list/index')).toEqual(['/l.js'])
  expect(named('/list/index', 'token=')).toEqual(['/l.js'])
  expect(named('/elsewhere', signedIn)).toEqual([])
  const page = pageOf?.('/list/index', signedIn)
  expect(page && gunzipSync(page.gzip).toString()).toBe(page?.text)
})
