import { existsSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { RequestHandler, Response } from 'express'
import type { DeploymentTexts } from '#shared/auth.ts'
import { createScreenPage } from './screen-page.ts'

type StaticFile = { path: string; type: string; gzip: boolean; brotli: boolean }

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
}
const immutable = 'public, max-age=31536000, immutable'

/** List the files of the built client by URL path, once, so that no requested path ever reaches the disk. */
function listFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(folder)) return files
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const known = new Set(paths)
  for (const path of paths) {
    const type = types[extname(path)]
    if (type)
      files.set(`/${relative(folder, path).split(sep).join('/')}`, {
        path,
        type,
        gzip: known.has(`${path}.gz`),
        brotli: known.has(`${path}.br`),
      })
  }
  return files
}

function send(
  response: Response,
  file: StaticFile,
  accepted: string,
  caching: string,
  next: (error?: unknown) => void,
): void {
  const encoding =
    file.brotli && /\bbr\b/.test(accepted) ? 'br' : file.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : null
  response.set({ 'Content-Type': file.type, 'Cache-Control': caching, Vary: 'Accept-Encoding' })
  if (encoding) response.set('Content-Encoding', encoding)
  const suffix = { br: '.br', gzip: '.gz' }
  response.sendFile(
    encoding ? file.path + suffix[encoding] : file.path,
    { cacheControl: false, acceptRanges: false },
    (error) => {
      if (error && !response.headersSent) next(error)
    },
  )
}

/**
 * Serve the built client: cache hashed files for ever, revalidate the page, and send the page for every screen's path,
 * with the texts of the deployment.
 */
export function staticFiles(folder: string, texts: DeploymentTexts): RequestHandler {
  const files = listFiles(folder)
  const pageOf = createScreenPage(folder, texts)
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const opened = String(request.headers.accept ?? '').includes('text/html') && extname(request.path) === ''
    if (pageOf && (request.path === '/' || request.path === '/index.html' || opened)) {
      const { text, gzip } = pageOf(request.path, request.headers.cookie)
      response.set({ 'Content-Type': types['.html'], 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding, Cookie' })
      const isPacked = /\bgzip\b/.test(accepted)
      if (isPacked) response.set('Content-Encoding', 'gzip')
      // Node knows the length of a body only when it sends it: not for HEAD.
      const body = isPacked ? gzip : Buffer.from(text)
      return void response.set('Content-Length', String(body.length)).end(body)
    }
    const file = files.get(request.path)
    if (!file) return next()
    send(response, file, accepted, request.path.startsWith('/assets/') ? immutable : 'no-cache', next)
  }
}
