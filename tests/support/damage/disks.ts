import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { flipBytes } from '#tests/support/flip-bytes.ts'
import type { Whole } from './embedded.ts'
import { countRows, done, type Kind, must, refusedCommand, refusedStart, type Shown, startsWith } from './kinds.ts'
import { startProduct } from './product.ts'

/** Return cases with missing or foreign keys. */
export function keyKinds({ copy, dataDir: whole, rows }: Whole): Kind[] {
  const keys = (dataDir: string) => join(dataDir, 'keys')
  const putBack = (dataDir: string) => {
    rmSync(keys(dataDir), { recursive: true, force: true })
    cpSync(keys(whole), keys(dataDir), { recursive: true })
  }
  const harms: [string, (dataDir: string) => void][] = [
    ['keys missing', (dataDir) => rmSync(keys(dataDir), { recursive: true })],
    ['keys foreign', (dataDir) => flipBytes(join(keys(dataDir), 'pepper'), 0, 8)],
  ]
  const kinds: Kind[] = harms.map(([kind, harm]) => ({
    kind,
    async show() {
      const dataDir = copy()
      harm(dataDir)
      const refused = await refusedStart({ DATA_DIR: dataDir })
      putBack(dataDir)
      return { ...refused, way: 'the folder of keys put back', back: await startsWith({ DATA_DIR: dataDir }, rows) }
    },
  }))
  const lost: Kind = {
    kind: 'keys lost for good',
    async show() {
      const dataDir = copy()
      renameSync(keys(dataDir), `${keys(dataDir)}.lost`)
      const refused = await refusedStart({ DATA_DIR: dataDir })
      await done({ DATA_DIR: dataDir }, 'keys', 'accept')
      return { ...refused, way: 'coldfleet keys accept', back: await startsWith({ DATA_DIR: dataDir }, rows) }
    },
  }
  return [...kinds, lost]
}

const mount = (...args: string[]) => spawnSync('mount', args, { encoding: 'utf8' }).status === 0
const unmount = (path: string) => void spawnSync('umount', [path])
const skipped: Shown = { says: 'skipped: mounting needs root', outcome: '-', way: '-', back: '-' }

function readOnly(path: string): boolean {
  if (!mount('--bind', path, path)) return false
  return mount('-o', 'remount,ro,bind', path)
}

/** Fill the disk of `path`, without changing existing files. */
function fillDisk(path: string): string {
  const filler = join(path, 'filler')
  for (let { bavail, bsize } = statfsSync(path); bavail > 0; { bavail, bsize } = statfsSync(path)) {
    writeFileSync(filler, Buffer.alloc(Math.min(bavail * bsize, 2 ** 26)), { flag: 'a' })
  }
  return filler
}

/** Return cases with read-only mounts, and a full disk. */
export function diskKinds({ copy, dataDir: whole, rows }: Whole): Kind[] {
  const onSmallDisk = async (show: (dataDir: string) => Promise<Shown>): Promise<Shown> => {
    const disk = `${copy()}-disk`
    mkdirSync(disk)
    if (!mount('-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk)) return skipped
    try {
      const dataDir = join(disk, 'data')
      cpSync(whole, dataDir, { recursive: true })
      return await show(dataDir)
    } finally {
      unmount(disk)
    }
  }
  return [
    {
      kind: 'keys on a read-only mount',
      async show() {
        const dataDir = copy()
        const keys = join(dataDir, 'keys')
        if (!readOnly(keys)) return skipped
        try {
          const back = await startsWith({ DATA_DIR: dataDir }, rows)
          return { says: 'nothing: they are only read', outcome: '/readyz 200', way: 'none needed', back }
        } finally {
          unmount(keys)
        }
      },
    },
    {
      kind: 'DATA_DIR read-only',
      async show() {
        const dataDir = copy()
        if (!readOnly(dataDir)) return skipped
        const refused = await refusedStart({ DATA_DIR: dataDir }).finally(() => unmount(dataDir))
        return { ...refused, way: 'mounted for writing', back: await startsWith({ DATA_DIR: dataDir }, rows) }
      },
    },
    {
      kind: 'disk full at start',
      show: () =>
        onSmallDisk(async (dataDir) => {
          const filler = fillDisk(dirname(dataDir))
          const refused = await refusedStart({ DATA_DIR: dataDir })
          rmSync(filler)
          return { ...refused, way: 'room made', back: await startsWith({ DATA_DIR: dataDir }, rows) }
        }),
    },
    {
      kind: 'disk full while running',
      show: () =>
        onSmallDisk(async (dataDir) => {
          const environment = { DATA_DIR: dataDir }
          const feed = `${dirname(dataDir)}.csv`
          writeFileSync(
            feed,
            `serial,type\n${Array.from({ length: 20_000 }, (_, n) => `DAMAGE${String(n).padStart(6, '0')},T30`).join('\n')}\n`,
          )
          const started = await startProduct(environment)
          must(started.url !== null, `does not start: ${started.stderr}`)
          try {
            const filler = fillDisk(dirname(dataDir))
            const refused = await refusedCommand(environment, 'devices', 'update', '--file', feed)
            const { status } = await started.readiness()
            rmSync(filler)
            // Without space for its log the engine cannot continue: the process ends, to be restarted.
            if (status === 0) {
              must(
                started.exitCode === 70,
                `ended with ${started.exitCode}: ${started.stdout.slice(-1_500)} ${started.stderr.slice(-500)}`,
              )
              must(/"level":60.*full/.test(started.stdout), `does not say why it ended: ${started.stdout.slice(-400)}`)
              return {
                says: refused.says,
                outcome: 'exit 70',
                way: 'room made, started again',
                back: await startsWith(environment, rows),
              }
            }
            await done(environment, 'db', 'status')
            for (
              const deadline = Date.now() + 30_000;
              (await started.readiness()).status !== 200 && Date.now() < deadline;
            )
              await wait(100)
            must(
              (await started.readiness()).status === 200,
              `/readyz stays ${(await started.readiness()).status} after room was made`,
            )
            const found = await countRows(environment)
            must(found === rows, `${found} instead of ${rows}`)
            return { says: refused.says, outcome: `exit 1, /readyz ${status}`, way: 'room made', back: found }
          } finally {
            await started.stop()
            rmSync(feed)
          }
        }),
    },
  ]
}
