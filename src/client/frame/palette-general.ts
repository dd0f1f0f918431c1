import { labelled, language, switchLanguage, useWord } from '#client/i18n.ts'
import { leaveForLogin } from '#client/signed-out.ts'
import { chooseTheme, type ThemeChoice, themeChoices } from '#client/theme.ts'
import { trpc } from '#client/trpc.ts'
import type { Word } from '#shared/i18n/index.ts'
import { isNamed, type PaletteItem } from './palette-match.ts'

const themeWords: Record<ThemeChoice, Word> = {
  system: 'nav.themeSystem',
  light: 'nav.themeLight',
  dark: 'nav.themeDark',
}
/** Synonyms of a command, in both languages, whatever the page's language. */
const others = {
  language: 'language switch change to in english chinese 语言 切换 切换到 中文 中英文 英文 英语 简体',
  theme: 'theme appearance colours colors mode switch change 主题 外观 切换 切换到 模式',
  system: 'system auto 系统 自动',
  light: 'light day bright 浅色 日间 明亮',
  dark: 'dark night 深色 夜间 暗色 黑暗',
  keys: 'keyboard shortcuts hotkeys keys help 键盘 快捷键 帮助',
  leave: 'sign out log out logout signout quit exit leave 退出 登出 注销',
}
const shortest = 2

/**
 * Return the commands for all users, such as language and theme; without a typed text, those that are useful now.
 * `onKeys` opens the list of keyboard shortcuts.
 */
export function useGeneralCommands(query: string, onKeys: () => void): PaletteItem[] {
  const say = useWord()
  const logOut = trpc.auth.logout.useMutation({ meta: { silent: true }, onSettled: () => leaveForLogin() })
  const { theme } = document.documentElement.dataset
  const commands: (PaletteItem & { words: string; always: boolean })[] = [
    {
      path: 'do:language',
      label: say('nav.switchLanguage'),
      note: say('nav.language'),
      words: others.language,
      always: true,
      run: () => switchLanguage(language === 'zh' ? 'en' : 'zh'),
    },
    ...themeChoices.map((choice) => ({
      path: `do:theme ${choice}`,
      label: labelled(say('nav.theme'), say(themeWords[choice])),
      words: `${others.theme} ${others[choice]}`,
      always: choice !== 'system' && choice !== theme,
      run: () => chooseTheme(choice),
    })),
    { path: 'do:keys', label: say('keys.name'), note: '?', words: others.keys, always: true, run: onKeys },
    {
      path: 'do:sign out',
      label: say('session.quit'),
      words: others.leave,
      always: true,
      run: () => logOut.mutate({}),
    },
  ]
  const isWanted = ({ label, words, always }: (typeof commands)[number]) =>
    query === '' ? always : query.length >= shortest && isNamed(query, `${label} ${words}`)
  return commands.filter(isWanted).map(({ words: _, always: __, ...item }) => item)
}
