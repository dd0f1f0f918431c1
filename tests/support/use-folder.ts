import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** Provide a folder for the tests of a file, removed after them. @returns its path, once they run */
export function useFolder(prefix: string): () => string {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), prefix))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return () => folder
}
