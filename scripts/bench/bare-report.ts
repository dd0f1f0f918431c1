import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { reportDocument } from '#server/features/projects/report/document.ts'
import type { ReportInput } from '#server/features/projects/report/input.ts'

/**
 * The bare counterpart of the report thread: only pdfmake with the same document, and fonts that are parsed once. It
 * returns the milliseconds of each print.
 */
const port = parentPort
if (!port) throw new Error('bare-report.ts runs in a worker thread')

const here = createRequire(import.meta.url)
type Font = object
const fontkit = createRequire(createRequire(here.resolve('pdfmake')).resolve('pdfkit'))('fontkit') as {
  create(bytes: Uint8Array): Font
  registerFormat(format: ((stream: { buffer: Uint8Array }) => Font) & { probe(bytes: Uint8Array): boolean }): void
}
const fonts = new Map<string, Font>()
const markOf = (bytes: Uint8Array) => Buffer.from(bytes).toString()
function parsed({ buffer }: { buffer: Uint8Array }): Font {
  return fonts.get(markOf(buffer)) ?? {}
}
parsed.probe = (bytes: Uint8Array) => fonts.has(markOf(bytes))
fontkit.registerFormat(parsed)

const { virtualfs } = pdfmake as unknown as { virtualfs: { writeFileSync(name: string, bytes: Uint8Array): void } }
for (const [name, path] of [
  ['normal', '400Regular/NotoSansSC_400Regular.ttf'],
  ['bold', '700Bold/NotoSansSC_700Bold.ttf'],
] as const) {
  fonts.set(`bare:${name}`, fontkit.create(readFileSync(here.resolve(`@expo-google-fonts/noto-sans-sc/${path}`))))
  virtualfs.writeFileSync(name, Buffer.from(`bare:${name}`))
}
pdfmake.setFonts({ NotoSansSC: { normal: 'normal', bold: 'bold', italics: 'normal', bolditalics: 'bold' } })
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(() => false)

port.on('message', async (input: ReportInput) => {
  const document = reportDocument(input)
  const started = performance.now()
  await pdfmake.createPdf(document).getBuffer()
  port.postMessage(performance.now() - started)
})
