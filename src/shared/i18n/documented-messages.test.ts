import { expect, test } from 'vitest'
import { auth } from './auth.ts'
import { catalogue } from './catalogue.ts'
import { classScreens } from './class-screens.ts'
import { deviceScreens } from './device-screens.ts'
import { feedScreens } from './feed-screens.ts'
import { fleetScreens } from './fleet-screens.ts'
import { frame } from './frame.ts'
import { goods } from './goods.ts'
import { placeEdit } from './place-edit.ts'
import { projects } from './projects.ts'
import { reservations } from './reservations.ts'
import { stations } from './stations.ts'
import { traceScreens } from './trace-screens.ts'
import { users } from './users.ts'

const books = [
  auth,
  catalogue,
  classScreens,
  deviceScreens,
  feedScreens,
  fleetScreens,
  frame,
  goods,
  placeEdit,
  projects,
  reservations,
  stations,
  traceScreens,
  users,
]
const all = (language: 'zh' | 'en'): string[] => books.flatMap((book) => Object.values<string>(book[language]))

/** What is said when something was deleted, in each book that says so. */
const deletions: readonly (readonly [string, Record<'zh' | 'en', Record<string, string>>])[] = [
  ['comment.deleted', deviceScreens],
  ['goods.deleted', goods],
  ['places.deleted', placeEdit],
  ['planning.deleted', reservations],
  ['projects.deleted', projects],
  ['stations.deleted', stations],
  ['traces.fileDeleted', traceScreens],
  ['users.deleted', users],
]

test.each(deletions)('%s begins with the words of both documents', (name, book) => {
  expect(book.zh[name]).toMatch(/^删除成功/)
  expect(book.en[name]).toMatch(/^delete successful/)
})

test('what succeeded is said in the English words of the documents', () => {
  const english = all('en')
  for (const said of [
    'import successful',
    'base changed successfully',
    'invite link copied',
    'user already added',
    'Scrap success',
    'published',
  ])
    expect(
      english.filter((text) => text.startsWith(said)),
      said,
    ).not.toEqual([])
  for (const said of [
    'update successful, please refresh the page!',
    'Are you sure to scrap the device ?',
    'operation successful',
  ])
    expect(english, said).toContain(said)
  expect(all('zh')).toEqual(expect.arrayContaining(['下载成功', '发布成功', '操作成功', '删除成功']))
})
