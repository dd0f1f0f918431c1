import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '#tests/support/build.ts'
import { copyDataFolder } from '#tests/support/copy-data-folder.ts'
import { startServer } from '#tests/support/http-server.ts'

/**
 * Address of the built product with the demonstration data, and its data folder for the terminal and for written files.
 */
export type Stage = { url: string; dataDir: string }

declare module 'vitest' {
  export interface ProvidedContext {
    /** One stage for each file that runs at the same time, so that stories do not see each other's data. */
    stages: readonly Stage[]
    /** A data folder with the demonstration data that no server has open; a story with its own server copies it. */
    demonstration: string
  }
}

/**
 * Build what is stale and start the product as `npm start` does, once for each worker: the first creates the fleet, the
 * others copy it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureBuilt()
  const newFolder = () => mkdtempSync(join(tmpdir(), 'coldfleet-e2e-'))
  const serve = (dataDir: string, lasting: boolean) =>
    startServer({ environment: { DATA_DIR: dataDir, DEMO: '1' }, built: true, lasting })
  const first = newFolder()
  await (await serve(first, false)).stop()
  const demonstration = newFolder()
  const copies = Array.from({ length: project.config.maxWorkers - 1 }, newFolder)
  for (const folder of [demonstration, ...copies]) copyDataFolder(first, folder)
  const started = await Promise.all(
    [first, ...copies].map(async (dataDir) => ({ dataDir, server: await serve(dataDir, true) })),
  )
  project.provide('demonstration', demonstration)
  project.provide(
    'stages',
    started.map(({ dataDir, server }) => ({ url: server.url, dataDir })),
  )
  return async () => {
    rmSync(demonstration, { recursive: true, force: true })
    for (const { dataDir, server } of started) {
      const code = await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
      if (code !== 0) throw new Error(`the server ended with ${code}:\n${server.output()}`)
    }
  }
}
