import { describe, expect, test } from 'vitest'
import { type ProcedurePath, permissions, ruleOf } from '#server/permissions.ts'
import { type JsonSchema, jsonSchemaOf } from '#server/rest/fields.ts'
import { inputSchemaOf } from '#server/rest/procedures.ts'
import { procedure } from '#server/trpc.ts'
import { requestFieldLabel } from '#shared/i18n/field-labels.ts'
import { exampleOf } from './support/schema-example.ts'
import { foreignFields, tableOf } from './tenants.ts'

const paths = Object.keys(permissions) as ProcedurePath[]
const inputs = paths.flatMap((path) => {
  const input = inputSchemaOf(path)
  return input ? [{ path, input, schema: jsonSchemaOf(input, 'input') }] : []
})
const smallest = (path: ProcedurePath, schema: JsonSchema) => ({
  ...(exampleOf(schema) as object),
  ...foreignFields[path],
})

test('refuse to compile a procedure without a rule', () => {
  // A type matcher over all names would cost tsc more than any other file.
  expect(procedure('users.find')._def.meta).toEqual({ path: 'users.find' })
  // @ts-expect-error a name without a rule
  expect(procedure('devices.unknown')._def.meta).toEqual({ path: 'devices.unknown' })
})

describe('ids that nobody has', () => {
  const hostile = [
    0,
    -1,
    '',
    null,
    '*',
    '%',
    [1, 2],
    { gt: 0 },
    2_147_483_648,
    '1 ',
    '01',
    '1e3',
    1.5,
    Number.NaN,
    '１',
    true,
  ]
  /** Texts compared with stored ones, never looked up; an unread documented field; and 0 for "no client yet". */
  const otherwise = [
    'auth.resetPassword id',
    'classes.checkMeeting accountId',
    'comments.find companyId',
    'accounts.unassigned id',
  ]
  const places = inputs.flatMap(({ path, input, schema }) =>
    Object.entries(schema.properties ?? {}).flatMap(([field, property]) =>
      tableOf(path, field) && !otherwise.includes(`${path} ${field}`)
        ? [{ path, field, input, schema, isList: property.type === 'array' }]
        : [],
    ),
  )

  test('are refused in every field with a row id, while "unlimited" is accepted', () => {
    const taken: string[] = []
    for (const { path, field, input, schema, isList } of places) {
      for (const value of hostile) {
        const read = input.safeParse({
          ...smallest(path, schema),
          [field]: isList && !Array.isArray(value) ? [value] : value,
        })
        if (!read.success) continue
        const understood = (read.data as Record<string, unknown>)[field]
        // In the documents an empty field, and sometimes 0, means "not given" or "removed".
        const isNone =
          understood === undefined || understood === null || (Array.isArray(understood) && understood.length === 0)
        const isTheList = isList && Array.isArray(value)
        if (!isTheList && !(isNone && (value === '' || value === null || value === 0)))
          taken.push(`${path} ${field} ${JSON.stringify(value)} as ${JSON.stringify(understood)}`)
      }
    }
    expect(taken).toEqual([])
    expect(places.length).toBeGreaterThan(200)
  })
})

test('name every field that a call can refuse by a text in both languages', () => {
  const namesIn = (schema: JsonSchema): string[] => {
    const {
      items,
      anyOf = [],
      oneOf = [],
    } = schema as { items?: JsonSchema; anyOf?: JsonSchema[]; oneOf?: JsonSchema[] }
    const inner = [...Object.values(schema.properties ?? {}), ...(items ? [items] : []), ...anyOf, ...oneOf].filter(
      (one) => typeof one === 'object',
    )
    return [...Object.keys(schema.properties ?? {}), ...inner.flatMap(namesIn)]
  }
  // A project names its fields itself, by the wizard's texts.
  const asked = inputs.filter(({ path }) => !/^projects\.(save|update|exportPdf)$/.test(path))
  const unnamed = asked.flatMap(({ path, schema }) =>
    namesIn(schema)
      .filter((name) =>
        (['zh', 'en'] as const).some((language) => requestFieldLabel(language, name, path.split('.')[0]) === null),
      )
      .map((name) => `${path} ${name}`),
  )
  expect(unnamed).toEqual([])
  expect(asked.length).toBeGreaterThan(100)
})

describe('fields that no caller may set', () => {
  /** Source: trust.md section 4, rule 8. */
  const forbidden = {
    ...{
      id: 7,
      passwordHash: 'x',
      password_hash: 'x',
      projectNo: 'X',
      exportStatus: 1,
      pdfUrl: '/x',
      pdfFileName: 'x',
      version: 'V9',
      createTime: 'x',
    },
    ...{
      createTimeStr: 'x',
      updateTime: 'x',
      userId: 7,
      ownerId: 7,
      companyId: 7,
      homeCompanyId: 7,
      tenantId: 7,
      groupId: 7,
      clientId: 7,
      accountId: 7,
    },
    ...{
      role: '管理层',
      nickName: '管理层',
      permissions: ['screen'],
      disabled: false,
      pending: false,
      deletedAt: null,
      mustChangePassword: false,
    },
  }
  /** The fields that a call accepts on purpose, because its own rules decide about them. */
  const taken = new Map<string, readonly string[]>([
    ['users', ['nickName', 'companyId', 'groupId', 'clientId', 'accountId', 'disabled']],
    ['sites', []],
    ['clients', ['companyId']],
    ['accounts', ['clientId']],
    ['auth', ['companyId', 'userId']],
  ])
  const writes = inputs.filter(({ path }) =>
    /\.(save|update|register|saveFirst|saveFabric|setStatus|setDisabled|updatePassword|resetPassword|upload)\w*$/.test(
      path,
    ),
  )

  test('are dropped or refused by every save, update and registration that does not declare them', () => {
    const kept: string[] = []
    for (const { path, input, schema } of writes) {
      // A project is stored field by field, whatever else is sent: its own test proves that.
      if (path.startsWith('projects.')) continue
      const declared = new Set(Object.keys(schema.properties ?? {}))
      const read = input.safeParse({ ...forbidden, ...smallest(path, schema) })
      if (!read.success) continue
      for (const name of Object.keys(read.data as object))
        if (name in forbidden && !declared.has(name)) kept.push(`${path} ${name}`)
    }
    expect(kept).toEqual([])
    expect(writes.length).toBeGreaterThan(25)
  })

  test('are declared only by the calls whose rules decide about them', () => {
    const never = [
      'passwordHash',
      'password_hash',
      'projectNo',
      'exportStatus',
      'pdfUrl',
      'pdfFileName',
      'createTime',
      'createTimeStr',
      'updateTime',
    ]
    const rights = [
      'role',
      'nickName',
      'permissions',
      'disabled',
      'pending',
      'deletedAt',
      'mustChangePassword',
      'homeCompanyId',
      'tenantId',
    ]
    const named = writes.flatMap(({ path, schema }) =>
      Object.keys(schema.properties ?? {}).flatMap((name) => {
        const own = taken.get(path.split('.')[0] ?? '') ?? []
        return (never.includes(name) || rights.includes(name)) && !own.includes(name) ? [`${path} ${name}`] : []
      }),
    )
    expect(named).toEqual([])
    expect(
      Object.keys(
        jsonSchemaOf(
          inputSchemaOf('auth.register') ??
            (() => {
              throw new Error('no schema')
            })(),
          'input',
        ).properties ?? {},
      ).sort(),
    ).toEqual(['birthday', 'domain', 'identifier', 'name', 'password', 'passwordAgain', 'phone'])
    expect(ruleOf('auth.register').reach).toEqual({})
  })
})
