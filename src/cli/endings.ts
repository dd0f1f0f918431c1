import { basename } from 'node:path'
import { wrongUse } from './failure.ts'
import { isStandardOutput } from './output.ts'

/** Endings of files that hold something else than any list: never written under, whatever was asked for. */
const foreign = new Set(
  'pdf doc docx rtf odt ods odp ppt pptx xlsm xlsb htm html xml svg png jpg jpeg gif webp bmp tif tiff zip gz tgz zst xz bz2 7z rar tar parquet sqlite db sql mp4 exe js ts sh'.split(
    ' ',
  ),
)

/** Endings that say nothing of what a file holds: what was asked for goes under them. */
const neutral = new Set('txt text out dat data tmp temp new next part bak old'.split(' '))

const isJson = (format: string | undefined) => format === 'json' || format === 'ndjson'

/**
 * The form of a file by its name, `endings` being those that the command writes, and by the form that was asked for.
 * @returns undefined when neither says one
 * @throws CliFailure (wrong use) when they contradict each other, or when the ending means another kind of file
 */
export function formatOf<Format extends string>(
  out: string,
  asked: Format | undefined,
  endings: Readonly<Record<string, Format>>,
): Format | undefined {
  const ending = isStandardOutput(out) ? undefined : /\.([a-z][a-z0-9]*)$/i.exec(basename(out))?.[1]?.toLowerCase()
  if (ending === undefined) return asked
  const meant = Object.hasOwn(endings, ending) ? endings[ending] : undefined
  if (meant === undefined && (foreign.has(ending) || (asked === undefined && !neutral.has(ending))))
    throw wrongUse('cli.ending', { path: out, endings: Object.keys(endings).join(', .') })
  // A file of lines may well be called .json.
  if (asked !== undefined && meant !== undefined && asked !== meant && !(isJson(asked) && isJson(meant)))
    throw wrongUse('cli.format.contradicts', { format: asked, other: out })
  return asked ?? meant
}

/** @throws CliFailure (wrong use) for a file whose name does not end as that of a PDF, or in nothing at all */
export const checkPdf = (out: string): void => void formatOf(out, undefined, { pdf: 'pdf' })
