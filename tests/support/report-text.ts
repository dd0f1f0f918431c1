import { reportDocument } from '#server/features/projects/report/document.ts'
import type { ReportInput } from '#server/features/projects/report/input.ts'

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Return the text of a node whose runs are in one line. */
const lineOf = (text: unknown): string =>
  Array.isArray(text)
    ? text.map(lineOf).join('')
    : isObject(text)
      ? lineOf(text.text)
      : text === undefined
        ? ''
        : String(text)

/** Collect every line of text in a document, and every other key and value in it. */
function read(
  node: unknown,
  lines: string[] = [],
  rest: [string, unknown][] = [],
): { lines: string[]; rest: [string, unknown][] } {
  if (Array.isArray(node)) for (const part of node) read(part, lines, rest)
  else if (isObject(node)) {
    if ('text' in node) lines.push(lineOf(node.text))
    for (const [key, value] of Object.entries(node)) {
      if (key === 'text') continue
      rest.push([key, value])
      read(value, lines, rest)
    }
  }
  return { lines, rest }
}

/**
 * Return a report as texts, line by line, and the rest of its document; header and footer are those of pages 2 and 14.
 */
export function printed(input: ReportInput) {
  const document = reportDocument(input)
  const { header, footer, content } = document
  const size = { width: 595, height: 842, orientation: 'portrait' as const }
  const around =
    typeof header === 'function' && typeof footer === 'function'
      ? [header(2, 14, size), footer(2, 14, size), footer(14, 14, size)]
      : []
  return { ...read([content, ...around]), document }
}
export const textOf = (input: ReportInput): string => printed(input).lines.join('\n')
/** Replace non-breaking spaces by ordinary ones. */
export const spaced = (text: string): string => text.replaceAll('\u00a0', ' ')
