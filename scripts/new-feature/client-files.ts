import { word } from '#shared/i18n/index.ts'
import { spanOf } from './fields.ts'
import type { Names } from './names.ts'

/** Return both languages of each text, in one order. */
const wordsOf = (words: readonly (readonly [key: string, zh: string, en: string])[]) => {
  const side = (language: 1 | 2) => words.map((word) => `    '${word[0]}': '${word[language]}',`).join('\n')
  return `{\n${side(1)}\n  },\n  {\n${side(2)}\n  },`
}

/** Return the searched fields as text, in both languages. */
const searchWords = (fields: Names['fields']): [zh: string, en: string] => {
  const texts = fields.filter(({ kind }) => kind === 'text')
  return [
    `按${texts.map(({ zh }) => zh).join('、')}搜索`,
    `Search by ${texts.map(({ en }) => en.toLowerCase()).join(' or ')}`,
  ]
}

export const wordsFile = ({ camel, pascal, one, zh, en, fields }: Names) => `import { defineWords } from './define.ts'

/** Words of the list, the form and the confirmations. */
export const ${camel} = defineWords(
  ${wordsOf([
    [`${camel}.list`, `${zh}列表`, en.many],
    ...fields.flatMap((field) => [
      [`${camel}.${field.shown}`, field.zh, field.en] as const,
      ...field.values.map((one) => [`${camel}.${field.name}.${one.value}`, one.zh, one.en] as const),
    ]),
    ...(spanOf(fields) ? [[`${camel}.day`, '该日有效', 'In force on'] as const] : []),
    [`${camel}.company`, '所属基地', 'Base'],
    [`${camel}.updateTime`, '更新时间', 'Updated'],
    [`${camel}.actions`, '操作', 'Actions'],
    [`${camel}.add`, `新增${zh}`, `Add ${en.one}`],
    [`${camel}.edit`, '编辑', 'Edit'],
    [`${camel}.editTitle`, `修改${zh}`, `Edit ${en.one}`],
    [`${camel}.delete`, '删除', 'Delete'],
    [`${camel}.deleteAsk`, `是否确定删除${zh}“{{name}}”？`, `Delete the ${en.one} “{{name}}”?`],
    [`${camel}.deleted`, '删除成功', 'Deleted'],
    [`${camel}.search`, ...searchWords(fields)],
    [`${camel}.none`, `还没有${zh}`, `No ${en.many.toLowerCase()} yet`],
    [`${camel}.noMatch`, `没有符合条件的${zh}`, `No ${en.many.toLowerCase()} match`],
  ])}
)

/** Words of the interface documentation. */
export const api${pascal} = defineWords(
  ${wordsOf([
    [`api.${one.camel}Find`, `${zh}列表`, en.many],
    [`api.${one.camel}Export`, `导出${zh}（xlsx、xls、csv）`, `${en.many} as a file (xlsx, xls, csv)`],
    [
      `api.${one.camel}Save`,
      `新增${zh}；带 id 时修改（须带 rowVersion）`,
      `${en.many}: add one, or change the one of this id (send its rowVersion)`,
    ],
    [`api.${one.camel}Delete`, `删除${zh}`, `Delete a ${en.one}`],
    [`api.section.${camel}`, zh, en.many],
  ])}
)
`

export const screenFile = ({ kebab, camel, one, en }: Names) => `import { trpc } from '#client/trpc.ts'
import { baseListScreen } from '#client/ui/list/base-list.tsx'
import { plainColumns } from '#client/ui/list/columns.tsx'
import { ${one.pascal}Filters, ${one.pascal}Save, ${one.camel}Columns } from '#shared/${kebab}.ts'

/** ${en.many} of a base: find, add, change, delete and export them. */
export const ${one.pascal}Screen = baseListScreen({
  name: '${camel}',
  calls: trpc.${camel},
  filters: ${one.pascal}Filters,
  form: ${one.pascal}Save,
  columns: plainColumns('${camel}', ${one.camel}Columns, ${one.pascal}Save),
  formats: ['xlsx', 'xls', 'csv'],
})
`

/** Fill the other required fields, each with the sample of its kind. */
const filled = ([, ...further]: Names['fields']) =>
  further
    .filter(({ optional }) => !optional)
    .map(({ zh, kind, values }) =>
      kind === 'one'
        ? `  await form.getByRole('button', { name: '${zh}' }).click()\n  await page.getByRole('option', { name: '${values[0]?.zh}' }).click()\n`
        : kind === 'client'
          ? `  await form.getByRole('combobox', { name: '${zh}' }).click()\n  await page.getByRole('option').first().click()\n`
          : `  await form.getByRole('textbox', { name: '${zh}' }).fill('${{ text: '甲', day: '2026-11-20', decimal: '0.5' }[kind]}')\n`,
    )
    .join('')

const stampLength = 8
/** Return the code of a name that no other run of the story has, within the limit of the field with one more character. */
const freshName = (zh: string, { limit }: Names['fields'][0]): string => {
  const most = (limit ?? Number.POSITIVE_INFINITY) - 1
  const stamp = 'Date.now().toString(36)'
  return zh.length + stampLength <= most ? `\`${zh}\${${stamp}}\`` : `${stamp}.slice(-${most})`
}

export const storyFile = ({ camel, en, zh, fields }: Names) => `import { expect, test } from 'vitest'
import { fitsSideways, openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'
import { chooseOfRow } from '#tests/e2e/support/row-menu.ts'
import { accessProblems } from '#tests/support/access-problems.ts'

useBrowser()

test('Add, find, change, export and delete a ${en.one}', async () => {
  const name = ${freshName(zh, fields[0])}
  const changed = \`\${name}改\`
  const page = await openPage()
  await signIn(page, 'base', '/${camel}/index')
  await page.getByRole('button', { name: '新增${zh}' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('${word('zh', 'problem.required')}').first().waitFor()
  await form.getByRole('textbox', { name: '${fields[0].zh}' }).fill(name)
${filled(fields)}  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
${fields.some(({ kind, optional }) => kind === 'decimal' && !optional) ? "  await page.getByText('0.50').first().waitFor()\n" : ''}
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('button', { name: \`编辑 \${name}\` }).click()
  await form.getByRole('textbox', { name: '${fields[0].zh}' }).fill(changed)
  await form.getByRole('button', { name: '保存' }).click()
  await page.getByText(changed).first().waitFor()
  await page.getByRole('button', { name: '导出' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载' }).click()])
  expect(download.suggestedFilename()).toBe('${zh}列表.xlsx')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await accessProblems(page)).toEqual([])
  await chooseOfRow(page, changed, '删除')
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await page.getByText('没有符合条件的${zh}').waitFor()
})

test('Show the ${en.many.toLowerCase()} in English on a phone without sideways scrolling', async () => {
  const page = await openPage({ language: 'en', width: 390, height: 844 })
  await signIn(page, 'base', '/${camel}/index')
  await page.getByRole('button', { name: 'Add ${en.one}' }).waitFor()
  await expect.poll(() => fitsSideways(page)).toBe(true)
  expect(await accessProblems(page)).toEqual([])
})
`
