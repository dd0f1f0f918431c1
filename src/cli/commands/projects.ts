import { type Command, Option } from 'commander'
import type { Client } from '#cli/connect.ts'
import { wrongUse } from '#cli/failure.ts'
import { contentOf, remark, writeOut } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { allPages, type Format, formatOf, formats, jsonArray, pageSize } from './export-options.ts'

/** The filters of the project list, as options; the schema of the procedure checks their values. */
const filters = ['search', 'name', 'city', 'exportStatus', 'userId', 'companyId', 'orderColumn', 'orderWay'] as const
type FilterOptions = Partial<Record<(typeof filters)[number], string>>
const lists = ['own', 'company', 'center'] as const
type List = (typeof lists)[number]
type ProjectsExport = FilterOptions & { out?: string; format?: Format; list: List }

const optionName = (filter: string) => `--${filter.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
const chosenFilters = (options: FilterOptions): object =>
  Object.fromEntries(filters.flatMap((filter) => (options[filter] === undefined ? [] : [[filter, options[filter]]])))

type FindInput = Parameters<Client['projects']['find']['query']>[0]
type ExportInput = Parameters<Client['projects']['export']['query']>[0]

/** The call that answers a list page by page. */
const findOf = ({ projects }: Client, list: List) => ({ own: projects.find, company: projects.findCompany, center: projects.findCenter })[list]

async function exportList(client: Client, options: ProjectsExport & { out: string }, { language, say }: Terminal): Promise<void> {
  const format = formatOf(options)
  const chosen = chosenFilters(options)
  // Walked by number, which never changes, so that a project that is saved meanwhile is neither missed nor met twice.
  const page = (number: number) =>
    findOf(client, options.list).query({ orderColumn: 'projectNo', orderWay: 'asc', ...chosen, page: number, size: pageSize } as FindInput)
  const chunks =
    format === 'json'
      ? jsonArray(allPages(page))
      : contentOf(await client.projects.export.query({ ...chosen, list: options.list, format, language } as ExportInput))
  await writeOut(options.out, chunks)
  if (options.out !== '-') remark(say('cli.exportedPlain', { path: options.out }))
}

/** projects export: the list as a file. */
export function addProjectCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const projects = program.command('projects').description(say('cli.projects')).helpCommand(false)
  const exported = projects
    .command('export')
    .description(say('cli.projects.export'))
    .option('--out <file>', say('cli.option.out'))
    .addOption(new Option('--format <format>', say('cli.option.format')).choices(formats))
    .addOption(new Option('--list <list>', say('cli.projects.list')).choices(lists).default('own'))
  for (const filter of filters) exported.option(`${optionName(filter)} <value>`, say('cli.filter', { field: filter }))
  exported.action(async (options: ProjectsExport, command: Command) => {
    const { out } = options
    if (out === undefined) throw wrongUse('cli.projects.noTarget')
    await withConnection(targetOf(command, terminal), ({ client }) => exportList(client, { ...options, out }, terminal))
  })
}
