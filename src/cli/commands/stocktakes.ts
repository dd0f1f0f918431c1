import type { Command } from 'commander'
import { choiceOption } from '#cli/choice-option.ts'
import type { Client } from '#cli/connect.ts'
import { asTyped, typedAs, wrongUse } from '#cli/failure.ts'
import { addFilters, filtersOf, typedFields } from '#cli/filters.ts'
import { decodeText, readInput } from '#cli/input.ts'
import { say as print, remark, sayJson, sayJsonLines, sayTable } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { timeZoneOf, zoned } from '#cli/zoned.ts'
import { businessTime } from '#shared/business-time.ts'
import { word } from '#shared/i18n/index.ts'
import { serialsOf } from '#shared/serial-lists.ts'
import { type Stocktake, type StocktakeGroup, type StocktakeRow, stocktakeGroups } from '#shared/stocktakes.ts'

type SiteOptions = { site?: string[]; json?: true } & Record<string, unknown>
type ListOptions = SiteOptions & { size?: string }
type AddOptions = SiteOptions & { serials?: string; file?: string; note?: string }
type ShowOptions = { stocktake: string; group?: StocktakeGroup; json?: true }

const usualSize = 20
const places = ['site'] as const

function lineOf(
  { id, site, at, person, counts, note }: StocktakeRow,
  timeZone: string,
  { language }: Terminal,
): string[] {
  return [
    `#${id}`,
    site,
    businessTime(new Date(at), timeZone),
    person ?? '-',
    stocktakeGroups.map((group) => `${word(language, `stocktake.${group}`)} ${counts[group]}`).join(', '),
    note ?? '',
  ]
}

/** Return the site, which every such command needs. @throws CliFailure (wrong use) without one */
async function siteOf(client: Client, options: SiteOptions): Promise<number> {
  if (options.site === undefined) throw wrongUse('cli.stocktakes.noSite')
  const { siteId } = await filtersOf(client, options, places)
  return siteId as unknown as number
}

async function list(client: Client, options: ListOptions, terminal: Terminal): Promise<void> {
  const { size = String(usualSize), json } = options
  const request = { siteId: await siteOf(client, options), size: size as unknown as number }
  const { data, totalCount } = await asTyped(typedAs('size', 'size', size), () => client.stocktakes.find.query(request))
  if (json) sayJsonLines((await zoned(client, data)) as StocktakeRow[])
  else if (data.length === 0) print(terminal.say('cli.stocktakes.none'))
  else {
    const timeZone = await timeZoneOf(client)
    sayTable(data.map((row) => lineOf(row, timeZone, terminal)))
  }
  if (totalCount > data.length) remark(terminal.say('cli.stocktakes.more', { total: totalCount, shown: data.length }))
}

/** Print a stocktake and the machines of its groups; those found at the site only on request. */
async function sayStocktake(
  client: Client,
  stocktake: Stocktake,
  groups: readonly StocktakeGroup[],
  json: boolean,
  terminal: Terminal,
): Promise<void> {
  if (json) return sayJson(await zoned(client, stocktake))
  const { say, language } = terminal
  sayTable([lineOf(stocktake, await timeZoneOf(client), terminal)])
  const { counts, lines } = stocktake
  const rows = groups.flatMap((group) =>
    lines[group].map(({ serial, state, place }) => [
      word(language, `stocktake.${group}`),
      serial,
      state === null ? '-' : word(language, `device.state.${state}`),
      place ?? '-',
    ]),
  )
  if (rows.length > 0) sayTable(rows)
  for (const group of groups)
    if (counts[group] > lines[group].length)
      remark(say('cli.stocktakes.more', { total: counts[group], shown: lines[group].length }))
  if (counts.away > 0) remark(word(language, 'stocktake.away', { count: counts.away }))
  if (counts.repeated > 0) remark(word(language, 'serialList.repeated', { count: counts.repeated }))
}

const unexpected: readonly StocktakeGroup[] = ['missing', 'foreign', 'unknown']

async function add(client: Client, options: AddOptions, text: string, terminal: Terminal): Promise<void> {
  const { note, json } = options
  const request = { siteId: await siteOf(client, options), serials: serialsOf(text), note }
  await sayStocktake(client, await client.stocktakes.save.mutate(request), unexpected, json === true, terminal)
}

async function show(client: Client, { stocktake, group, json }: ShowOptions, terminal: Terminal): Promise<void> {
  const found = await client.stocktakes.get.query({ id: stocktake as unknown as number })
  const groups = group === undefined ? unexpected : [group]
  const chosen =
    group === undefined
      ? found
      : { ...found, lines: { ...{ here: [], missing: [], foreign: [], unknown: [] }, [group]: found.lines[group] } }
  await sayStocktake(client, chosen, groups, json === true, terminal)
}

/** Add the commands stocktakes list, add, show. */
export function addStocktakeCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const stocktakes = program.command('stocktakes').description(say('cli.stocktakes'))
  addFilters(stocktakes.command('list').description(say('cli.stocktakes.list')), terminal, places)
    .option('--size <number>', say('cli.stocktakes.size'))
    .option('--json', say('cli.option.jsonLines'))
    .action((options: ListOptions, self: Command) =>
      withConnection(targetOf(self, terminal), ({ client }) =>
        asTyped(typedFields(options), () => list(client, options, terminal)),
      ),
    )
  addFilters(stocktakes.command('add').description(say('cli.stocktakes.add')), terminal, places)
    .option('--serials <serials>', say('cli.repairs.serials'))
    .option('--file <file>', say('cli.repairs.file'))
    .option('--note <text>', say('cli.stocktakes.note'))
    .option('--json', say('cli.option.json'))
    .action(async (options: AddOptions, self: Command) => {
      const { serials, file, note } = options
      if ((serials === undefined) === (file === undefined)) throw wrongUse('cli.repairs.source')
      const text = file === undefined ? (serials ?? '') : decodeText(await readInput(file)).replace(/^\uFEFF/, '')
      const listed = file === undefined ? typedAs('serials', 'serials', serials) : typedAs('serials', 'file', file)
      const typed = { ...typedFields(options), ...listed, ...typedAs('note', 'note', note) }
      await withConnection(targetOf(self, terminal), ({ client }) =>
        asTyped(typed, () => add(client, options, text, terminal)),
      )
    })
  stocktakes
    .command('show')
    .description(say('cli.stocktakes.show'))
    .requiredOption('--stocktake <id>', say('cli.stocktakes.stocktake'))
    .addOption(choiceOption('--group <group>', say('cli.stocktakes.group'), stocktakeGroups))
    .option('--json', say('cli.option.json'))
    .action((options: ShowOptions, self: Command) => {
      const typed = { ...typedAs('id', 'stocktake', options.stocktake), ...typedAs('', 'stocktake', options.stocktake) }
      return withConnection(targetOf(self, terminal), ({ client }) =>
        asTyped(typed, () => show(client, options, terminal)),
      )
    })
}
