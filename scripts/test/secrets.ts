import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Texts that must not be in any published file, by their kind. Composed from parts, so that this file contains none of
 * them.
 */
const patterns: readonly (readonly [string, RegExp])[] = [
  ['a private key', new RegExp(`-----BEGIN (RSA |EC |OPENSSH |ENCRYPTED )?${'PRIVATE'} KEY-----`)],
  ['a cloud key', /\b(AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of a code host', /\b(gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,})\b/],
  ['a token of a package registry', /\b(npm_[A-Za-z0-9]{30,}|_authToken\s*=)/],
  ['a token of a service', /\b(xox[abpr]-[\w-]{10,}|sk-[A-Za-z0-9-]{32,}|AIza[\w-]{35})\b/],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
  [
    'a password in an address',
    /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@'"`$]+:[^\s/:@'"`$]{3,}@(?!localhost|127\.|db\b|host\b|example\.)[\w.-]+/,
  ],
  ['the address of a package in the lock file', /"resolved":\s*"/],
  ['a path of a machine', new RegExp(`(^|[\\s'"\`(=:])/(${['work', 'root', 'tmp/bash'].join('|')})/(?!\\))`)],
]

/** Return `what: file:line` for each forbidden text. */
export function secretsIn(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      patterns.filter(([, pattern]) => pattern.test(line)).map(([what]) => `${what}: ${file}:${index + 1}`),
    )
}

const isText = (content: Buffer) => !content.subarray(0, 8_000).includes(0)
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []

/** Search all files in git, and those for browsers (if built). */
export function scanProject(): { files: number; found: string[] } {
  const kept = execFileSync('git', ['ls-files', '-z', '--cached'], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .filter(Boolean)
  const files = [...kept, ...filesIn(join('dist', 'client'))].filter((file) => existsSync(file))
  const found = files.flatMap((file) => {
    const content = readFileSync(file)
    return isText(content) ? secretsIn(file, content.toString()) : []
  })
  return { files: files.length, found }
}
