/** A node of a cluster of databases; `first` = the one that is connected to, `pieces` = parts of tables that lie on it. */
export type DatabaseNode = { name: string; first: boolean; answers: boolean; pieces: number }

/** What an operator wants to know at a glance. */
export type SystemStatus = {
  engine: 'embedded' | 'postgres'
  /** As the database names itself, for example 15.14. */
  databaseVersion: string
  /** Bytes of the whole database. */
  databaseBytes: number
  migrations: { name: string; executedAt: string | null }[]
  companies: number
  users: number
  devices: number
  /** First and last business day with dailies; null when there is none. */
  firstDate: string | null
  lastDate: string | null
  /** The nodes on which the tables lie; null = on this one alone. */
  nodes: DatabaseNode[] | null
  timeZone: string
  /** Seconds since this process began. */
  uptimeSeconds: number
  node: string
}

/** The present RSA key, and until when (ISO 8601) the one before it is read. */
export type RotatedKeys = { keyId: string; previousUntil: string }

/** A copy of all rows that the product has made by itself, in `backups` of the data folder. */
export type Snapshot = {
  name: string
  /** ISO instant */
  at: string
  /** Each day, before a migration, before a restore. */
  reason: 'daily' | 'migration' | 'restore'
  bytes: number
  /** The newest migration of the database it was made of, and its rows; null = unreadable. */
  migration: string | null
  rows: number | null
}
