import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import { AppError } from '#shared/errors.ts'

/** What we use of the package, written out: types are checked where it is not installed, too. */
export type DuckDB = Record<'INTEGER' | 'DOUBLE' | 'VARCHAR' | 'BOOLEAN', DuckDBType> & {
  DuckDBInstance: {
    create(
      path: string,
      options: Record<string, string>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>
  }
  LIST(of: DuckDBType): DuckDBType
  listValue(items: readonly unknown[]): unknown
}
type DuckDBType = object
type Query = [text: string, values: readonly unknown[], types: readonly DuckDBType[]]
type Connection = {
  run(text: string): Promise<unknown>
  runAndReadAll(...query: Query): Promise<{ getRowObjectsJson(): unknown[] }>
  stream(...query: Query): Promise<{ yieldRowObjectJson(): AsyncIterable<unknown[]> }>
  closeSync(): void
}
const packageName = '@duckdb/node-api'
/** A part of the memory of the process that the engine may use, and threads beside those of Node. */
const limits = { memory_limit: '256MB', threads: '2' }
/** Nothing is loaded from anywhere: Parquet is part of the engine. */
const closed = { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' }

/** An optional package, loaded only where a month is archived or read from the archive. @throws AppError ARCHIVE_PACKAGE */
export async function loadDuckDB(find = (): Promise<DuckDB> => import(packageName)): Promise<DuckDB> {
  return find().catch((error: unknown) => {
    throw new AppError('ARCHIVE_PACKAGE', {}, error)
  })
}

/** Turns queries into texts; asks nothing of any database. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Whole numbers as such: compared with a fraction, a column of them would be turned into fractions row by row. */
function typeOf(value: unknown, { INTEGER, DOUBLE, VARCHAR, BOOLEAN, LIST }: DuckDB): DuckDBType {
  if (Array.isArray(value)) return LIST(typeof value[0] === 'string' ? VARCHAR : INTEGER)
  if (typeof value === 'number') return Number.isInteger(value) ? INTEGER : DOUBLE
  return typeof value === 'boolean' ? BOOLEAN : VARCHAR
}

/** An engine of its own for as long as it is open. Rows come as JSON knows them. */
export type Session = {
  rows<Row>(query: RawBuilder<Row>): Promise<Row[]>
  /** The same a few thousand at a time. */
  stream<Row>(query: RawBuilder<Row>): AsyncGenerator<Row[], void, unknown>
  run(statement: string): Promise<void>
  close(): void
}

/** @param scratch a folder for what does not fit into memory; null = nothing is written */
export async function openSession(duckdb: DuckDB, scratch: string | null): Promise<Session> {
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    ...limits,
    ...closed,
    temp_directory: scratch ?? '',
  })
  const connection = await instance.connect()
  const compiled = (query: RawBuilder<unknown>): Query => {
    const { sql, parameters } = query.compile(compiler)
    const values = parameters.map((value) => (Array.isArray(value) ? duckdb.listValue(value) : value))
    return [sql, values, parameters.map((value) => typeOf(value, duckdb))]
  }
  return {
    async rows<Row>(query: RawBuilder<Row>) {
      const reader = await connection.runAndReadAll(...compiled(query))
      return reader.getRowObjectsJson() as Row[]
    },
    async *stream<Row>(query: RawBuilder<Row>) {
      const result = await connection.stream(...compiled(query))
      for await (const rows of result.yieldRowObjectJson()) yield rows as Row[]
    },
    async run(statement) {
      await connection.run(statement)
    },
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}
