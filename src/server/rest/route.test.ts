import { expect, test } from 'vitest'
import { inputOf } from './adapter.ts'
import { route } from './route.ts'

const shown = { title: 'api.deviceGet', example: {} } as const

test('Fail to compile a row with an unknown name', () => {
  // Each line below must be an error of its own; an unused expectation is an error, too.
  // @ts-expect-error no such procedure
  route('POST', '/a', 'devices.fnid', shown)
  // @ts-expect-error no such field of the procedure
  route('POST', '/a', 'devices.get', { ...shown, input: { idd: 'body.id' } })
  // @ts-expect-error no such parameter of the path
  route('GET', '/a/:id', 'devices.get', { ...shown, input: { id: 'params.ident' } })
  // @ts-expect-error no such field of the result
  route('GET', '/a/:id', 'devices.get', { ...shown, output: (device) => device.serialNumber })
  // @ts-expect-error a procedure without an input takes no mapping
  route('GET', '/a', 'charts.lastDate', { ...shown, input: { id: 'query.id' } })
  // @ts-expect-error every call shows an example
  route('POST', '/a', 'devices.find', { title: 'api.deviceFind' })
  expect(() => route('GET', '/b/:id', 'devices.get', { ...shown, input: { id: 'params.id' } })).not.toThrow()
})

test('Prefer the body to the query, and the path to both', () => {
  const row = route('POST', '/a/:id', 'devices.get', shown)
  expect(inputOf(row, { id: '1', page: '2' }, { page: 3, size: 4 }, { id: '5' })).toEqual({ id: '5', page: 3, size: 4 })
})

test('Accept an enumerated word of the path in any letter case, and leave any other to be refused', () => {
  const row = route('POST', '/a/:pie', 'charts.pie', { ...shown, input: { indicator: 'params.pie' } })
  expect(inputOf(row, {}, {}, { pie: 'repairtimes' })).toEqual({ indicator: 'repairTimes' })
  expect(inputOf(row, {}, {}, { pie: 'Serial' })).toEqual({ indicator: 'Serial' })
})

test('Fill a field from either spelling; the first one named wins, and both are consumed', () => {
  const row = route('POST', '/a', 'auth.login', { ...shown, input: { userName: ['body.userName', 'body.username'] } })
  expect(inputOf(row, {}, { username: 'a' }, {})).toEqual({ userName: 'a' })
  expect(inputOf(row, {}, { username: 'a', userName: 'b' }, {})).toEqual({ userName: 'b' })
})

test('Ignore a sent value for a field that the row fixes', () => {
  const row = route('POST', '/a', 'charts.rate', { ...shown, input: { rate: { always: 'online' } } })
  expect(inputOf(row, { rate: 'offline' }, { rate: 'compliance' }, {})).toEqual({ rate: 'online' })
})
