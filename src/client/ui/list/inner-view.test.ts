import { expect, test } from 'vitest'
import { readInner, writeInner } from './inner-view.ts'

test('Read the page and order of an inner list from a copied address, and keep the rest of the address', () => {
  const address = new URLSearchParams('id=3&period=month&accountsPage=2&accountsBy=lowDeviceCount&accountsWay=desc')
  const inner = readInner(address, 'accounts', 10)
  expect(inner).toEqual({ page: 2, size: 10, sort: { column: 'lowDeviceCount', way: 'desc' } })
  expect(writeInner(new URLSearchParams('id=3&period=month'), 'accounts', 10, inner).toString()).toBe(
    address.toString(),
  )
  expect(writeInner(address, 'accounts', 10, { page: 1, size: 10, sort: null }).toString()).toBe('id=3&period=month')
  expect(readInner(new URLSearchParams('accountsPage=x&accountsSize=7'), 'accounts', 10)).toEqual({
    page: 1,
    size: 10,
    sort: null,
  })
})
