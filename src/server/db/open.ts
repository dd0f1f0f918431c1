import type { Logger } from 'pino'
import { openEmbedded } from './open-embedded.ts'
import { openPostgres } from './open-postgres.ts'
import type { DatabaseConfig, OpenDatabase, OpenOptions } from './opened.ts'

/**
 * Open the configured database: PostgreSQL, or the embedded engine under DATA_DIR. For the embedded engine the caller
 * holds the lock of DATA_DIR (folder-lock.ts).
 */
export function openDatabase(config: DatabaseConfig, logger: Logger, options: OpenOptions = {}): Promise<OpenDatabase> {
  return config.databaseUrl !== null && !options.inMemory
    ? openPostgres(config.databaseUrl, config, options, logger)
    : openEmbedded(config.dataDir, options, logger)
}
