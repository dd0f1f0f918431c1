import { expect, test } from 'vitest'
import { formOf, problemsOf } from './user-form.ts'

const typed = (password: string) => ({ ...formOf(null, 1), phone: '13900000001', name: '李', password, passwordAgain: password })

test('a first password follows the rule of the deployment: the documented composition, or length alone', () => {
  const sentence = 'a long sentence of plain words'
  expect(problemsOf(typed(sentence), null, 'nist')).toEqual({})
  expect(problemsOf(typed(sentence), null, 'documented')).toEqual({ password: 'password.rule' })
  expect(problemsOf(typed('ColdFleet#26'), null, 'documented')).toEqual({})
  expect(problemsOf(typed('ColdFleet#26'), null, 'nist')).toEqual({ password: 'password.ruleNist' })
})
