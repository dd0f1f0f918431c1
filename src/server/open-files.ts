/** As PostgreSQL has it when nothing is said. */
const usualEngineFiles = 1_000
const leastEngineFiles = 64
/** What else is open: modules, threads, the log, connections to databases and services, files that are sent or taken in. */
const otherFiles = 120
const leastConnections = 16
const mostConnections = 10_000

/** How many files and sockets the system lets this process have open at a time (`ulimit -n`); Infinity = as many as it likes. */
export function openFilesLimit(): number {
  // Looking up the names of peers would take time. The types do not know the option. Source: Node.js, process.report.excludeNetwork
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** How many of `limit` files the embedded engine keeps open at most; the default of PostgreSQL could be all there are. */
export const engineFiles = (limit: number): number =>
  Math.max(leastEngineFiles, Math.min(usualEngineFiles, Math.floor(limit / 3)))

/** How many connections of clients fit within `limit` files, beside what the product itself has open. */
export const connectionsWithin = (limit: number): number =>
  Math.max(leastConnections, Math.min(mostConnections, Math.floor(limit) - engineFiles(limit) - otherFiles))
