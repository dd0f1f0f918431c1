import { type Command, Option } from 'commander'
import { contentOf, remark, writeOut } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'

type AuditOptions = { out: string; format?: 'csv' | 'xls' | 'xlsx'; from?: string; to?: string; actor?: string; action?: string; result?: string }

/** audit export. */
export function addAuditCommands(program: Command, terminal: Terminal): void {
  const { say, language } = terminal
  const audit = program.command('audit').description(say('cli.audit')).helpCommand(false)
  const exported = audit
    .command('export')
    .description(say('cli.audit.export'))
    .requiredOption('--out <file>', say('cli.option.out'))
    .addOption(new Option('--format <format>', say('cli.option.format')).choices(['csv', 'xls', 'xlsx']))
  for (const [option, field] of [
    ['from', 'startDate'],
    ['to', 'endDate'],
    ['actor', 'actor'],
    ['action', 'action'],
    ['result', 'result'],
  ] as const)
    exported.option(`--${option} <value>`, say('cli.filter', { field }))
  exported.action(async (options: AuditOptions, command: Command) => {
    const { out, from, to, actor, action, result } = options
    const ending = out.split('.').at(-1)?.toLowerCase()
    const format = options.format ?? (ending === 'xls' || ending === 'xlsx' ? ending : 'csv')
    await withConnection(targetOf(command, terminal), async ({ client }) => {
      const parts = await client.audit.export.query({ format, language, startDate: from, endDate: to, actor, action, result })
      await writeOut(out, contentOf(parts))
      if (out !== '-') remark(say('cli.exportedPlain', { path: out }))
    })
  })
}
