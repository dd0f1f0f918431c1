import type { ApiWord } from '#shared/i18n/api.ts'

/** Documented addresses beside the table, which `http/stored-files.ts` answers; `example` is a name as the product makes them. */
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
