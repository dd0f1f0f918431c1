import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { kindNames, kindOf } from '#cli/kinds.ts'
import { jsonSchemaOf } from '#server/rest/fields.ts'
import { appRouter } from '#server/router.ts'
import { has, type Leaf, leaves, optionsOf } from '#tests/support/commands.ts'
import { buildClient, buildDevice, buildHeadquarters, buildSite, buildUser } from '#tests/support/factories.ts'
import { useTerminal } from '#tests/support/use-terminal.ts'

const { folder, here } = useTerminal(async (db) => {
  const headquarters = await buildHeadquarters(db)
  const client = await buildClient(db, { name: '晨曦' })
  const site = await buildSite(db, { name: '一号站', province: '江苏省' })
  await buildDevice(db, { serial: 'S-1', company_id: site.tenant_id ?? 0, client_id: client.id, site_id: site.id })
  await buildUser(db, { user_name: 'keeper', nick_name: '管理层', company_id: headquarters.id })
})

const noId = ['0', '1.5', '99999999999']
const tooLong = 'x'.repeat(201)
const place = [...noId, '987654', 'nothing is called so']
/** Invalid values of each option of a list or an export. */
const wrong: Readonly<Record<string, readonly string[]>> = {
  '--company': place,
  '--site': place,
  '--client': place,
  '--account': place,
  '--type': ['T99'],
  '--state': ['fine', 'offline,fine'],
  '--repair-times': ['-1', '1.5', 'many', '99999'],
  '--serial': [tooLong],
  '--worker-active': ['maybe'],
  '--province': ['Nowhere', tooLong],
  '--hall': [tooLong],
  '--rack': [tooLong],
  '--shelf': [tooLong],
  '--firmware': [tooLong],
  '--ip': ['10.x', '10.0.0.0/8', tooLong],
  '--tag': [tooLong],
  '--name': [tooLong],
  '--material': [...noId, 'screw', '987654'],
  '--worklist': ['all'],
  '--search': [tooLong],
  '--city': [tooLong],
  '--export-status': ['2', 'draft', '-1', '0.5'],
  '--user': [...noId, 'nobody', '987654'],
  '--actor': [tooLong],
  '--action': ['foo', 'users.foo', 'foo.update', 'users/update'],
  '--result': ['foo'],
  '--order': ['shoeSize'],
  '--way': ['up'],
  '--basis': ['none'],
  '--size': ['0', '-1', '1.5', 'x', '1021'],
  '--list': ['all'],
  '--kind': ['all'],
  '--severity': ['bad'],
  '--columns': ['shoeSize'],
  '--format': ['pdf'],
}
/** Options that are checked in pairs, or are not filters. */
const apart = ['--out', '--json', '--from', '--to', '--with-voided', '--id', '--pdf', '--all']
/** For `data export`, choose a kind that has the option. */
const neededBy = (path: string, option: string): string[] => {
  if (path === 'stocktakes list') return option === '--site' ? [] : ['--site', '一号站']
  if (path !== 'data export') return []
  const kind =
    option === '--basis'
      ? 'day'
      : kindNames.find((name) => kindOf(name).filters.some((filter) => option === `--${filter}`))
  return ['--kind', kind ?? 'device']
}
const asks = (leaf: Leaf) => /\b(export|list)$/.test(leaf.path) && leaf.path !== 'catalogue export'

describe('end an invalid value with 2 and its name, and write nothing:', () => {
  const probes = leaves
    .filter(asks)
    .flatMap((leaf) => optionsOf(leaf).map((option) => [leaf.path, option, leaf] as const))
  test.each(probes.filter(([, option]) => !apart.includes(option)))('%s %s', async (path, option, leaf) => {
    const values = wrong[option]
    expect(values, `wrong has no entry for ${option}`).toBeDefined()
    const failed: unknown[] = []
    for (const value of values ?? []) {
      const out = has(leaf, '--out') ? ['--out', join(folder, 'none.csv')] : []
      const ran = await here(...path.split(' '), ...neededBy(path, option), ...out, `${option}=${value}`)
      const isNamed =
        ran.stderr.includes(option) && (ran.stderr.includes(value.split(',').at(-1) ?? '') || value === tooLong)
      // The name of the field in the request means nothing at the terminal.
      const isPlain =
        !/\b(company|site|client|account|user|material)Id\b/.test(ran.stderr) &&
        ran.stderr.trim().split('\n').length === 1
      if (ran.status !== 2 || ran.stdout !== '' || !isNamed || !isPlain)
        failed.push([value.slice(0, 20), ran.status, ran.stderr])
    }
    expect(failed).toEqual([])
    expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([])
  })
})

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string; inputs: z.ZodType[] } }>,
)
/** Filters that are texts in their schemas, because their values are in the database. */
const closed = { province: '江苏', action: 'users.update' }
const asked = procedures.flatMap(([path, { _def }]) => {
  const schema = _def.inputs.at(-1)
  // Charts over time are filtered only by place and type, and ignore the other fields of documented clients.
  if (!schema || _def.type !== 'query' || 'basis' in (jsonSchemaOf(schema, 'input').properties ?? {})) return []
  const beside =
    {
      'data.export': { kind: 'device' },
      'charts.pie': { indicator: 'state' },
      'charts.rate': { rate: 'online' },
      'charts.line': { line: 'online' },
    }[path] ?? {}
  const takes = (field: keyof typeof closed) =>
    schema.safeParse({ ...beside, [field]: closed[field] }).success &&
    !schema.safeParse({ ...beside, [field]: {} }).success
  return (Object.keys(closed) as (keyof typeof closed)[]).filter(takes).map((field) => [path, field, beside] as const)
})

test('find most calls with a filter of fixed values', () => {
  expect(asked.length).toBeGreaterThan(10)
})

test.each(asked)('%s refuses a %s that does not exist, in the APIs for programs too', async (path, field, beside) => {
  const ask = (value: string) =>
    here('call', path, '--json', JSON.stringify({ ...beside, [field]: value }), '--out', '/dev/null')
  expect(await ask(closed[field])).toMatchObject({ status: 0 })
  expect(await ask('Nowhere')).toMatchObject({ status: 2, stderr: expect.stringContaining('one of: ') })
})
