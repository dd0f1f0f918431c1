import type { Names } from './names.ts'

/** Both languages of each word, in one order. */
const wordsOf = (words: readonly (readonly [key: string, zh: string, en: string])[]) => {
  const side = (language: 1 | 2) => words.map((word) => `    '${word[0]}': '${word[language]}',`).join('\n')
  return `{\n${side(1)}\n  },\n  {\n${side(2)}\n  },`
}

export const wordsFile = ({ camel, pascal, one, zh, en }: Names) => `import { defineWords } from './define.ts'

/** ${en.many}: list, form, questions. */
export const ${camel} = defineWords(
  ${wordsOf([
    [`${camel}.list`, `${zh}列表`, en.many],
    [`${camel}.name`, '名称', 'Name'],
    [`${camel}.notes`, '备注', 'Notes'],
    [`${camel}.company`, '所属基地', 'Base'],
    [`${camel}.updateTime`, '更新时间', 'Changed'],
    [`${camel}.actions`, '操作', 'Actions'],
    [`${camel}.add`, `新增${zh}`, `Add ${en.one}`],
    [`${camel}.edit`, '编辑', 'Edit'],
    [`${camel}.editTitle`, `修改${zh}`, `Change ${en.one}`],
    [`${camel}.delete`, '删除', 'Delete'],
    [`${camel}.deleteAsk`, `是否确定删除${zh}“{{name}}”？`, `Delete the ${en.one} “{{name}}”?`],
    [`${camel}.deleted`, '删除成功', 'Deleted'],
    [`${camel}.search`, '按名称或备注搜索', 'Search by name or notes'],
    [`${camel}.name.missing`, '名称不能为空', 'The name must not be empty'],
    [`${camel}.none`, `还没有${zh}`, `No ${en.one} yet`],
    [`${camel}.noMatch`, `没有符合条件的${zh}`, `No ${en.one} matches`],
  ])}
)

/** The same in the interface documentation. */
export const api${pascal} = defineWords(
  ${wordsOf([
    [`api.${one.camel}Find`, `${zh}列表`, en.many],
    [`api.${one.camel}Export`, `导出${zh}（xlsx、xls、csv）`, `${en.many} as a file (xlsx, xls, csv)`],
    [
      `api.${one.camel}Save`,
      `新增${zh}；带 id 时修改（须带 rowVersion）`,
      `${en.many}: add one, or change the one of this id (send its rowVersion)`,
    ],
    [`api.${one.camel}Delete`, `删除${zh}`, `Delete a row`],
    [`api.section.${camel}`, zh, en.many],
  ])}
)
`

export const screenFile = ({
  kebab,
  camel,
  one,
  en,
}: Names) => `import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { BaseChoice } from '#client/ui/form/base-choice.tsx'
import { formatNumber, language, say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { declareForm } from '#client/ui/form/declare-form.tsx'
import { plainColumns } from '#client/ui/list/columns.tsx'
import { inlineSearch } from '#client/ui/list/inline-search.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { declareList, ListScreen } from '#client/ui/list/list-screen.tsx'
import { deleteAction } from '#client/ui/list/row-actions.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { ${one.pascal}Filters, type ${one.pascal}Row, ${one.pascal}Save, ${one.camel}Columns } from '#shared/${kebab}.ts'

const ${one.pascal}Form = declareForm({
  words: '${camel}',
  schema: ${one.pascal}Save,
  values: (row: ${one.pascal}Row | null, companyId) => ({ name: row?.name ?? '', notes: row?.notes ?? '', companyId: row?.companyId ?? companyId }),
  useSaving: (utils) => {
    const save = trpc.${camel}.save.useMutation({ meta: { silent: true } })
    return {
      send: ({ values: { companyId, ...fields }, row }) => save.mutateAsync({ ...fields, ...(row ? { id: row.id, rowVersion: row.rowVersion } : { companyId }) }),
      refresh: () => utils.${camel}.invalidate(),
    }
  },
  fields: (form, isNew) => (
    <>
      <TextField {...form.text('name')} data-autofocus />
      <TextField {...form.text('notes')} />
      {isNew && <BaseChoice {...form.choice('companyId')} />}
    </>
  ),
})

const ${camel} = declareList({
  name: '${camel}',
  words: '${camel}',
  heading: 'route.${camel}',
  filters: ${one.pascal}Filters,
  useRows: (request) => trpc.${camel}.find.useQuery(request, listQuery),
  columns: plainColumns('${camel}', ${one.camel}Columns),
  Filters: inlineSearch('${camel}'),
  Form: ${one.pascal}Form,
  Tools: ({ view: { name }, total }) => (
    <ExportTool
      sentence={say('export.total', { count: formatNumber(total) })}
      formats={['xlsx', 'xls', 'csv']}
      call={(format) => ({
        method: 'POST',
        path: '/api/${camel}/export',
        body: { name, format, language },
        fallbackName: \`\${say('${camel}.list')}.\${format}\`,
      })}
      disabled={total === 0}
    />
  ),
  useActions: () => {
    const utils = trpc.useUtils()
    const { mutate: remove } = trpc.${camel}.delete.useMutation({
      onSuccess: () => toastSuccess(say('${camel}.deleted')),
      onSettled: () => utils.${camel}.invalidate(),
    })
    return [deleteAction<${one.pascal}Row>('${camel}', { remove })]
  },
})

/** ${en.many} of a base: find, add, change, delete, take away as a file. */
export const ${one.pascal}Screen = () => <ListScreen list={${camel}} />
`

export const storyFile = ({ camel, en, zh }: Names) => `import { expect, test } from 'vitest'
import { accessProblems, fitsSideways, openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'

useBrowser()

test('a ${en.one} is added, found, changed, taken away as a file and deleted', async () => {
  const name = \`${zh}\${Date.now().toString(36)}\`
  const page = await openPage()
  await signIn(page, 'admin', '/${camel}/index')
  await page.getByRole('button', { name: '新增${zh}' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('名称不能为空').waitFor()
  await form.getByLabel('名称').fill(name)
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })

  await page.getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByRole('button', { name: \`编辑 \${name}\` }).click()
  await form.getByLabel('备注').fill('已修改')
  await form.getByRole('button', { name: '保存' }).click()
  await page.getByText('已修改').waitFor()
  await page.getByRole('button', { name: '导出' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载' }).click()])
  expect(download.suggestedFilename()).toBe('${zh}列表.xlsx')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await accessProblems(page)).toEqual([])
  await page.getByRole('button', { name: \`删除 \${name}\` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await page.getByText('没有符合条件的${zh}').waitFor()
})

test('the ${en.many.toLowerCase()} fit a phone, in English', async () => {
  const page = await openPage({ language: 'en', width: 390, height: 844 })
  await signIn(page, 'base', '/${camel}/index')
  await page.getByRole('button', { name: 'Add ${en.one}' }).waitFor()
  await expect.poll(() => fitsSideways(page)).toBe(true)
  expect(await accessProblems(page)).toEqual([])
})
`
