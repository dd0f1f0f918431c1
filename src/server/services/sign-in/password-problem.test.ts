import { describe, expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { passwordProblem } from './password-problem.ts'

const documented = { passwordPolicy: 'documented', brandText: 'Eiskeller' } as const
const nist = { passwordPolicy: 'nist', brandText: 'Eiskeller' } as const
const words = ['annalena', '13800000001', '华东基地', '李', 'bo']

test('Contain more than three thousand common passwords', () => {
  expect(commonPasswords.size).toBeGreaterThan(3_000)
})

describe('a password that a user chooses', () => {
  test.each([
    ['abcd1', 'password.rule'],
    ['PAssword1!', 'password.common'],
    ['P@ssW0rd1!', 'password.common'],
    ['#QWerty12', 'password.common'],
    ['WOaini1314!', 'password.common'],
    ['AnnaLena#1x', 'password.context'],
    ['xyXY!13800000001', 'password.context'],
    ['aBcD1!华东基地', 'password.context'],
    ['ColdFleet#26', 'password.context'],
    ['C0ldFl33t#Ab', 'password.context'],
    ['EisKeller#26', 'password.context'],
    ['Frost#Pine88', null],
    ['BOb#house李77', null],
  ])('%s → %s', (password, problem) => {
    expect(passwordProblem(password, documented, { words, own: true })).toBe(problem)
  })
})

test("Allow the product's name, but not the user's, in a first password, which must be changed anyway", () => {
  expect(passwordProblem('ColdFleet#26', documented, { words, own: false })).toBeNull()
  expect(passwordProblem('AnnaLena#1x', documented, { words, own: false })).toBe('password.context')
})

test('Check only the length under policy nist, counting spaces, and still refuse common passwords', () => {
  const problem = (password: string) => passwordProblem(password, nist, { words, own: true })
  expect(problem('vier kalte Kammern im Norden')).toBeNull()
  expect(problem('   leading space kept')).toBeNull()
  expect(problem('Frost#Pine88')).toBe('password.ruleNist')
  expect(problem('x'.repeat(65))).toBe('password.ruleNist')
  expect(problem('qwertyuiopqwertyuiop'.slice(0, 10).padEnd(15, '!'))).toBe('password.common')
})
