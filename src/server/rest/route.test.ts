import { expect, test } from 'vitest'
import { inputOf } from './adapter.ts'
import { route } from './route.ts'

const shown = { title: 'api.deviceGet', example: {} } as const

test('tsc refuses a row that names what does not exist', () => {
  // Each line below would be an error of its own; an expectation without an error is one too.
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

test('the body outranks the query, and the path outranks both', () => {
  const row = route('POST', '/a/:id', 'devices.get', shown)
  expect(inputOf(row, { id: '1', page: '2' }, { page: 3, size: 4 }, { id: '5' })).toEqual({ id: '5', page: 3, size: 4 })
})

test('a word of the path is meant in any letter case, as the path around it; another one stays for the refusal', () => {
  const row = route('POST', '/a/:pie', 'charts.pie', { ...shown, input: { indicator: 'params.pie' } })
  expect(inputOf(row, {}, {}, { pie: 'repairtimes' })).toEqual({ indicator: 'repairTimes' })
  expect(inputOf(row, {}, {}, { pie: 'Serial' })).toEqual({ indicator: 'Serial' })
})

test('either spelling fills the field, the first one named counts, and neither is left over', () => {
  const row = route('POST', '/a', 'auth.login', { ...shown, input: { userName: ['body.userName', 'body.username'] } })
  expect(inputOf(row, {}, { username: 'a' }, {})).toEqual({ userName: 'a' })
  expect(inputOf(row, {}, { username: 'a', userName: 'b' }, {})).toEqual({ userName: 'b' })
})

test('what the row fixes cannot be sent otherwise', () => {
  const row = route('POST', '/a', 'charts.rate', { ...shown, input: { rate: { always: 'online' } } })
  expect(inputOf(row, { rate: 'offline' }, { rate: 'compliance' }, {})).toEqual({ rate: 'online' })
})
