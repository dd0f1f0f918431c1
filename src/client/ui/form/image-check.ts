import type { useWord } from '#client/i18n.ts'
import { imageBytesLimit } from '#shared/uploads.ts'

type Word = Parameters<ReturnType<typeof useWord>>[0]

/**
 * Return why a file is not uploaded at all, in the documented words; null = the server checks its content. An SVG can
 * contain scripts and is not accepted.
 */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): Word | null {
  if (!type.startsWith('image/') || type.startsWith('image/svg')) return 'error.imageType'
  return size >= imageBytesLimit ? 'error.imageTooLarge' : null
}
