import { escapeMarkup } from '#shared/escape-markup.ts'
import { type ApiWord, apiWord } from '#shared/i18n/api.ts'
import type { Language } from '#shared/i18n/index.ts'
import { anchorOf, callArticle, cells, code } from './docs-call.ts'
import { sectionOf } from './fields.ts'
import { codeWords, restCodes, sectionWord } from './headings.ts'
import type { Route } from './route.ts'
import { servedFiles } from './served-files.ts'

type Say = (key: ApiWord) => string

/** Render the sign-in form of the page; hidden until the script has loaded. */
const sessionForm = (
  say: Say,
): string => `<form id="session" hidden data-signed-in="${say('api.signedIn')}"><h2>${say('api.signInHere')}</h2>
<p class="fields"><label>${say('api.userName')}<input name="userName" autocomplete="username"></label>
<label>${say('api.password')}<input name="password" type="password" autocomplete="current-password"></label>
<button>${say('api.signIn')}</button></p>
<p class="fields"><label class="wide">${say('api.token')}<input name="token" autocomplete="off" spellcheck="false"></label></p>
<p role="status"></p><p class="quiet">${say('api.signInNote')} ${say('api.secretNote')}</p></form>`

/** Render the template that the script fills in for each opened call. */
const tryForm = (
  say: Say,
): string => `<template id="try-form"><form data-copied="${say('api.copied')}" data-save="${say('api.saveFile')}">
<p class="fields"></p><label class="wide">${say('api.bodyEditor')}<textarea name="body" spellcheck="false"></textarea></label>
<label class="wide">${say('api.fileField')}<input type="file" name="file"></label>
<p class="fields"><button name="send">${say('api.send')}</button><button name="copy" type="button" class="second">${say('api.copyCurl')}</button>
<span class="note quiet" role="status"></span></p><p class="line" aria-live="polite"></p><div class="result" role="group" aria-label="${say('api.result')}" hidden></div></form></template>`

/**
 * Render the interface documentation as one page, from the same rows that answer the calls; readable without its
 * script.
 */
export function docsPage(rows: readonly Route[], language: Language, today: string): string {
  const say: Say = (key) => escapeMarkup(apiWord(language, key))
  const other = language === 'zh' ? { code: 'en', name: 'English' } : { code: 'zh', name: '中文' }
  const sections = [...new Set(rows.map(sectionOf))]
  const inSection = (section: string) => rows.filter((row) => sectionOf(row) === section)
  const menu = sections.map(
    (section) =>
      `<details><summary>${escapeMarkup(sectionWord(language, section))}</summary>${inSection(section)
        .map((row) => `<a href="#${anchorOf(row)}">${escapeMarkup(row.path)}</a>`)
        .join('')}</details>`,
  )
  const body = sections.map(
    (section) =>
      `<section><h2>${escapeMarkup(sectionWord(language, section))}</h2>${inSection(section)
        .map((row) => callArticle(row, language, today))
        .join('')}</section>`,
  )
  const files = servedFiles.map(
    ({ call, path, title }) =>
      `<article id="${call.toLowerCase()}"><h3><span class="method get">GET</span> ${code(path)}</h3><p>${say(title)} <span class="quiet">${call} · ${say('api.servedFile')}</span></p>
<pre tabindex="0">${escapeMarkup(`curl "$ORIGIN${path}" -H 'Authorization: cat <token>' -H 'Range: bytes=0-1023' -OJ`)}</pre></article>`,
  )
  const codes = restCodes.map((value) =>
    cells('td', [code(String(value)), codeWords[value] ? say(codeWords[value]) : '']),
  )
  return `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Coldfleet · ${say('api.title')}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs.css"><script type="module" src="/docs.js"></script></head><body>
<nav aria-label="${say('api.title')}"><h1><a href="/">Coldfleet</a></h1><p>${say('api.title')} · <a href="?lang=${other.code}" hreflang="${other.code}">${other.name}</a></p>${menu.join('')}</nav>
<main><p>${say('api.intro')}</p><p>${say('api.machine')}: <a href="/api/openapi.json">/api/openapi.json</a></p>
<h2>${say('api.login')}</h2><p>${say('api.loginSteps')}</p>${sessionForm(say)}<h2>${say('api.codes')}</h2><table>${codes.join('')}</table>
${body.join('\n')}<section>${files.join('')}</section></main>${tryForm(say)}</body></html>`
}
