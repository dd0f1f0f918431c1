import type {
  AnyColumn,
  DeleteQueryBuilder,
  DeleteResult,
  ExtractColumnType,
  SelectQueryBuilder,
  SelectType,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'

type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>='
type ValueOf<DB, TB extends keyof DB, Column> = SelectType<ExtractColumnType<DB, TB, Column>>
type Columns<DB, TB extends keyof DB, Column extends string> = { [Name in Column]: ValueOf<DB, TB, Name> }

/**
 * The methods of kysely for plain names: a table without an alias, a column without its table. They type the same as
 * those of kysely, which accept every expression and compare each name with all tables under all aliases: without these
 * overloads, which tsc tries first, checking all types costs a tenth more.
 */
declare module 'kysely' {
  interface QueryCreator<DB> {
    selectFrom<Table extends keyof DB & string>(table: Table): SelectQueryBuilder<DB, Table, object>
    deleteFrom<Table extends keyof DB & string>(table: Table): DeleteQueryBuilder<DB, Table, DeleteResult>
    updateTable<Table extends keyof DB & string>(table: Table): UpdateQueryBuilder<DB, Table, Table, UpdateResult>
  }
  interface ExpressionBuilder<DB, TB extends keyof DB> {
    selectFrom<Table extends keyof DB & string>(table: Table): SelectQueryBuilder<DB, TB | Table, object>
  }
  interface SelectQueryBuilder<DB, TB extends keyof DB, O> {
    select<Column extends AnyColumn<DB, TB>>(
      columns: Column | readonly Column[],
    ): SelectQueryBuilder<DB, TB, O & Columns<DB, TB, Column>>
    where<Column extends AnyColumn<DB, TB>>(
      column: Column,
      comparison: Comparison,
      value: ValueOf<DB, TB, Column>,
    ): SelectQueryBuilder<DB, TB, O>
  }
  interface UpdateQueryBuilder<DB, UT extends keyof DB, TB extends keyof DB, O> {
    where<Column extends AnyColumn<DB, TB>>(
      column: Column,
      comparison: Comparison,
      value: ValueOf<DB, TB, Column>,
    ): UpdateQueryBuilder<DB, UT, TB, O>
  }
  interface DeleteQueryBuilder<DB, TB extends keyof DB, O> {
    where<Column extends AnyColumn<DB, TB>>(
      column: Column,
      comparison: Comparison,
      value: ValueOf<DB, TB, Column>,
    ): DeleteQueryBuilder<DB, TB, O>
  }
}
