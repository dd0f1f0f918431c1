import { expect, test } from 'vitest'
import { factColumns } from '#shared/device-facts.ts'
import { feedColumns } from '#shared/feed.ts'
import { readFeed, summarizeFeed } from '#tests/support/read-feed.ts'

test('Ignore separators after the last column, as spreadsheets write them', async () => {
  const text = 'serial,hashRate,,\nA1,30,,\nA2,31\nA3,32,,,,\n"A4","33",, ,\nA5,34,,x\n,,,,,\nA6,35,,,y\n'
  expect(await summarizeFeed(text)).toEqual({
    good: ['2 A1', '4 A3', '5 A4', '6 A5'],
    bad: ['3 columnCount', '8 columnCount'],
  })
})

test('Find headings below a title, in two lines or two languages, with units; ignore other names', async () => {
  const text =
    '设备上报表,,,\n"制表\n张三",,,\n\n序列号 Serial,归属,,算力(TH/s),备注 (选填)\n,客户 / Client,站点【必填】,,\nA1,甲,一号,29.5,x\n'
  const feed = await readFeed(text)
  expect(feed.lines).toMatchObject([{ line: 7, serial: 'A1', client: '甲', site: '一号', hashRate: 29.5 }])
  expect(feed).toMatchObject({ headerLine: 5, read: 1, refused: [] })
  const others = await readFeed('*SN,客户编号,站点(旧),客户 No.,算力/型号\nA1,a,b,c,d\n')
  expect(others.lines).toMatchObject([{ serial: 'A1', client: undefined, site: undefined, hashRate: null }])
  expect(others.ignoredColumns).toEqual(['客户编号', '站点(旧)', '客户 No.', '算力/型号'])
})

test('Detect UTF-16 without a BOM, and read 29,5 as a number', async () => {
  const wide = Buffer.from('serial;site;hashRate\nA1;华东;29,5\n', 'utf16le')
  expect((await readFeed(wide)).lines).toMatchObject([{ site: '华东', hashRate: 29.5 }])
  expect((await readFeed(Buffer.from(wide).swap16())).lines).toMatchObject([{ site: '华东' }])
  expect((await summarizeFeed('serial;hashRate\nA1;1,000\nA2;29,5,1\n')).bad).toEqual([
    '2 hashRateInvalid',
    '3 hashRateInvalid',
  ])
})

test('Keep the ten documented columns first, followed by the facts', () => {
  expect(feedColumns).toHaveLength(10 + factColumns.length)
  expect(feedColumns.slice(10)).toEqual(factColumns)
})

test('Refuse a table whose first line never ends; read a list on one line, whatever precedes it', async () => {
  const long = 'x,'.repeat(300_000)
  for (const begin of ['', '\n \n', '\uFEFF', '序列号,']) {
    await expect(readFeed(`${begin}${long}`)).rejects.toMatchObject({
      code: 'FEED_UNREADABLE',
      details: { problem: 'feed.problem.headerTooLong', values: { limit: 512 } },
    })
  }
  const list = `[${Array.from({ length: 20_000 }, (_, index) => `{"serial":"A${index}","type":"T30"}`).join(',')}]`
  expect(list.length).toBeGreaterThan(600_000)
  for (const begin of ['', '\r\n', '\uFEFF', '\u3000'])
    expect((await readFeed(`${begin}${list}`)).lines).toHaveLength(20_000)
})
