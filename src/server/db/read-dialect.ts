import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { isConnectionLost, readOnlyState, sqlStateOf } from './sql-states.ts'

/**
 * Errors of a standby that the primary does not raise: replay removed a row that the statement needed, or the statement
 * writes.
 */
const standbyAlone: ReadonlySet<string | null> = new Set(['40001', '40P01', readOnlyState])

export type ReadParts<Tables> = {
  primary: Kysely<Tables>
  replica: Kysely<Tables>
  isUsed(): boolean
  onAnswer(by: 'replica' | 'primary'): void
  /** Called for each statement that the primary answered because the replica did not; `gone` = its connection broke. */
  onFallback(error: unknown, gone: boolean): void
}

const refuse = (): never => {
  throw new Error('what reads from the replica is single statements: a transaction is for `db`')
}

/**
 * Send each statement to the replica, and to the primary if the replica is not used, disconnects, or refuses a
 * statement for a reason that only a standby has. The caller does not notice.
 */
export class ReadDialect<Tables> implements Dialect {
  readonly #parts: ReadParts<Tables>
  constructor(parts: ReadParts<Tables>) {
    this.#parts = parts
  }

  async #read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { primary, replica, isUsed, onAnswer, onFallback } = this.#parts
    const fromPrimary = () => {
      onAnswer('primary')
      return primary.executeQuery<Row>(query as CompiledQuery<Row>)
    }
    if (!isUsed()) return fromPrimary()
    try {
      const answer = await replica.executeQuery<Row>(query as CompiledQuery<Row>)
      onAnswer('replica')
      return answer
    } catch (error) {
      const gone = isConnectionLost(error)
      if (!gone && !standbyAlone.has(sqlStateOf(error))) throw error
      onFallback(error, gone)
      return fromPrimary()
    }
  }

  createDriver(): Driver {
    const connection: DatabaseConnection = {
      executeQuery: <Row>(query: CompiledQuery) => this.#read<Row>(query),
      streamQuery: refuse,
    }
    const done = async () => undefined
    return {
      init: done,
      acquireConnection: async () => connection,
      beginTransaction: async () => refuse(),
      commitTransaction: done,
      rollbackTransaction: done,
      releaseConnection: done,
      destroy: done,
    }
  }
  createQueryCompiler = () => new PostgresQueryCompiler()
  createAdapter = () => new PostgresAdapter()
  createIntrospector: Dialect['createIntrospector'] = (db) => new PostgresIntrospector(db)
}
