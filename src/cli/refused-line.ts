import { warn } from './output.ts'
import type { Terminal } from './settings.ts'

/** Print why a line of a file is refused. `name`: the serial or name in it; a broken line may have none. */
export const warnOfLine = ({ say }: Terminal, line: number, name: string | null, text: string): void =>
  warn(say('cli.feed.line', { line, name: name ? ` ${name}` : '', text }))
