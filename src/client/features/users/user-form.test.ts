import { expect, test } from 'vitest'
import { word } from '#shared/i18n/index.ts'
import type { PasswordPolicy } from '#shared/password-rule.ts'
import { seedColumns, seedHeadings } from '#shared/user-import.ts'
import { userForm } from '#shared/users.ts'
import { formOf, headingWords } from './user-form.ts'

const typed = (password: string) => ({
  ...formOf(null, 1),
  phone: '13900000001',
  name: '李',
  password,
  passwordAgain: password,
})
const problemsOf = (form: object, user: null, policy: PasswordPolicy) =>
  Object.fromEntries(
    userForm(user, policy)
      .safeParse(form)
      .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  )

test('Check a first password by the rule of the deployment: documented composition, or length alone', () => {
  const sentence = 'a long sentence of plain words'
  expect(problemsOf(typed(sentence), null, 'nist')).toEqual({})
  expect(problemsOf(typed(sentence), null, 'documented')).toEqual({ password: 'password.rule' })
  expect(problemsOf(typed('ColdFleet#26'), null, 'documented')).toEqual({})
  expect(problemsOf(typed('ColdFleet#26'), null, 'nist')).toEqual({ password: 'password.ruleNist' })
})

test('Accept the headings of the template of a users file in either language', () => {
  for (const language of ['zh', 'en'] as const)
    for (const column of seedColumns) {
      const heading = word(language, headingWords[column]).toLowerCase()
      expect(seedHeadings[heading] ?? heading, heading).toBe(column)
    }
})
