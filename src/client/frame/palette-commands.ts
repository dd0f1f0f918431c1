import { rowsHref } from '#client/features/devices/device-view.ts'
import type { Repairable } from '#client/features/devices/named-machines.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { deviceStates } from '#shared/devices.ts'
import { isTelemetryState } from '#shared/transitions.ts'
import { useAddCommands } from './palette-add.ts'
import { useGeneralCommands } from './palette-general.ts'
import { type Command, commandIn, type PaletteItem } from './palette-match.ts'
import { usePaletteRights } from './palette-rights.ts'
import { useStatementCommands } from './palette-statement.ts'

const opens = { open: 'export' } as const
const shortestSerial = 2
const mostDevices = 4

/** The parts that a command needs after the palette is closed: the repair dialog and the list of keyboard shortcuts. */
export type PaletteActions = { onRepair: (machine: Repairable) => void; onKeys: () => void }
/** Without a typed text, offer the things that can be added. */
const anything: Command = { verb: 'add', rest: '' }

/**
 * Return the commands that match the typed words: repair a machine, export some devices, undo the last feed, change
 * language or theme; without words, those that are always useful.
 */
export function useCommands(query: string, settled: string, { onRepair, onKeys }: PaletteActions): PaletteItem[] {
  const say = useWord()
  const rights = usePaletteRights()
  const command = settled === '' ? anything : commandIn(settled)
  const serial =
    command?.verb === 'repair' && rights.repair && command.rest.length >= shortestSerial ? command.rest : null
  const machines = trpc.devices.find.useQuery(
    { serial: serial ?? '', size: mostDevices },
    { enabled: serial !== null, meta: { silent: true } },
  )
  const undoes = command?.verb === 'undo' && rights.undo
  const batches = trpc.feeds.batches.useQuery({ size: 1 }, { enabled: undoes, meta: { silent: true } })
  const addCommands = useAddCommands(command)
  const statements = useStatementCommands(command)
  const generalCommands = useGeneralCommands(query, onKeys)

  const found: PaletteItem[] = []
  if (query === settled) {
    found.push(...addCommands, ...statements)
    if (serial !== null)
      for (const { id, serial: whole, state, site } of machines.data?.data ?? [])
        if (isTelemetryState(state) || state === 'repaired')
          found.push({
            path: `do:repair ${id}`,
            label: say('palette.repair', { serial: whole }),
            icon: 'wrench',
            note: site,
            state,
            run: () => onRepair({ id, serial: whole, site }),
          })
    const exportsAll: PaletteItem = { path: rowsHref({}), label: say('palette.exportAll'), icon: 'hard-drive', opens }
    if (settled === '' && rights.export) found.push(exportsAll)
    if (command?.verb === 'export' && rights.export) {
      const part = command.rest.toLowerCase()
      const states = deviceStates.filter(
        (state) =>
          part !== '' && [state, say(`device.state.${state}`).toLowerCase()].some((word) => word.includes(part)),
      )
      if (part === '') found.push(exportsAll)
      for (const state of states)
        found.push({
          path: rowsHref({ state }),
          label: say('palette.exportState', { state: say(`device.state.${state}`) }),
          icon: 'hard-drive',
          opens,
        })
    }
    if (undoes && batches.data) {
      const [newest] = batches.data.data
      found.push(
        newest?.undoable
          ? {
              path: `/feed_batches/index?batch=${newest.id}`,
              label: say('palette.undo', { id: newest.id }),
              icon: 'history',
            }
          : { path: '/feed_batches/index', label: say('palette.nothingToUndo'), icon: 'history' },
      )
    }
  }
  return [...found, ...generalCommands]
}
