/** The part of a connection that the generator uses; `pg` and PGlite both have it. */
export type Connection = { query(text: string, values?: unknown[]): Promise<unknown> }
