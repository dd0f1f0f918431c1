import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '#tests/support/build.ts'
import { copyDataFolder } from '#tests/support/copy-data-folder.ts'
import { startServer } from '#tests/support/http-server.ts'

/** Address of the built product with the demonstration data; its data folder, for the terminal and for files that it writes. */
export type Stage = { url: string; dataDir: string }

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each file that is told at the same time, so that no story meets what another one does. */
    stages: readonly Stage[]
    /** A data folder with the demonstration that no server holds: a story with a server of its own copies it. */
    demonstration: string
  }
}

/** Builds what is stale and starts the product as `npm start` does, once for every worker: the first one makes the fleet, the others get copies of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureBuilt()
  const newFolder = () => mkdtempSync(join(tmpdir(), 'coldfleet-e2e-'))
  const serve = (dataDir: string) => startServer({ environment: { DATA_DIR: dataDir, DEMO: '1' }, built: true })
  const first = newFolder()
  await (await serve(first)).stop()
  const demonstration = newFolder()
  const copies = Array.from({ length: project.config.maxWorkers - 1 }, newFolder)
  for (const folder of [demonstration, ...copies]) copyDataFolder(first, folder)
  const started = await Promise.all(
    [first, ...copies].map(async (dataDir) => ({ dataDir, server: await serve(dataDir) })),
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
