import { describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice } from '#tests/support/factories.ts'
import { feedTown, fileOf, lineOf } from '#tests/support/feeds.ts'

const database = useDatabase()

describe('Serials that a spreadsheet changed', () => {
  const mangled = [
    '2.40E+11',
    '2,4e+11',
    '2.4e11',
    '2.40E11',
    '2,40E+11',
    '2,4e11',
    '1E+25',
    '#REF!',
    '#N/A',
    '#NAME?',
    '#DIV/0!',
    '#VALUE!',
    '########',
    '123456789012000',
    '20260000000000000000',
    '240000000123000.0',
    '２.４０Ｅ＋１１',
    "'T30X2",
    '1-Mar',
    'Dec-12',
    '3月1日',
    '2026/11/5',
    '5/11/2026',
    '1/2',
    '12:30',
    '12:30:05',
    'TRUE',
    'VERDADERO',
    '真',
    '2026年3月1日',
    '01.03.2026',
    '12%',
    '1,234',
    '0',
    '1.0',
    '3,14',
    '-1',
    '-2.5%',
    '￥100',
    '$1,200',
    '$A$1',
    '2.40D+11',
  ]
  const meant = [
    '43E2',
    '2026-11-22',
    '0A',
    '2E10',
    'E+11',
    '1E5',
    '12345678901000',
    '123456789012345',
    '#12',
    'A#REF!',
    '24000000000',
    'R1.5',
    'TOTAL7',
    'N/A1',
  ]

  test('Refuse placeholder words and total lines as serials', async () => {
    const town = await feedTown(database)
    const words = [
      '合计',
      '总计：',
      'Total',
      'Total:',
      'Grand-Total',
      'Sum',
      'null',
      'NaN',
      'N/A',
      'N.A.',
      'undefined',
      'None',
    ]
    words.push('平均值', '第1页', '共100条', '制表人', '备注', '待定', 'serial', '序列号', 'Serial No.')
    const result = await town.apply(
      fileOf(
        `serial;type;site;hashRate\n${['A1', ...words].map((serial) => `${serial};T30;${town.site.name};30`).join('\n')}\n`,
      ),
    )
    expect(result).toMatchObject({ created: 1, refused: words.length })
    expect(new Set(result.errors.map(({ reason }) => reason))).toEqual(new Set(['serialInvalid']))
  })

  test('Refuse each changed serial, also when several became equal, and say how to save the file', async () => {
    const town = await feedTown(database)
    const serials = [...mangled, '2.40E+11', ...meant]
    const text = `serial;type;site;hashRate\n${serials.map((serial) => `${serial};T30;${town.site.name};30`).join('\n')}\n`
    const result = await town.apply({ ...fileOf(text), confirm: ['new-machines'] })
    expect(result).toMatchObject({ created: meant.length, refused: mangled.length + 1 })
    expect(result.errors.map(({ serial, reason }) => [serial, reason])).toEqual(
      [...mangled, '2.40E+11'].map((serial) => [serial, 'serialMangled']),
    )
    expect(result.errors[0]?.text).toMatch(/2\.40E\+11.*“文本”.*CSV UTF-8/)
  })

  test('Accept such a serial when a machine has it', async () => {
    const town = await feedTown(database)
    await buildDevice(database.db, { serial: '240000000000000', company_id: town.tenant.id, site_id: town.site.id })
    expect(
      await town.apply({ devices: [lineOf('240000000000000'), lineOf('240000000000001000', { type: 'T30' })] }),
    ).toMatchObject({ created: 0, refused: 1 })
  })

  test('Refuse a full-width serial of an existing machine instead of registering a second one', async () => {
    const town = await feedTown(database)
    await buildDevice(database.db, { serial: 'T30A1', company_id: town.tenant.id, site_id: town.site.id })
    await buildDevice(database.db, { serial: 'Ｔ３０Ｂ１', company_id: town.tenant.id, site_id: town.site.id })
    const result = await town.apply({ devices: [lineOf('Ｔ３０Ａ１', { type: 'T30' }), lineOf('Ｔ３０Ｂ１')] })
    expect(result).toMatchObject({
      read: 2,
      created: 0,
      refused: 1,
      errors: [{ serial: 'Ｔ３０Ａ１', reason: 'serialFullWidth' }],
    })
    expect(result.errors[0]?.text).toContain('半角')
  })
})
