import { expect, test } from 'vitest'
import { commandIn, isNamed } from './palette-match.ts'

test.each([
  ['repair T30A24', { verb: 'repair', rest: 'T30A24' }],
  ['送修T30A24', { verb: 'repair', rest: 'T30A24' }],
  ['维修 T30A24', { verb: 'repair', rest: 'T30A24' }],
  ['Export offline', { verb: 'export', rest: 'offline' }],
  ['导出 离线', { verb: 'export', rest: '离线' }],
  ['undo', { verb: 'undo', rest: '' }],
  ['撤销', { verb: 'undo', rest: '' }],
  ['statement', { verb: 'statement', rest: '' }],
  ['月度对账单 晨曦', { verb: 'statement', rest: '晨曦' }],
  ['静默华东', { verb: 'silence', rest: '华东' }],
  ['add user', { verb: 'add', rest: 'user' }],
  ['新增用户', { verb: 'add', rest: '用户' }],
] as const)('Recognize "%s" as a command', (typed, command) => {
  expect(commandIn(typed)).toEqual(command)
})

test.each([
  ['dark', true],
  ['Switch theme', true],
  ['切换', true],
  ['深', true],
  ['切换深色', true],
  ['切换浅色', false],
  ['ark', false],
  ['dark site', false],
])('Match "%s" with the dark theme: %s', (typed, named) => {
  expect(isNamed(typed, 'Theme: Dark switch 切换 深色')).toBe(named)
})

test.each(['repairs', 'exporter', 'newest', 'address', 'statements', 'T30A24', '', '晨曦 告警'])(
  'Recognize "%s" as a search',
  (typed) => {
    expect(commandIn(typed)).toBeNull()
  },
)
