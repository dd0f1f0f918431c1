/** PostgreSQL's default of `max_files_per_process`. */
const usualEngineFiles = 1_000
const leastEngineFiles = 64
/** Other open files: modules, threads, the log, connections to databases and services, downloads and uploads. */
const otherFiles = 120
const leastConnections = 16
const mostConnections = 10_000

/** Return the limit of open files and sockets of this process (`ulimit -n`); Infinity = no limit. */
export function openFilesLimit(): number {
  // Resolving the host names of peers takes time. The types do not know this option. Source: Node.js,
  // process.report.excludeNetwork
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/**
 * Return the limit of open files for the embedded engine, of `limit` in total; PostgreSQL's default could use all of
 * them.
 */
export const engineFiles = (limit: number): number =>
  Math.max(leastEngineFiles, Math.min(usualEngineFiles, Math.floor(limit / 3)))

/** Return the number of client connections that fit into `limit` files, next to the files of the product itself. */
export const connectionsWithin = (limit: number): number =>
  Math.max(leastConnections, Math.min(mostConnections, Math.floor(limit) - engineFiles(limit) - otherFiles))
