import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '#tests/support/build.ts'
import { startServer } from '#tests/support/http-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the built product with the demonstration data. */
    url: string
    /** Its data folder, for the terminal and for files that it writes. */
    dataDir: string
  }
}

/** Builds what is stale and starts the product as `npm start` does, once for all stories. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureBuilt()
  const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-e2e-'))
  const server = await startServer({ environment: { DATA_DIR: dataDir, DEMO: '1' }, built: true })
  project.provide('url', server.url)
  project.provide('dataDir', dataDir)
  return async () => {
    const code = await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
    if (code !== 0) throw new Error(`the server ended with ${code}:\n${server.output()}`)
  }
}
