import type { Command } from 'commander'
import { choiceOption } from '#cli/choice-option.ts'
import type { Client } from '#cli/connect.ts'
import { formatOf } from '#cli/endings.ts'
import { asTyped, CliFailure, typedAs, wrongUse } from '#cli/failure.ts'
import { addOutOption, type OutOptions, outOf } from '#cli/out-option.ts'
import { isStandardOutput, say as print, remark, sayJson, warn, writeOut } from '#cli/output.ts'
import { beginning, type Terminal, targetOf, withConnection } from '#cli/settings.ts'

type ExportOptions = OutOptions & { format?: 'csv' | 'json'; catalogueVersion?: string }
type ImportOptions = {
  file: string
  source?: string
  sheet?: string
  headings?: string
  maker?: string
  merge?: true
  dryRun?: true
  json?: true
}

const endings = { csv: 'csv', json: 'json' } as const

async function* fileOf(client: Client, options: ExportOptions, out: string): AsyncGenerator<string, void, unknown> {
  const [{ catalogueColumns }, { rowsOfModels }, { stringify }] = await Promise.all([
    import('#shared/catalogue.ts'),
    import('#shared/catalogue-forms.ts'),
    import('csv-stringify/sync'),
  ])
  const { catalogueVersion: asked } = options
  const typed = { ...typedAs('', 'catalogue-version', asked), ...typedAs('version', 'catalogue-version', asked) }
  const { version, source, models } = await asTyped(typed, () => client.catalogue.get.query({ version: asked }))
  if (formatOf(out, options.format, endings) === 'json')
    yield `${JSON.stringify({ version, source, models }, null, 2)}\n`
  // A name that a spreadsheet would run as a formula gets a leading apostrophe.
  else
    yield `\uFEFF${stringify(
      [catalogueColumns, ...rowsOfModels(models).map((row) => catalogueColumns.map((column) => row[column]))].map(
        (row) => row.map((cell) => (typeof cell === 'string' && /^[=+\-@]/.test(cell) ? `'${cell}` : cell)),
      ),
      { record_delimiter: '\r\n' },
    )}`
}

/** Read a table of models and save it; report errors by line on standard error. */
async function importFile(options: ImportOptions, command: Command, terminal: Terminal): Promise<void> {
  const { say } = terminal
  const [{ readCatalogueFile }, { headingIn }, { firstOfLines, mergedRows }] = await Promise.all([
    import('#cli/read-catalogue.ts'),
    import('#cli/import-table.ts'),
    import('#shared/catalogue-import/merge.ts'),
  ])
  const [{ toRemember }, { inFileColumn }] = await Promise.all([
    import('#shared/catalogue-import/layout.ts'),
    import('#shared/i18n/catalogue-import.ts'),
  ])
  await withConnection(beginning(targetOf(command, terminal), options.dryRun), async ({ client }) => {
    const [newest, kept] = await Promise.all([client.catalogue.get.query(), client.catalogue.layouts.query()])
    const file = await readCatalogueFile(options.file, terminal, options, kept)
    const source = options.source ?? file.source ?? (options.merge ? newest.source : null)
    if (!source) throw wrongUse('cli.catalogue.sourceMissing')
    const { version: baseVersion } = newest
    const rows = options.merge ? mergedRows(newest.models, file.rows) : file.rows
    const columns = firstOfLines(rows)
    const answer = await client.catalogue.save.mutate({
      baseVersion,
      source,
      rows,
      dryRun: options.dryRun === true,
    })
    const { errors, applied, version, ...counted } = answer
    if (options.json) sayJson(answer)
    else print(say('cli.catalogue.saved', counted))
    for (const { line, model, reason } of options.json ? [] : errors) {
      const column = columns.get(line)
      const heading = column === undefined ? null : headingIn(file.layout, column)
      warn(say('cli.catalogue.line', { line, model, text: inFileColumn(terminal.language, heading, reason) }))
    }
    if (file.layout && options.maker && applied)
      await client.catalogue.keepLayout.mutate({
        maker: file.layout.values.maker ?? options.maker,
        layout: toRemember(file.layout),
      })
    if (counted.refused > 0) throw new CliFailure('cli.notApplied')
    if (options.json) return
    remark(
      say(applied ? 'cli.catalogue.applied' : options.dryRun ? 'cli.notApplied' : 'cli.catalogue.nothingNew', {
        version,
      }),
    )
  })
}

/** Add the commands catalogue export and import. */
export function addCatalogueCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const catalogue = program.command('catalogue').description(say('cli.catalogue'))

  addOutOption(catalogue.command('export').description(say('cli.catalogue.export')), terminal)
    .addOption(choiceOption('--format <format>', say('cli.catalogue.format'), ['csv', 'json']))
    .option('--catalogue-version <number>', say('cli.catalogue.version'))
    .action((options: ExportOptions, command: Command) => {
      const out = outOf(options)
      formatOf(out, options.format, endings)
      return withConnection(targetOf(command, terminal), async ({ client }) => {
        await writeOut(out, fileOf(client, options, out))
        if (!isStandardOutput(out)) remark(say('cli.exportedPlain', { path: out }))
      })
    })

  catalogue
    .command('import')
    .description(say('cli.catalogue.import'))
    .requiredOption('--file <file>', say('cli.option.file'))
    .option('--source <text>', say('cli.catalogue.source'))
    .option('--sheet <name>', say('cli.catalogue.sheet'))
    .option('--headings <file>', say('cli.catalogue.headings'))
    .option('--maker <name>', say('cli.catalogue.maker'))
    .option('--merge', say('cli.catalogue.merge'))
    .option('--dry-run', say('cli.option.dryRun'))
    .option('--json', say('cli.option.json'))
    .action((options: ImportOptions, command: Command) => importFile(options, command, terminal))
}
