import { spawnSync } from 'node:child_process'

let listsAreFresh = false

/**
 * Installs one Debian package, for what npm cannot bring (a browser, a database server).
 * @throws Error with the last lines of apt-get when the package cannot be had
 */
export function installDebianPackage(name: string): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const steps = [...(listsAreFresh ? [] : [['update', '-qq']]), ['install', '-y', '-qq', '--no-install-recommends', name]]
  for (const step of steps) {
    const done = spawnSync('apt-get', step, { env: environment, encoding: 'utf8' })
    if (done.status !== 0) {
      const said = done.error?.message ?? `${done.stdout}${done.stderr}`.trim().split('\n').slice(-3).join(' | ')
      throw new Error(`apt-get ${step.join(' ')} failed: ${said}`)
    }
  }
  listsAreFresh = true
}
