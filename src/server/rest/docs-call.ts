import { escapeMarkup } from '#shared/escape-markup.ts'
import { type ApiWord, apiWord } from '#shared/i18n/api.ts'
import type { Language } from '#shared/i18n/index.ts'
import { devicesCsv, fileNameFor, withDays } from './call-example.ts'
import { type Field, fieldsOf, isOpen, jsonSchemaOf } from './fields.ts'
import { fileField } from './read-multipart.ts'
import type { Route } from './route.ts'
import { typeText } from './type-text.ts'

export const code = (text: string): string => `<code>${escapeMarkup(text)}</code>`
export const cells = (tag: 'td' | 'th', texts: readonly string[]): string =>
  `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`
export const anchorOf = (row: Route): string => `${row.method}${row.path}`.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()

type GivenField = { from: Field['from']; name: string; value: string; required: boolean }
/** The initial values of the page's form of a call; `client/docs/call-form.ts` reads them. */
type GivenCall = {
  method: string
  path: string
  isOpen: boolean
  fields: GivenField[]
  body: string | null
  file: string | null
  fileText: string | null
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value)
    : value === undefined || value === null
      ? ''
      : String(value)
const namedIn = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined

/** Return the example of a call for the form: one field for every value of the address, the body as one text. */
export function givenCall(row: Route, today: string): GivenCall {
  const { params, query, body, file = null } = withDays(row.example, today)
  const fields = fieldsOf(row)
  const given = (field: Field): GivenField => {
    const source = field.from === 'params' ? params : field.from === 'query' ? query : body
    return {
      from: field.from,
      name: field.name,
      value: textOf(namedIn(source, field.name)),
      required: field.from === 'params',
    }
  }
  const inForm = fields.filter(({ from, name }) => from !== 'body' || (file !== null && name !== fileField))
  const takesBody =
    row.method !== 'GET' && file === null && (body !== undefined || fields.some(({ from }) => from === 'body'))
  return {
    method: row.method,
    path: row.path,
    isOpen: isOpen(row),
    fields: inForm.map(given),
    body: takesBody ? JSON.stringify(body ?? {}, null, 2) : null,
    file,
    fileText: file === 'devices.csv' ? devicesCsv : null,
  }
}

/** Format the example as a command for a terminal. */
function curl({ method, path, isOpen: open, fields, body, file }: GivenCall, answersFile: boolean): string {
  const from = (kind: GivenField['from']) => fields.filter((field) => field.from === kind && field.value !== '')
  const address = from('params').reduce(
    (text, { name, value }) => text.replace(`:${name}`, encodeURIComponent(value)),
    path,
  )
  const query = from('query').map(
    ({ name, value }) => `${name}=${value.startsWith('<') ? value : encodeURIComponent(value)}`,
  )
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$ORIGIN/api${address}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
  ]
  if (!open) parts.push(`-H 'Authorization: cat <token>'`)
  if (file)
    parts.push(
      ...[...from('body').map(({ name, value }) => `${name}=${value}`), `${fileField}=@${file}`].map(
        (field) => `-F '${field}'`,
      ),
    )
  else if (body !== null) parts.push(`-H 'Content-Type: application/json' -d '${body}'`)
  if (answersFile) parts.push('-OJ')
  return parts.join(' \\\n  ')
}

const fieldTable = (fields: readonly Field[], say: (key: ApiWord) => string): string =>
  `<div class="scroll"><table>${cells('th', [say('api.field'), say('api.where'), say('api.required'), say('api.type')])}${fields
    .map((field) =>
      cells('td', [
        code(field.name),
        say(`api.${field.from}`),
        say(field.required ? 'api.yes' : 'api.no'),
        `<span class="type">${Object.keys(field.schema).length === 0 ? say('api.unused') : escapeMarkup(typeText(field.schema))}</span>`,
      ]),
    )
    .join('')}</table></div>`

/**
 * Render one call: its fields and answer, an example, and an element where the page's script adds a form that sends it.
 */
export function callArticle(row: Route, language: Language, today: string): string {
  const say = (key: ApiWord, values?: Record<string, string>) => escapeMarkup(apiWord(language, key, values))
  const fields = fieldsOf(row)
  const example = row.example
  const given = givenCall(row, today)
  const fileAnswer = `${say('api.file')}${example.answer ? ` ${code(fileNameFor(example, language))} ${escapeMarkup(example.answer.type)}` : ''}`
  const answer =
    row.reply === 'file'
      ? fileAnswer
      : `<span class="type">${escapeMarkup(row.answer ? typeText(jsonSchemaOf(row.answer, 'output')) : 'any')}</span>`
  const notes = [row.call, row.also, row.procedure, given.isOpen ? apiWord(language, 'api.open') : null].filter(
    (note): note is string => note !== null,
  )
  const hints = [
    example.needs ? `${say('api.needs')}${language === 'en' ? ' ' : ''}${say(example.needs)}` : '',
    example.as && example.as !== 'nobody' ? say('api.asUser', { user: example.as }) : '',
  ].filter((hint) => hint !== '')
  return `<article id="${anchorOf(row)}"><h3><span class="method ${row.method.toLowerCase()}">${row.method}</span> ${code(`/api${row.path}`)}</h3>
<p>${say(row.title)} <span class="quiet">${escapeMarkup(notes.join(' · '))}</span></p>${fields.length > 0 ? fieldTable(fields, say) : `<p class="quiet">${say('api.noFields')}</p>`}
<p class="answer"><b>${say('api.answer')}</b> ${answer}</p>${hints.map((hint) => `<p class="needs">${hint}</p>`).join('')}
<p class="quiet">${say('api.example')}</p><pre tabindex="0">${escapeMarkup(curl(given, row.reply === 'file'))}</pre>
<details class="try" data-call="${escapeMarkup(JSON.stringify(given))}"><summary>${say('api.try')}</summary></details></article>`
}
