import { wrongUse } from './failure.ts'
import { decodeText, readInput } from './input.ts'

type RawProject = Readonly<Record<string, unknown>>

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Read one project, an array of projects, or one for each line. @throws CliFailure for any other file */
export async function readProjectsFile(path: string): Promise<RawProject[]> {
  const text = decodeText(await readInput(path)).replace(/^\ufeff/, '')
  const whole = parsed(text)
  const isObject = (value: unknown): value is RawProject =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const lines = text.split('\n')
  if (whole !== undefined || lines.every((line) => line.trim() === '')) {
    const values = whole === undefined ? [] : Array.isArray(whole) ? whole : [whole]
    if (values.length === 0) throw wrongUse('cli.emptyFile')
    return values.map((value: unknown, index) => {
      if (!isObject(value)) throw wrongUse('cli.entryNoObject', { path, entry: index + 1 })
      return value
    })
  }
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const value = parsed(line)
    if (!isObject(value))
      throw wrongUse(value === undefined ? 'cli.lineNotJson' : 'cli.lineNoObject', { path, line: index + 1 })
    return [value]
  })
}
