import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createScreenPage } from './screen-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'coldfleet-page-'))
afterAll(() => rmSync(folder, { recursive: true }))
const texts = { brandText: '冷库 "A&B"', supportPhone: '400-1', passwordPolicy: 'documented' } as const
const signedIn = 'other=1; token=abc'

test('Return no page for a folder that was never built', () => {
  expect(createScreenPage(join(folder, 'nowhere'), texts)).toBeNull()
})

test('Preload the files of a screen for a browser with a session cookie, else those of the sign-in page', () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<html><head>\n<script src="/early.js"></script>  </head><body></body></html>',
  )
  const needed = (files: string[], words: string) => ({
    files,
    words: { zh: ['/start-zh.js', `/${words}-zh.js`], en: ['/start-en.js', `/${words}-en.js`] },
  })
  const list = {
    '/': needed(['/f.js'], 'frame'),
    '/login': needed(['/l.js'], 'login'),
    '/list/index': { ...needed(['/f.js', '/s.js'], 'list'), first: [{ path: 'list.find', input: { page: 1 } }] },
  }
  writeFileSync(join(folder, 'screen-files'), JSON.stringify(list))
  const pageOf = createScreenPage(folder, texts)
  // The first data of a session comes before scripts; the sign-in page has no data.
  const low = /<link rel="modulepreload" fetchpriority="low" crossorigin href="([^"]+)">/g
  const usual = /<link rel="modulepreload" crossorigin href="([^"]+)">/g
  const named = (path: string, cookie?: string) =>
    [...(pageOf?.(path, cookie).text ?? '').matchAll(cookie === signedIn ? low : usual)].map(([, name]) => name)
  expect(named('/list/index', signedIn)).toEqual(['/f.js', '/s.js'])
  expect(named('/list/index/', signedIn)).toEqual(['/f.js', '/s.js'])
  expect(named('/', signedIn)).toEqual(['/f.js'])
  expect(named('/list/index')).toEqual(['/l.js'])
  expect(named('/list/index', 'token=')).toEqual(['/l.js'])
  expect(named('/elsewhere', signedIn)).toEqual([])
  expect(pageOf?.('/login', undefined).text).not.toContain('fetchpriority')
  const page = pageOf?.('/list/index', signedIn)
  // Both languages: only the tab knows which one it uses.
  expect(page?.text).toContain(
    '<script src="/early.js" data-zh="/start-zh.js /list-zh.js" data-en="/start-en.js /list-en.js" data-first="[{&quot;path&quot;:&quot;list.find&quot;,&quot;input&quot;:{&quot;page&quot;:1}}]"></script>',
  )
  expect(pageOf?.('/list/index', undefined)?.text).toContain('data-en="/start-en.js /login-en.js"')
  expect(page?.text).toContain(
    '<meta name="branding" content="{&quot;brandText&quot;:&quot;冷库 \\&quot;A&amp;B\\&quot;&quot;,',
  )
  expect(page && gunzipSync(page.gzip).toString()).toBe(page?.text)
})
