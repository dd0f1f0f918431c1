import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

let listsAreFresh = false

/** While this file exists, Debian's packages start no service. */
const servicePolicy = '/usr/sbin/policy-rc.d'

/** Run `work` so that no installed service starts: the tests start their servers themselves, on their own ports. */
function withoutServices<T>(work: () => T): T {
  if (existsSync(servicePolicy)) return work()
  try {
    writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  } catch {
    // Without write permission there, apt-get reports the error itself.
  }
  try {
    return work()
  } finally {
    rmSync(servicePolicy, { force: true })
  }
}

/**
 * Install one Debian package, for programs that npm does not provide (a browser, a database server).
 * @throws Error with the last lines of apt-get if the package is not available
 */
export function installDebianPackage(name: string): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const steps = [
    ...(listsAreFresh ? [] : [['update', '-qq']]),
    ['install', '-y', '-qq', '--no-install-recommends', name],
  ]
  withoutServices(() => {
    for (const step of steps) {
      const done = spawnSync('apt-get', step, { env: environment, encoding: 'utf8' })
      if (done.status !== 0) {
        const said = done.error?.message ?? `${done.stdout}${done.stderr}`.trim().split('\n').slice(-3).join(' | ')
        throw new Error(`apt-get ${step.join(' ')} failed: ${said}`)
      }
    }
  })
  listsAreFresh = true
}

export const isRunnable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const searched = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/**
 * Return the path of a program that Debian has in the package of the same name; installed if it is missing. @throws
 * Error if it is not available
 */
export function requireProgram(name: string): string {
  const find = () => searched().find((folder) => isRunnable(join(folder, name)))
  if (find() === undefined) installDebianPackage(name)
  const folder = find()
  if (folder === undefined) throw new Error(`the package ${name} is installed, but the program ${name} is not in it`)
  return join(folder, name)
}
