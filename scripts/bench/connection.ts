/** What the generator needs of a connection; `pg` and PGlite both have it. */
export type Connection = { query(text: string, values?: unknown[]): Promise<unknown> }
