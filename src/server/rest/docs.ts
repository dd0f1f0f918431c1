import { type ApiWord, apiWord } from '#shared/i18n/api.ts'
import type { Language } from '#shared/i18n/index.ts'
import { fieldsOf, isOpen, jsonSchemaOf, sectionOf } from './fields.ts'
import { codeWords, restCodes, sectionWord } from './headings.ts'
import { fileField } from './read-multipart.ts'
import type { Route } from './route.ts'
import { servedFiles } from './served-files.ts'
import { typeText } from './type-text.ts'

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const html = (text: string) => text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)
const code = (text: string) => `<code>${html(text)}</code>`
const cells = (tag: 'td' | 'th', texts: readonly string[]) => `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`

const anchor = (row: Route) => `${row.method}${row.path}`.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()

function curl(row: Route): string {
  const token = isOpen(row) ? '' : ` -H 'Authorization: cat <token>'`
  const file = row.body === 'file' ? 'sketch.png' : row.body === 'import' ? 'devices.csv' : null
  const body = file ? ` -F ${fileField}=@${file}` : row.method !== 'GET' ? ` -H 'Content-Type: application/json' -d '{}'` : ''
  return `curl${row.method === 'GET' ? '' : ` -X ${row.method}`} "$ORIGIN/api${row.path}"${token}${body}${row.reply === 'file' ? ' -OJ' : ''}`
}

function call(row: Route, language: Language): string {
  const say = (key: ApiWord) => html(apiWord(language, key))
  const fields = fieldsOf(row)
  const table =
    fields.length === 0
      ? `<p class="quiet">${say('api.noFields')}</p>`
      : `<div class="scroll"><table>${cells('th', [say('api.field'), say('api.where'), say('api.required'), say('api.type')])}${fields
          .map((field) =>
            cells('td', [
              code(field.name),
              say(`api.${field.from}`),
              say(field.required ? 'api.yes' : 'api.no'),
              `<span class="type">${html(typeText(field.schema))}</span>`,
            ]),
          )
          .join('')}</table></div>`
  const answer = row.reply === 'file' ? say('api.file') : `<span class="type">${html(row.answer ? typeText(jsonSchemaOf(row.answer, 'output')) : 'any')}</span>`
  const notes = [row.call, row.also, row.procedure, isOpen(row) ? apiWord(language, 'api.open') : null].filter((note): note is string => note !== null)
  return `<article id="${anchor(row)}"><h3><span class="method ${row.method.toLowerCase()}">${row.method}</span> ${code(`/api${row.path}`)}</h3>
<p>${say(row.title)} <span class="quiet">${html(notes.join(' · '))}</span></p>${table}<p class="answer"><b>${say('api.answer')}</b> ${answer}</p><pre>${html(curl(row))}</pre></article>`
}

/** The interface documentation as one page without a script, made from the same rows that answer the calls. */
export function docsPage(rows: readonly Route[], language: Language): string {
  const say = (key: ApiWord) => html(apiWord(language, key))
  const other = language === 'zh' ? { code: 'en', name: 'English' } : { code: 'zh', name: '中文' }
  const sections = [...new Set(rows.map(sectionOf))]
  const inSection = (section: string) => rows.filter((row) => sectionOf(row) === section)
  const menu = sections.map(
    (section) =>
      `<details open><summary>${html(sectionWord(language, section))}</summary>${inSection(section)
        .map((row) => `<a href="#${anchor(row)}">${html(row.path)}</a>`)
        .join('')}</details>`,
  )
  const body = sections.map(
    (section) =>
      `<section><h2>${html(sectionWord(language, section))}</h2>${inSection(section)
        .map((row) => call(row, language))
        .join('')}</section>`,
  )
  const files = servedFiles.map(
    ({ call, path, title }) =>
      `<article id="${call.toLowerCase()}"><h3><span class="method get">GET</span> ${code(path)}</h3><p>${say(title)} <span class="quiet">${call} · ${say('api.servedFile')}</span></p>
<pre>${html(`curl "$ORIGIN${path}" -H 'Authorization: cat <token>' -H 'Range: bytes=0-1023' -OJ`)}</pre></article>`,
  )
  const codes = restCodes.map((value) => cells('td', [code(String(value)), codeWords[value] ? say(codeWords[value]) : '']))
  return `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Coldfleet · ${say('api.title')}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs.css"></head><body>
<nav><h1><a href="/">Coldfleet</a></h1><p>${say('api.title')} · <a href="?lang=${other.code}" hreflang="${other.code}">${other.name}</a></p>${menu.join('')}</nav>
<main><p>${say('api.intro')}</p><p>${say('api.machine')}: <a href="/api/openapi.json">/api/openapi.json</a></p>
<h2>${say('api.login')}</h2><p>${say('api.loginSteps')}</p><h2>${say('api.codes')}</h2><table>${codes.join('')}</table>
${body.join('\n')}<section>${files.join('')}</section></main></body></html>`
}
