import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * A migrated, empty database: of the embedded engine a tar archive, and a folder after a clean shutdown, or a
     * database on the server of TEST_DATABASE_URL. The names of all databases that a run creates begin with `copies`.
     */
    template:
      | { engine: 'embedded'; archive: string; folder: string }
      | { engine: 'postgres'; server: string; database: string; copies: string; nodes: string[] }
  }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort()

/** Return a stamp that changes with every migration and engine. */
function schemaStamp(...besides: string[]): string {
  const hash = createHash('sha256').update(
    readFileSync(createRequire(import.meta.url).resolve('@electric-sql/pglite'), 'utf8').slice(0, 5_000),
  )
  for (const path of ['migrations', ...besides].flatMap(filesBelow)) hash.update(path).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

/** Migrated once for all workers and runs; both forms stay in node_modules/.cache until a migration changes. */
const templateNow = () => join('node_modules', '.cache', 'coldfleet', `template-${schemaStamp()}`)

/**
 * The code that creates a template is only loaded if there is none yet: a test without a database starts in half the
 * time.
 */
const makers = () => import('./make-template.ts')

/** Return the path of the embedded engine's template as an archive; it is made if no run has made it. */
export async function embeddedArchive(): Promise<string> {
  const archive = `${templateNow()}.tar`
  if (!existsSync(archive)) await (await makers()).makeArchive(archive)
  return archive
}

async function provideTemplate(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.TEST_DATABASE_URL
  if (server && process.env.TEST_CITUS === '1')
    return (await makers()).citusTemplate(project, server, `coldfleet_test_${schemaStamp('src/server/db/citus')}`)
  if (server) return (await makers()).postgresTemplate(project, server)
  const folder = templateNow()
  const archive = await embeddedArchive()
  if (!existsSync(folder)) await (await makers()).makeFolder(folder, archive)
  project.provide('template', { engine: 'embedded', archive, folder })
  return undefined
}

/**
 * Provide the template, and one temporary folder for all workers: they are ended without their exit handlers, so that
 * what a module keeps for all files of its worker is removed here.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'coldfleet-run-'))
  // PostgreSQL runs under its own account and passes through this folder to its own.
  chmodSync(folder, 0o711)
  const dropTemplate = await provideTemplate(project)
  process.env.TMPDIR = folder
  return async () => {
    await dropTemplate?.()
    rmSync(folder, { recursive: true, force: true })
  }
}
