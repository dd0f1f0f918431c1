/**
 * A node of a database cluster; `first` = the connected node, `pieces` = shards on it, `bytes` = its database, null =
 * it does not answer.
 */
export type DatabaseNode = { name: string; first: boolean; answers: boolean; pieces: number; bytes: number | null }

/** An overview for the operator. */
export type SystemStatus = {
  engine: 'embedded' | 'postgres'
  /** As reported by the database, for example 15.14. */
  databaseVersion: string
  /** Bytes of the whole database, on all nodes. */
  databaseBytes: number
  migrations: { name: string; executedAt: string | null }[]
  companies: number
  users: number
  devices: number
  /** First and last business day with dailies; null if there is none. */
  firstDate: string | null
  lastDate: string | null
  /** The nodes that hold the tables; null = this node alone. */
  nodes: DatabaseNode[] | null
  timeZone: string
  /** Seconds since the start of this process. */
  uptimeSeconds: number
  node: string
}

/** The present RSA key, and the time (ISO 8601) until which the previous one is accepted. */
export type RotatedKeys = { keyId: string; previousUntil: string }

/** A copy of all rows that the product has created automatically, in `backups` of the data folder. */
export type Snapshot = {
  name: string
  /** ISO instant */
  at: string
  /** Daily, before a migration, or before a restore. */
  reason: 'daily' | 'migration' | 'restore'
  bytes: number
  /** The newest migration of the copied database, and its rows; null = unreadable. */
  migration: string | null
  rows: number | null
}
