import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import { AppError } from '#shared/errors.ts'

/** The part of the package's types that we use, written out: types are also checked where it is not installed. */
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
/** Limits of the engine: a part of the process's memory, and threads in addition to those of Node. */
const limits = { memory_limit: '256MB', threads: '2' }
/** Load no extension: Parquet is built in. */
const closed = { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' }

/**
 * Load the optional package, only where a month is archived or read from the archive.
 * @throws AppError ARCHIVE_PACKAGE
 */
export async function loadDuckDB(find = (): Promise<DuckDB> => import(packageName)): Promise<DuckDB> {
  return find().catch((error: unknown) => {
    throw new AppError('ARCHIVE_PACKAGE', {}, error)
  })
}

/** Compile queries to SQL text, without a database connection. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * Return the type of a parameter. Bind integers as INTEGER: compared with a DOUBLE, an integer column would be cast row
 * by row.
 */
function typeOf(value: unknown, { INTEGER, DOUBLE, VARCHAR, BOOLEAN, LIST }: DuckDB): DuckDBType {
  if (Array.isArray(value)) return LIST(typeof value[0] === 'string' ? VARCHAR : INTEGER)
  if (typeof value === 'number') return Number.isInteger(value) ? INTEGER : DOUBLE
  return typeof value === 'boolean' ? BOOLEAN : VARCHAR
}

/** A session of its own engine, which lives until `close`. Rows come as JSON values. */
export type Session = {
  rows<Row>(query: RawBuilder<Row>): Promise<Row[]>
  /** Return the rows, a few thousand at a time. */
  stream<Row>(query: RawBuilder<Row>): AsyncGenerator<Row[], void, unknown>
  run(statement: string): Promise<void>
  close(): void
}

/** @param scratch a folder for data that does not fit into memory; null = write nothing */
export async function openSession(duckdb: DuckDB, scratch: string | null): Promise<Session> {
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    ...limits,
    ...closed,
    temp_directory: scratch ?? '',
  })
  const connection = await instance.connect().catch((error: unknown) => {
    instance.closeSync()
    throw error
  })
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
