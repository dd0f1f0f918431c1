import { type Command, Option } from 'commander'
import type { Client } from '#cli/connect.ts'
import { wrongUse } from '#cli/failure.ts'
import { contentOf, remark, writeOut } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import type { FilePart } from '#shared/files.ts'
import type { ReportLanguage } from '#shared/projects.ts'
import { allPages, type Format, formatOf, formats, jsonArray, pageSize } from './export-options.ts'

/** The filters of the project list, as options; the schema of the procedure checks their values. */
const filters = ['search', 'name', 'city', 'exportStatus', 'userId', 'companyId', 'orderColumn', 'orderWay'] as const
type FilterOptions = Partial<Record<(typeof filters)[number], string>>
const lists = ['own', 'company', 'center'] as const
type List = (typeof lists)[number]
type ProjectsExport = FilterOptions & { out?: string; format?: Format; list?: List; id?: string; pdf?: string }

const optionName = (filter: string) => `--${filter.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
const chosenFilters = (options: FilterOptions): object =>
  Object.fromEntries(filters.flatMap((filter) => (options[filter] === undefined ? [] : [[filter, options[filter]]])))

type FindInput = Parameters<Client['projects']['find']['query']>[0]
type ExportInput = Parameters<Client['projects']['export']['query']>[0]

/** The call that answers a list page by page. */
const findOf = ({ projects }: Client, list: List) => ({ own: projects.find, company: projects.findCompany, center: projects.findCenter })[list]

async function exportList(client: Client, { list = 'own', ...options }: ProjectsExport & { out: string }, { language, say }: Terminal): Promise<void> {
  const format = formatOf(options)
  const chosen = chosenFilters(options)
  // Walked by number, which never changes, so that a project that is saved meanwhile is neither missed nor met twice.
  const page = (number: number) =>
    findOf(client, list).query({ orderColumn: 'projectNo', orderWay: 'asc', ...chosen, page: number, size: pageSize } as FindInput)
  const chunks =
    format === 'json' ? jsonArray(allPages(page)) : contentOf(await client.projects.export.query({ ...chosen, list, format, language } as ExportInput))
  await writeOut(options.out, chunks)
  if (options.out !== '-') remark(say('cli.exportedPlain', { path: options.out }))
}

type ReportOptions = { id: string; pdf: string; language: ReportLanguage }

/** One report, whole or not at all. Its head is read first, for the name of the version. */
async function exportReport(client: Client, { id, pdf, language }: ReportOptions, { say }: Terminal): Promise<void> {
  let name = ''
  async function* named(parts: AsyncIterable<FilePart>) {
    for await (const part of parts) {
      if ('fileName' in part) name = part.fileName
      yield part
    }
  }
  await writeOut(pdf, contentOf(named(await client.projects.pdf.mutate({ id, language }))))
  if (pdf !== '-') remark(say('cli.projects.report', { name, path: pdf }))
}

/** The language that --lang asks for, both included. */
const reportLanguageOf = (command: Command, { language }: Terminal): ReportLanguage => command.optsWithGlobals<{ lang?: ReportLanguage }>().lang ?? language

/** projects export: the list as a file, or the report of one project. */
export function addProjectCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const projects = program.command('projects').description(say('cli.projects')).helpCommand(false)
  const exported = projects
    .command('export')
    .description(say('cli.projects.export'))
    .option('--out <file>', say('cli.option.out'))
    .addOption(new Option('--format <format>', say('cli.option.format')).choices(formats))
    .addOption(new Option('--list <list>', say('cli.projects.list')).choices(lists))
    .option('--id <id>', say('cli.projects.id'))
    .option('--pdf <file>', say('cli.projects.pdf'))
  for (const filter of filters) exported.option(`${optionName(filter)} <value>`, say('cli.filter', { field: filter }))
  exported.action(async (options: ProjectsExport, command: Command) => {
    const { out, id, pdf, ...others } = options
    if (id !== undefined || pdf !== undefined) {
      if (id === undefined || pdf === undefined || out !== undefined || Object.keys(others).length > 0) throw wrongUse('cli.projects.pdfAlone')
      const language = reportLanguageOf(command, terminal)
      return withConnection(targetOf(command, terminal), ({ client }) => exportReport(client, { id, pdf, language }, terminal))
    }
    if (out === undefined) throw wrongUse('cli.projects.noTarget')
    await withConnection(targetOf(command, terminal), ({ client }) => exportList(client, { ...options, out }, terminal))
  })
}
