import { basename } from 'node:path'
import { wrongUse } from './failure.ts'
import { isStandardOutput } from './output.ts'

/** File extensions of other formats: nothing is ever written to such a name, whatever format was requested. */
const foreign = new Set(
  'pdf doc docx rtf odt ods odp ppt pptx xlsm xlsb htm html xml svg png jpg jpeg gif webp bmp tif tiff zip gz tgz zst xz bz2 7z rar tar parquet sqlite db sql mp4 exe js ts sh'.split(
    ' ',
  ),
)

/** File extensions without a meaning: any requested format may have them. */
const neutral = new Set('txt text out dat data tmp temp new next part bak old'.split(' '))

const isJson = (format: string | undefined) => format === 'json' || format === 'ndjson'

/**
 * Return the format of a file by its extension, one of the command's `endings`, and by the requested format.
 * @returns undefined if neither determines one
 * @throws CliFailure (wrong use) if they contradict each other, or if the extension belongs to another kind of file
 */
export function formatOf<Format extends string>(
  out: string,
  format: Format | undefined,
  endings: Readonly<Record<string, Format>>,
): Format | undefined {
  const ending = isStandardOutput(out) ? undefined : /\.([a-z][a-z0-9]*)$/i.exec(basename(out))?.[1]?.toLowerCase()
  if (ending === undefined) return format
  const meant = Object.hasOwn(endings, ending) ? endings[ending] : undefined
  if (meant === undefined && (foreign.has(ending) || (format === undefined && !neutral.has(ending))))
    throw wrongUse('cli.ending', { path: out, endings: Object.keys(endings).join(', .') })
  // A file of JSON lines may have the extension .json.
  if (format !== undefined && meant !== undefined && format !== meant && !(isJson(format) && isJson(meant)))
    throw wrongUse('cli.format.contradicts', { format: format, other: out })
  return format ?? meant
}

/** @throws CliFailure (wrong use) for a file name with an extension other than .pdf */
export const checkPdf = (out: string): void => void formatOf(out, undefined, { pdf: 'pdf' })
