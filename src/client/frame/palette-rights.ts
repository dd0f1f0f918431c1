import { language, useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { mayExportDevices, roleOfLabel } from '#shared/roles.ts'

export const rulesPath = '/alert_rules/index'
export const usersPath = '/user/index'

/** Which commands this person may run; the server decides again. */
export function usePaletteRights() {
  const { nickName, routes } = useSession()
  const managesBase = useMay('base_screen')
  const opens = (screen: string) => routes.some(({ path }) => path === screen)
  return {
    repair: useMay('sale'),
    silence: managesBase && opens(rulesPath),
    addUser: opens(usersPath),
    export: mayExportDevices(roleOfLabel(nickName)),
    statement: mayExportDevices(roleOfLabel(nickName)) && opens('/agent_detail/index'),
    undo: managesBase,
  }
}

const exampleOf = {
  repair: 'palette.exampleRepair',
  silence: 'palette.exampleSilence',
  addUser: 'palette.exampleAddUser',
  export: 'palette.exampleExport',
  statement: 'palette.exampleStatement',
  undo: 'palette.exampleUndo',
} as const

/** Return the hint with examples of the commands that this person may run. */
export function useExamples(): string {
  const say = useWord()
  const rights = usePaletteRights()
  const allowed = (Object.keys(exampleOf) as (keyof typeof exampleOf)[]).filter((command) => rights[command])
  const commands = [...allowed.map((command) => say(exampleOf[command])), say('palette.exampleLanguage')]
  return say('palette.examples', { commands: commands.join(language === 'zh' ? '、' : ', ') })
}
