import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { installDebianPackage } from './install.ts'

/** Debian's Chromium without windows and menus, which takes a third less time, and the complete one. */
const debianChromiums = {
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  chromium: '/usr/bin/chromium',
} as const

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

/** Install the headless one if possible; null = not available on this machine. */
function installHeadlessShell(): string | null {
  const path = debianChromiums['chromium-headless-shell']
  try {
    installDebianPackage('chromium-headless-shell')
  } catch {
    return null
  }
  return existsSync(path) ? path : null
}

/**
 * Return the path of a Chromium: CHROMIUM_PATH, Debian's headless one (installed if possible), Debian's complete one,
 * Playwright's own.
 * @throws Error if none is available, or CHROMIUM_PATH does not exist
 */
export function requireChromium(): { path: string; installed: boolean } {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`)
    return { path: named, installed: false }
  }
  const windowless = debianChromiums['chromium-headless-shell']
  if (existsSync(windowless)) return { path: windowless, installed: false }
  const installed = installHeadlessShell()
  if (installed) return { path: installed, installed: true }
  const found = [debianChromiums.chromium, chromium.executablePath()].find((path) => path !== '' && existsSync(path))
  if (found) return { path: found, installed: false }
  installDebianPackage('chromium')
  if (!existsSync(debianChromiums.chromium))
    throw new Error(`the package chromium is installed, but ${debianChromiums.chromium} is not there`)
  return { path: debianChromiums.chromium, installed: true }
}
