import type { ApiWord } from '#shared/i18n/api.ts'

/**
 * Documented file addresses outside of the route table, served by `http/stored-files.ts`; `example` is a file name of
 * the product's format.
 */
export const servedFiles = [
  {
    call: 'C080',
    path: '/videos/{file}',
    param: 'file',
    example: `${'0'.repeat(32)}.mp4`,
    type: 'video/mp4',
    title: 'api.videoFile',
  },
  {
    call: 'C081',
    path: '/images/{name}',
    param: 'name',
    example: `${'0'.repeat(32)}.png`,
    type: 'image/png',
    title: 'api.imageFile',
  },
  {
    call: 'C101',
    path: '/pdfs/{file}',
    param: 'file',
    example: `${'0'.repeat(32)}.pdf`,
    type: 'application/pdf',
    title: 'api.pdfFile',
  },
] as const satisfies readonly {
  call: string
  path: string
  param: string
  example: string
  type: string
  title: ApiWord
}[]
