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
  const values: unknown[] =
    whole === undefined
      ? text.split('\n').flatMap((line, index) => {
          if (line.trim() === '') return []
          const value = parsed(line)
          if (value === undefined) throw wrongUse('cli.lineNotJson', { path, line: index + 1 })
          return [value]
        })
      : Array.isArray(whole)
        ? whole
        : [whole]
  if (values.length === 0) throw wrongUse('cli.emptyFile')
  return values.map((value, index) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw wrongUse('cli.entryNoObject', { path, entry: index + 1 })
    return value as RawProject
  })
}
