import type { Values } from '#shared/i18n/book.ts'
import type { Language } from '#shared/i18n/index.ts'
import { type SettingWord, settingWord } from '#shared/i18n/settings.ts'

/** A problem of a setting, or of several, in every language. */
export type SettingProblem = { setting: string; said: (language: Language) => string }

/** Create a problem with a text from the dictionary of settings. */
export const problemOf = (setting: string, word: SettingWord, values: Values = {}): SettingProblem => ({
  setting,
  said: (language) => settingWord(language, word, values),
})

/** Settings that cannot be used: all problems of them, one line each. The message is in English. */
export class ConfigError extends Error {
  readonly sentence: (language: Language) => string
  constructor(problems: readonly SettingProblem[]) {
    const sentence = (language: Language): string =>
      [
        settingWord(language, 'setting.problems', { count: problems.length }),
        ...problems.map(
          ({ setting, said }) => `  ${settingWord(language, 'setting.problem', { setting, problem: said(language) })}`,
        ),
      ].join('\n')
    super(sentence('en'))
    this.name = 'ConfigError'
    this.sentence = sentence
  }
}
