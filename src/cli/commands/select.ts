import type { Command } from 'commander'
import { CliFailure } from '#cli/failure.ts'
import { say as print, remark, warn } from '#cli/output.ts'
import type { Terminal } from '#cli/settings.ts'
import type { Language } from '#shared/i18n/index.ts'
import type { ParseProblem } from '#shared/selection/project.ts'
import type { FieldName } from '#shared/selection/project-fields.ts'
import type { Selection, SelectionOutcome } from '#shared/selection/select.ts'

const figure = (value: number): string => String(Number(value.toPrecision(4)))
const orNone = (value: number | null): string => (value === null ? '–' : figure(value))
const percent = (share: number | null): string => (share === null ? '–' : figure(100 * share))

type Words = typeof import('#shared/i18n/selection.ts')

const resultOf = ({ say }: Terminal, name: string, selection: Selection, basis: string): string => {
  const {
    status,
    needKgH,
    requiredAirflowM3h,
    model,
    count,
    margin,
    frostWithoutKgDay,
    frostWithKgDay,
    reduction,
    governs,
    supplyTempC,
  } = selection
  const values = {
    name,
    need: figure(needKgH),
    airflow: figure(requiredAirflowM3h),
    kind: say(selection.isCondensate ? 'cli.select.condensate' : 'cli.select.frost'),
    frost: figure(frostWithoutKgDay),
    governs: say(`cli.select.${governs}`),
  }
  if (status === 'noFit') return say('cli.select.noFit', values)
  const chosen = { model: model ?? '', count: count ?? 0, margin: percent(margin), basis }
  return say('cli.select.ok', {
    ...values,
    ...chosen,
    with: orNone(frostWithKgDay),
    reduction: percent(reduction),
    supply: orNone(supplyTempC),
  })
}

/** Return the choice that keeps the coil dry, if the units are inside the store and do not keep it dry. */
const dryCoilOf = ({ say }: Terminal, { alternatives, reduction }: Selection): string | null => {
  const dry = reduction === 1 ? undefined : alternatives.find(({ kind }) => kind === 'dryCoil')
  if (!dry) return null
  const choice = dry.model === null ? say('cli.select.none') : `${dry.count} × ${dry.model}`
  return say('cli.select.dryCoil', { need: figure(dry.needKgH), choice, setPoint: orNone(dry.setPointGKg) })
}

/** Return the errors of a project that cannot be calculated, and its empty fields. */
function refusalOf(
  words: Words,
  language: Language,
  problems: readonly ParseProblem[],
  outcome: SelectionOutcome,
): { missing: FieldName[]; errors: string[] } {
  const { missing, blocked } = outcome.complete ? { missing: [], blocked: [] } : outcome
  const unread = new Set(problems.map(({ field }) => field))
  const empty = missing.filter((field) => !unread.has(field))
  const emptyText = (field: FieldName) =>
    words.selectionWord(language, 'check.empty', { field: words.fieldLabel(language, field) })
  const errors = [
    ...problems.map((problem) => words.problemText(language, problem)),
    ...empty.map(emptyText),
    ...blocked.map((problem) => words.problemText(language, problem)),
  ]
  return { missing: empty, errors }
}

/** Print the choice for a project on standard output, and notes on standard error. */
function printSelection(terminal: Terminal, words: Words, name: string, selection: Selection): void {
  const { say, language } = terminal
  print(resultOf(terminal, name, selection, words.basisText(language, selection)))
  const dryCoil = dryCoilOf(terminal, selection)
  if (dryCoil !== null) remark(say('cli.select.line', { name, text: dryCoil }))
  for (const limit of selection.noFit?.limits ?? [])
    warn(say('cli.select.line', { name, text: words.selectionWord(language, `limit.${limit}`) }))
  for (const warning of selection.warnings) {
    const label = warning.field ? `${words.fieldLabel(language, warning.field)}: ` : ''
    warn(say('cli.select.line', { name, text: label + words.warningText(language, warning) }))
  }
}

/** Add the command select: only the calculation; nothing is saved. */
export function addSelectCommand(program: Command, terminal: Terminal): void {
  const { say, language } = terminal
  program
    .command('select')
    .description(say('cli.select'))
    .requiredOption('--file <file>', say('cli.select.file'))
    .option('--catalogue <file|version>', say('cli.select.catalogue'))
    .option('--json', say('cli.select.json'))
    .action(async (options: { file: string; catalogue?: string; json?: true }, command: Command) => {
      const [{ readProjectsFile }, { parseProject }, { selectEquipment }, { catalogueForSelect }, words] =
        await Promise.all([
          import('#cli/read-projects.ts'),
          import('#shared/selection/project.ts'),
          import('#shared/selection/select.ts'),
          import('#cli/select-catalogue.ts'),
          import('#shared/i18n/selection.ts'),
        ])
      const projects = await readProjectsFile(options.file)
      const catalogue = await catalogueForSelect(options.catalogue, command, terminal)
      let refused = 0
      for (const [index, raw] of projects.entries()) {
        const { project, problems } = parseProject(raw)
        const name = project.name ?? `#${index + 1}`
        const outcome = selectEquipment(project, catalogue)
        if (problems.length > 0 || !outcome.complete) {
          refused += 1
          const { missing, errors } = refusalOf(words, language, problems, outcome)
          if (options.json) print(JSON.stringify({ name, status: 'refused', missing, errors }))
          else for (const error of errors) warn(say('cli.select.line', { name, text: error }))
          continue
        }
        const { selection, trace } = outcome
        if (options.json) print(JSON.stringify({ name, ...selection, trace }))
        else printSelection(terminal, words, name, selection)
      }
      if (refused > 0) throw new CliFailure('cli.select.refused', { refused, read: projects.length })
    })
}
