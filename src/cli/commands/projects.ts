import type { Command } from 'commander'
import { choiceOption } from '#cli/choice-option.ts'
import type { Client } from '#cli/connect.ts'
import { checkPdf } from '#cli/endings.ts'
import {
  addExportOptions,
  allPages,
  type ExportOptions,
  type Pages,
  pageSize,
  runExport,
  type Source,
} from '#cli/export.ts'
import { asTyped, typedAs, wrongUse } from '#cli/failure.ts'
import { addFilters, filtersOf } from '#cli/filters.ts'
import { kindOf, sourceOf } from '#cli/kinds.ts'
import { contentOf, isStandardOutput, remark, writeOut } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import type { FilePart } from '#shared/files.ts'
import type { ReportLanguage } from '#shared/projects.ts'

const lists = ['own', 'company', 'center'] as const
type List = (typeof lists)[number]
type ProjectsExport = ExportOptions & { list?: List; id?: string; pdf?: string } & Record<string, unknown>
type FindInput = Parameters<Client['projects']['find']['query']>[0]

/** Return the call that lists projects page by page. */
const findOf = ({ projects }: Client, list: List) =>
  ({ own: projects.find, company: projects.findCompany, center: projects.findCenter })[list]

/** Return the source of one of the three lists: its file and its rows use the same filters. */
async function sourceOfList(client: Client, options: ProjectsExport): Promise<Source> {
  const { list = 'own' } = options
  const fields = await filtersOf(client, options, kindOf('project').filters)
  const page = (number: number) =>
    findOf(client, list).query({
      orderColumn: 'projectNo',
      orderWay: 'asc',
      ...fields,
      page: number,
      size: pageSize,
    } as FindInput)
  return { ...sourceOf(client, 'project', { ...fields, list }), rows: (tell) => allPages(page, tell) as Pages }
}

type ReportOptions = { id: string; pdf: string; language: ReportLanguage }

/** Export one report, completely or not at all. Its header is read first, for the name of the version. */
async function exportReport(client: Client, { id, pdf, language }: ReportOptions, { say }: Terminal): Promise<void> {
  let name = ''
  async function* named(parts: AsyncIterable<FilePart>) {
    for await (const part of parts) {
      if ('fileName' in part) name = part.fileName
      yield part
    }
  }
  const parts = await asTyped({ ...typedAs('', 'id', id), ...typedAs('id', 'id', id) }, () =>
    client.projects.pdf.mutate({ id, language }),
  )
  await writeOut(pdf, contentOf(named(parts)))
  if (!isStandardOutput(pdf)) remark(say('cli.projects.report', { name, path: pdf }))
}

/** Return the language of --lang, which may be both; by default that of files, wherever the command runs. */
const reportLanguageOf = (command: Command, { fileLanguage }: Terminal): ReportLanguage =>
  command.optsWithGlobals<{ lang?: ReportLanguage }>().lang ?? fileLanguage

/** Add the command projects export: the list as a file, or the report of one project. */
export function addProjectCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const projects = program.command('projects').description(say('cli.projects'))
  const exported = addExportOptions(projects.command('export').description(say('cli.projects.export')), terminal)
    .addOption(choiceOption('--list <list>', say('cli.projects.list'), lists))
    .option('--id <id>', say('cli.projects.id'))
    .option('--pdf <file>', say('cli.projects.pdf'))
  addFilters(exported, terminal, kindOf('project').filters)
  exported.action(async (options: ProjectsExport, command: Command) => {
    const { id, pdf, ...others } = options
    if (id === undefined && pdf === undefined)
      return runExport(options, command, terminal, (client) => sourceOfList(client, options))
    if (id === undefined || pdf === undefined || Object.keys(others).length > 0) throw wrongUse('cli.projects.pdfAlone')
    checkPdf(pdf)
    const language = reportLanguageOf(command, terminal)
    await withConnection(targetOf(command, terminal), ({ client }) =>
      exportReport(client, { id, pdf, language }, terminal),
    )
  })
}
