import type { Command } from 'commander'
import { bytesText } from '#cli/bytes-text.ts'
import { CliFailure, onlyHere, wrongUse } from '#cli/failure.ts'
import { addOutOption, type OutOptions, outOf } from '#cli/out-option.ts'
import {
  contentOf,
  isStandardOutput,
  say as print,
  remark,
  sayJson,
  sayJsonLines,
  sayTable,
  warn,
  writeOut,
} from '#cli/output.ts'
import { withProgress } from '#cli/progress.ts'
import { beginning, refuseUrl, type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { withInputFile } from '#cli/spooled-input.ts'
import { plainTime, zoned, zonedIn } from '#cli/zoned.ts'
import type { SystemStatus } from '#shared/system.ts'

function sayStatus(status: SystemStatus, url: string | null, { say }: Terminal): void {
  sayTable([
    [say('cli.status.through'), url ?? say('cli.status.thisProcess')],
    [say('cli.status.engine'), `${status.engine} ${status.databaseVersion}`],
    [say('cli.status.size'), bytesText(status.databaseBytes)],
    [
      say('cli.status.migrations'),
      say('cli.status.newest', { count: status.migrations.length, name: status.migrations.at(-1)?.name ?? '-' }),
    ],
    [say('cli.status.companies'), String(status.companies)],
    [say('cli.status.users'), String(status.users)],
    [say('cli.status.devices'), String(status.devices)],
    [say('cli.status.days'), status.firstDate === null ? '-' : `${status.firstDate} … ${status.lastDate}`],
    ...(status.nodes ?? []).map((node) => [
      say('cli.status.nodes'),
      node.bytes === null
        ? say('cli.status.nodeAway', { name: node.name, pieces: node.pieces })
        : say('cli.status.node', { name: node.name, pieces: node.pieces, size: bytesText(node.bytes) }),
    ]),
  ])
}

function addMigrate(db: Command, terminal: Terminal): void {
  const { say } = terminal
  db.command('migrate')
    .description(say('cli.db.migrate'))
    .option('--json', say('cli.option.json'))
    .action(async (options: { json?: true }, command: Command) => {
      refuseUrl(command)
      await withConnection(beginning(targetOf(command, terminal, 'schema')), async ({ local, url }) => {
        const migrated = local?.migrated ?? []
        if (options.json) return sayJson({ migrated })
        if (url !== null) return print(say('cli.serverMigrates', { url }))
        print(migrated.length > 0 ? say('cli.migrated', { names: migrated.join(', ') }) : say('cli.upToDate'))
      })
    })
}

function addStatus(db: Command, terminal: Terminal): void {
  const { say } = terminal
  db.command('status')
    .description(say('cli.db.status'))
    .option('--json', say('cli.option.json'))
    .action((options: { json?: true }, command: Command) =>
      withConnection(targetOf(command, terminal, 'nothing'), async ({ client, local, url }) => {
        const pending = (await local?.pending()) ?? []
        if (pending.length > 0)
          return options.json ? sayJson({ pending }) : print(say('cli.pending', { names: pending.join(', ') }))
        const status = await client.system.status.query()
        if (options.json) return sayJson(await zoned(client, { ...status, pending, url }))
        sayStatus(status, url, terminal)
      }),
    )
}

function addDistribute(db: Command, terminal: Terminal): void {
  const { say } = terminal
  db.command('distribute')
    .description(say('cli.db.distribute'))
    .option('--json', say('cli.option.json'))
    .action(async (options: { json?: true }, command: Command) => {
      refuseUrl(command)
      await withConnection(targetOf(command, terminal, 'schema'), async ({ local }) => {
        const done = local ? await local.distribute() : { what: 'embedded' as const, values: {} }
        if ('what' in done) throw new CliFailure(`cli.distribute.${done.what}`, done.values)
        if (options.json) return sayJson(done)
        const { spread, copied, settings } = done
        if (settings.length > 0) print(say('cli.settingsRenewed', { settings: settings.join(', ') }))
        else if (spread.length + copied.length === 0) print(say('cli.distributedAlready'))
        if (spread.length + copied.length > 0)
          print(say('cli.distributed', { spread: spread.join(', ') || '-', copied: copied.join(', ') || '-' }))
      })
    })
}

function addBackup(db: Command, terminal: Terminal): void {
  const { say } = terminal
  addOutOption(db.command('backup').description(say('cli.db.backup')), terminal)
    .option('--with-keys', say('cli.db.keys'))
    .option('--no-files', say('cli.db.noFiles'))
    .action((options: OutOptions & { withKeys?: true; files: boolean }, command: Command) => {
      const out = outOf(options)
      return withConnection(targetOf(command, terminal, 'schema'), async ({ client }) => {
        const parts = await onlyHere(() =>
          client.system.backup.mutate({ keys: options.withKeys === true, files: options.files }),
        )
        const bytes = await onlyHere(() =>
          writeOut(out, contentOf(withProgress(parts, terminal, 'cli.progress.backup'))),
        )
        if (!isStandardOutput(out)) remark(say('cli.backedUp', { path: out, bytes }))
        remark(say(options.withKeys ? 'cli.backedUpKeys' : 'cli.backedUpNoKeys'))
      })
    })
}

function addSnapshots(db: Command, terminal: Terminal): void {
  const { say } = terminal
  db.command('snapshots')
    .description(say('cli.db.snapshots'))
    .option('--json', say('cli.option.json'))
    .action(async (options: { json?: true }, command: Command) => {
      refuseUrl(command)
      const { snapshotsHere } = await import('#cli/connect.ts')
      const { folder, snapshots, timeZone } = await snapshotsHere()
      if (options.json) return sayJsonLines(await zonedIn(timeZone, snapshots))
      if (snapshots.length === 0) return print(say('cli.noSnapshots', { folder }))
      const { businessTime } = await import('#shared/business-time.ts')
      const lines = snapshots.map(({ name, at, reason, bytes, migration, rows }) => [
        name,
        businessTime(new Date(at), timeZone),
        say(`cli.snapshot.${reason}`),
        bytesText(bytes),
        migration ?? '?',
        rows === null ? '?' : say('cli.snapshot.rows', { rows }),
      ])
      sayTable(lines)
    })
}

function addRestore(db: Command, terminal: Terminal): void {
  const { say } = terminal
  db.command('restore')
    .description(say('cli.db.restore'))
    .argument('[file]', say('cli.option.file'))
    .option('--snapshot <name>', say('cli.db.snapshot'))
    .option('--replace', say('cli.db.replace'))
    .option('--no-keep', say('cli.db.noKeep'))
    .option('--with-keys', say('cli.db.keys'))
    .option('--json', say('cli.option.json'))
    .action(
      async (
        file: string | undefined,
        options: { snapshot?: string; replace?: true; keep: boolean; withKeys?: true; json?: true },
        command: Command,
      ) => {
        refuseUrl(command)
        if ((file === undefined) === (options.snapshot === undefined)) throw wrongUse('cli.restoreWhat')
        const restore = (path: string | null) => {
          const source = {
            file: path,
            snapshot: options.snapshot ?? null,
            replace: options.replace === true,
            keep: options.keep,
          }
          return withConnection(
            { ...beginning(targetOf(command, terminal, 'schema')), restores: source },
            async ({ local, url }) => {
              if (!local) throw new CliFailure('cli.serverHolds', { url: url ?? '' })
              const done = await local.restore(options.withKeys === true)
              return zonedIn(local.timeZone, done)
            },
          )
        }
        const restored = await (file === undefined ? restore(null) : withInputFile(file, restore))
        if (options.json) return sayJson(restored)
        const { kept, aside, ...counts } = restored
        print(say('cli.restored', { ...counts, createdAt: plainTime(counts.createdAt) }))
        if (kept !== null) remark(say('cli.keptBefore', { name: kept }))
        if (aside !== null) remark(say('cli.damagedAside', { folder: aside }))
        if (restored.keysFit !== 'fit')
          warn(say(restored.keysFit === 'missing' ? 'cli.keysMissing' : 'cli.keysForeign'))
        else if (restored.keysInFile > restored.keys) remark(say('cli.keysLeft'))
      },
    )
}

/** Add the commands db migrate, status, backup, snapshots, restore, distribute. */
export function addDbCommands(program: Command, terminal: Terminal): void {
  const db = program.command('db').description(terminal.say('cli.db'))
  for (const add of [addMigrate, addStatus, addDistribute, addBackup, addSnapshots, addRestore]) add(db, terminal)
}
