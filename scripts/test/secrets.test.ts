import { expect, test } from 'vitest'
import { scanProject, secretsIn } from './secrets.ts'

test('commit and ship no key, token, password, registry or machine path', () => {
  const { files, found } = scanProject()
  expect(found).toEqual([])
  expect(files).toBeGreaterThan(500)
})

test.each([
  ['a private key', `-----BEGIN ${'RSA PRIVATE'} KEY-----`],
  ['a cloud key', `id = ${'AKIA'}ABCDEFGHIJKLMNOP`],
  ['a token of a code host', `${'ghp'}_${'a1'.repeat(20)}`],
  ['a token of a package registry', `//host/:${'_authToken'}=abc`],
  ['a signed token', `${'eyJ'}hbGciOiJIUzI1NiJ9.${'eyJ'}zdWIiOiIxMjM0In0.c2lnbmF0dXJl`],
  ['a password in an address', `postgres://anna:${'geheim'}@database.internal/x`],
  ['the address of a package in the lock file', `"${'resolved'}": "https://host/a.tgz"`],
  ['a path of a machine', `const folder = '/${'root'}/secrets'`],
])('find %s', (what, line) => {
  expect(secretsIn('a.ts', `one\n${line}`)).toEqual([`${what}: a.ts:2`])
})

test("ignore a program's description of itself", () => {
  expect(secretsIn('a.ts', "import x from '/workbook/x'; const url = 'postgres://coldfleet@127.0.0.1:5432/a'")).toEqual(
    [],
  )
})
