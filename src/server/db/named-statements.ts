import { createHash } from 'node:crypto'
import pg from 'pg'

/** Put this comment into a statement that must be planned for each set of values, such as a range over raw dailies. */
export const unnamedMark = '/* unnamed */'

const mostNames = 500
const mostSeen = 2_000
const longestNamedText = 8_000
const worthNaming = 3

const names = new Map<string, string>()
const seen = new Map<string, number>()

/**
 * Return the name under which PostgreSQL keeps the plan of `text`, or null: parsing and planning cost more than running
 * a list page. A statement gets a name at its third execution, so that inserts with a varying number of rows do not use
 * up the names.
 */
export function statementName(text: string): string | null {
  const known = names.get(text)
  if (known) return known
  if (text.length > longestNamedText || names.size >= mostNames || text.includes(unnamedMark)) return null
  const times = (seen.get(text) ?? 0) + 1
  if (times < worthNaming) {
    if (seen.size >= mostSeen) seen.clear()
    seen.set(text, times)
    return null
  }
  seen.delete(text)
  const name = `n${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
  names.set(text, name)
  return name
}

type Query = (...parameters: unknown[]) => unknown

/** "cached plan must not change result type" and "prepared statement does not exist": another process changed the schema, or a pooler the session. */
const outdatedPlan: ReadonlySet<unknown> = new Set(['0A000', '26000'])
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && outdatedPlan.has(error.code)

type PipelineConfig = pg.ClientConfig & { pipeline?: boolean }

/** A client that names statements with values by their text; everything else is unchanged. */
export class NamedStatementClient extends pg.Client {
  /**
   * @param config `pipeline`: send a statement before the previous response arrives; the caller repeats a statement
   * whose plan was outdated
   */
  constructor(config?: PipelineConfig) {
    super(config)
    const query = this.query.bind(this) as Query
    const outdated = new Set<string>()
    const named: Query = (text, values, ...rest) => {
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? statementName(text) : null
      if (name === null || outdated.has(name)) return query(text, values, ...rest)
      const answer = query({ name, text, values }, ...rest)
      if (!(answer instanceof Promise)) return answer
      return answer.catch((error: unknown) => {
        if (!isOutdatedPlan(error)) throw error
        outdated.add(name)
        // The failure has ended a transaction; outside one, the retry is invisible. A pipelining client may serve
        // others.
        if (config?.pipeline === true || this.getTransactionStatus() !== 'I') throw error
        return query(text, values)
      })
    }
    this.query = named as typeof this.query
  }
}
