import fs from 'node:fs'
import { createServer } from 'node:http'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { textOfPdf } from '#tests/support/pdf-text.ts'
import { printPdf, reportFont } from './print-pdf.ts'
import { printable, printableText } from './printable.ts'

const defaultStyle = { font: reportFont, fontSize: 10 }
const printed = async (text: string) => textOfPdf(await printPdf({ defaultStyle, content: [text] }))

test('Print Chinese and English texts that can be selected and searched, in both weights', async () => {
  const bytes = await printPdf({
    defaultStyle,
    content: ['无霜选型报告 S-2000', { text: '需湿量 3.951 kg/h，风量 1721 m³/h', bold: true }],
  })
  expect(await textOfPdf(bytes)).toBe('无霜选型报告 S-2000\n需湿量 3.951 kg/h，风量 1721 m³/h')
  expect(bytes.length).toBeLessThan(40_000)
})

test('Keep the text search of one report independent of the report before', async () => {
  // Two characters that share one glyph in the font.
  expect(await printed('⽇')).toBe('⽇')
  expect(await printed('日')).toBe('日')
})

test('Print missing characters as a box, one for each emoji, and omit invisible characters', () => {
  expect(printableText('冷库 A±1 {{name}} <b>')).toBe('冷库 A±1 {{name}} <b>')
  expect(printableText('冷库🧊一号👨‍👩‍👧店')).toBe('冷库□一号□店')
  expect(printableText('ab\u202Edc\u200F\uFEFF\u0000e\r\nf\ud800')).toBe('abdc e\nf□')
  expect(printableText('𠮷野家 ｶﾅ שלום')).toMatch(/^(𠮷|□)野家 /)
  const bytes = new Uint8Array([1, 2])
  expect(printable({ name: '🧊', rows: [{ bytes, count: 1, none: null }] })).toEqual({
    name: '□',
    rows: [{ bytes, count: 1, none: null }],
  })
})

test('Print a report with any text', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      expect(
        (await printPdf({ defaultStyle, content: [printable(given), { table: { body: [[printable(given), '1']] } }] }))
          .length,
      ).toBeGreaterThan(0)
    }),
    { numRuns: 100 },
  )
}, 60_000)

test('Open no path and no URL of a document', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/secret.png`
  await printed('the fonts are read before')
  const reading = vi.spyOn(fs, 'readFileSync')
  try {
    for (const image of ['/etc/hostname', 'package.json', 'file:///etc/hostname', url]) {
      await expect(printPdf({ defaultStyle, content: [{ image }] })).rejects.toThrow()
      await expect(
        printPdf({ defaultStyle, content: [{ image: 'named' }], images: { named: image } }),
      ).rejects.toThrow()
      await expect(printPdf({ defaultStyle, content: ['x'], files: { named: { src: image } } })).rejects.toThrow()
    }
    expect(reading.mock.calls.map(([path]) => path)).toEqual([])
    expect(asked).toEqual([])
  } finally {
    reading.mockRestore()
    server.close()
  }
})
