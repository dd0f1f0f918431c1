import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt, missingPackages, root } from './stamp.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Coldfleet needs Node 20.19 or newer; this is ${process.versions.node}\n`)
  process.exit(1)
}

const missing = missingPackages()
if (missing.length > 0) {
  process.stderr.write(`packages are missing or of another version (${missing.join(', ')}): run npm ci first\n`)
  process.exit(1)
}

if (!isBuilt()) {
  process.stderr.write('building, once …\n')
  const built = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (built.status !== 0) process.exit(built.status ?? 1)
}

// In this same process: signals and exit codes are the server's own.
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href)
