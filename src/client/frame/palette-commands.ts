import { rowsHref } from '#client/features/devices/device-view.ts'
import type { Repairable } from '#client/features/devices/named-machines.ts'
import { language, switchLanguage, useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { chooseTheme, type ThemeChoice, themeChoices } from '#client/theme.ts'
import { trpc } from '#client/trpc.ts'
import { deviceStates } from '#shared/devices.ts'
import type { Word } from '#shared/i18n/index.ts'
import { mayExportDevices, roleOfLabel } from '#shared/permissions.ts'
import { isTelemetryState } from '#shared/transitions.ts'
import { commandIn, type Find } from './palette-match.ts'
import { useNewThings } from './palette-new.ts'

const shortestSerial = 2
const mostDevices = 4
const themeWords: Record<ThemeChoice, Word> = {
  system: 'nav.themeSystem',
  light: 'nav.themeLight',
  dark: 'nav.themeDark',
}

/** What the typed words ask to be done: repair of a machine, a file of some devices, the last feed taken back, another language or theme. */
export function useCommands(wanted: string, settled: string, onRepair: (machine: Repairable) => void): Find[] {
  const say = useWord()
  const { nickName } = useSession()
  const maySteer = useMay('base_screen')
  const mayRepair = useMay('sale')
  const mayExport = mayExportDevices(roleOfLabel(nickName))
  const command = commandIn(settled)
  const serial = command?.verb === 'repair' && mayRepair && command.rest.length >= shortestSerial ? command.rest : null
  const machines = trpc.devices.find.useQuery(
    { serial: serial ?? '', size: mostDevices },
    { enabled: serial !== null, meta: { silent: true } },
  )
  const undoes = command?.verb === 'undo' && maySteer
  const batches = trpc.feeds.batches.useQuery({ size: 1 }, { enabled: undoes, meta: { silent: true } })
  const newThings = useNewThings(command)

  const found: Find[] = []
  if (wanted !== '' && wanted === settled) {
    found.push(...newThings)
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
    if (command?.verb === 'export' && mayExport) {
      const part = command.rest.toLowerCase()
      const states = deviceStates.filter(
        (state) =>
          part !== '' && [state, say(`device.state.${state}`).toLowerCase()].some((word) => word.includes(part)),
      )
      const opens = { open: 'export' } as const
      if (part === '') found.push({ path: rowsHref({}), label: say('palette.exportAll'), icon: 'hard-drive', opens })
      for (const state of states)
        found.push({
          path: rowsHref({ state }),
          label: say('palette.exportState', { state: say(`device.state.${state}`) }),
          icon: 'hard-drive',
          opens,
        })
    }
    const [newest] = batches.data?.data ?? []
    if (undoes && newest?.undoable)
      found.push({
        path: `/feed_batches/index?batch=${newest.id}`,
        label: say('palette.undo', { id: newest.id }),
        icon: 'history',
      })
  }
  return [...found, ...looksIn(wanted, say)]
}

/** Another language or theme that the words name. */
function looksIn(wanted: string, say: ReturnType<typeof useWord>): Find[] {
  const typed = wanted.toLowerCase()
  if (typed.length < shortestSerial) return []
  const other = language === 'zh' ? 'en' : 'zh'
  const looks: Find[] = [
    { path: 'do:language', label: say('nav.switchLanguage'), run: () => switchLanguage(other) },
    ...themeChoices.map((choice) => ({
      path: `do:theme ${choice}`,
      label: `${say('nav.theme')}: ${say(themeWords[choice])}`,
      run: () => chooseTheme(choice),
    })),
  ]
  return looks.filter(({ label }) => label.toLowerCase().includes(typed))
}
