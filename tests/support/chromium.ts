import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { installDebianPackage } from './install.ts'

const debianChromium = '/usr/bin/chromium'

/** Quiet, without a sandbox (root in a container) and without calls home. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Path of a Chromium: CHROMIUM_PATH, Debian's, Playwright's own, or Debian's freshly installed.
 * @throws Error when none can be had, or CHROMIUM_PATH names nothing
 */
export function requireChromium(): { path: string; installed: boolean } {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`)
    return { path: named, installed: false }
  }
  const found = [debianChromium, chromium.executablePath()].find((path) => path !== '' && existsSync(path))
  if (found) return { path: found, installed: false }
  installDebianPackage('chromium')
  if (!existsSync(debianChromium)) throw new Error(`the package chromium is installed, but ${debianChromium} is not there`)
  return { path: debianChromium, installed: true }
}
