import { expect, test } from 'vitest'
import { inputOf } from './adapter.ts'
import { route } from './route.ts'

const title = 'api.deviceGet'

test('tsc refuses a row that names what does not exist', () => {
  // Each line below would be an error of its own; an expectation without an error is one too.
  // @ts-expect-error no such procedure
  route('POST', '/a', 'devices.fnid', { title })
  // @ts-expect-error no such field of the procedure
  route('POST', '/a', 'devices.get', { title, input: { idd: 'body.id' } })
  // @ts-expect-error no such parameter of the path
  route('GET', '/a/:id', 'devices.get', { title, input: { id: 'params.ident' } })
  // @ts-expect-error no such field of the result
  route('GET', '/a/:id', 'devices.get', { title, output: (device) => device.serialNumber })
  // @ts-expect-error a procedure without an input takes no mapping
  route('GET', '/a', 'charts.lastDate', { title, input: { id: 'query.id' } })
  expect(() => route('GET', '/b/:id', 'devices.get', { title, input: { id: 'params.id' } })).not.toThrow()
})

test('the body outranks the query, and the path outranks both', () => {
  const row = route('POST', '/a/:id', 'devices.get', { title })
  expect(inputOf(row, { id: '1', page: '2' }, { page: 3, size: 4 }, { id: '5' })).toEqual({ id: '5', page: 3, size: 4 })
})

test('a word of the path is meant in any letter case, as the path around it; another one stays for the refusal', () => {
  const row = route('POST', '/a/:pie', 'charts.pie', { title, input: { indicator: 'params.pie' } })
  expect(inputOf(row, {}, {}, { pie: 'repairtimes' })).toEqual({ indicator: 'repairTimes' })
  expect(inputOf(row, {}, {}, { pie: 'Serial' })).toEqual({ indicator: 'Serial' })
})

test('either spelling fills the field, the first one named counts, and neither is left over', () => {
  const row = route('POST', '/a', 'auth.login', { title, input: { userName: ['body.userName', 'body.username'] } })
  expect(inputOf(row, {}, { username: 'a' }, {})).toEqual({ userName: 'a' })
  expect(inputOf(row, {}, { username: 'a', userName: 'b' }, {})).toEqual({ userName: 'b' })
})

test('what the row fixes cannot be sent otherwise', () => {
  const row = route('POST', '/a', 'charts.rate', { title, input: { rate: { always: 'online' } } })
  expect(inputOf(row, { rate: 'offline' }, { rate: 'compliance' }, {})).toEqual({ rate: 'online' })
})
