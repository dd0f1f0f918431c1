import type { Command } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/**
 * The possible words at one position of a command line: `values` after an option; an option without values takes a file
 * name or free text.
 */
type Place = { path: string; words: string[]; values: Map<string, readonly string[]> }

const namesOf = ({ short, long }: { short?: string | undefined; long?: string | undefined }) =>
  [short, long].flatMap((name) => name ?? [])

/** Return every command below `command`, itself first; `of` = the possible arguments, by the path of the command. */
function placesOf(
  command: Command,
  path: string,
  globals: Command['options'],
  of: Readonly<Record<string, readonly string[]>>,
): Place[] {
  const options = [...new Set([...command.options, ...globals])]
  const place: Place = {
    path,
    words: [
      ...command.commands.map((one) => one.name()),
      ...(of[path.trim()] ?? []),
      ...options.flatMap((option) => option.long ?? []),
      '--help',
    ],
    values: new Map(
      options
        .filter((option) => option.required || option.optional)
        .flatMap((option) => namesOf(option).map((name) => [name, option.argChoices ?? []])),
    ),
  }
  return [place, ...command.commands.flatMap((one) => placesOf(one, `${path} ${one.name()}`, globals, of))]
}

const quoted = (text: string) => `'${text}'`

/** Return a shell function that prints the possible next words; the same in bash and zsh. */
function follows(places: readonly Place[]): string[] {
  const values = places.flatMap(({ path, values: known }) =>
    [...known].map(([option, choices]) => `    ${quoted(`${path} ${option}`)}) echo ${quoted(choices.join(' '))} ;;`),
  )
  return [
    '_coldfleet_words() {',
    "  local at='' last='' word",
    '  for word in "$@"; do',
    '    case "$at $word" in',
    `      ${places
      .filter(({ path }) => path !== '')
      .map(({ path }) => quoted(path))
      .join('|')}) at="$at $word" ;;`,
    '    esac',
    '    last="$word"',
    '  done',
    '  case "$at $last" in',
    ...values,
    '    *) case "$at" in',
    ...places.map(({ path, words }) => `      ${quoted(path)}) echo ${quoted(words.join(' '))} ;;`),
    '    esac ;;',
    '  esac',
    '}',
  ]
}

/** Return the same function for fish, which has another syntax. */
function followsInFish(places: readonly Place[]): string[] {
  const values = places.flatMap(({ path, values: known }) =>
    [...known].map(
      ([option, choices]) =>
        `    case ${quoted(`${path} ${option}`)}\n      printf '%s\\n' ${choices.map(quoted).join(' ')}`,
    ),
  )
  return [
    'function _coldfleet_words',
    "  set -l at ''",
    "  set -l last ''",
    '  for word in (commandline -opc)[2..-1]',
    '    switch "$at $word"',
    `      case ${places
      .filter(({ path }) => path !== '')
      .map(({ path }) => quoted(path))
      .join(' ')}`,
    '        set at "$at $word"',
    '    end',
    '    set last "$word"',
    '  end',
    '  switch "$at $last"',
    ...values,
    "    case '*'",
    '      switch "$at"',
    ...places.map(
      ({ path, words }) => `        case ${quoted(path)}\n          printf '%s\\n' ${words.map(quoted).join(' ')}`,
    ),
    '      end',
    '  end',
    'end',
  ]
}

const ends: Record<Shell, string> = {
  bash: `_coldfleet() {
  COMPREPLY=($(compgen -W "$(_coldfleet_words "\${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _coldfleet coldfleet
_coldfleet_npx() {
  [[ "\${COMP_WORDS[1]}" == coldfleet ]] || return
  COMPREPLY=($(compgen -W "$(_coldfleet_words "\${COMP_WORDS[@]:2:COMP_CWORD-2}")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -p npx > /dev/null 2>&1 || complete -o default -F _coldfleet_npx npx`,
  zsh: `_coldfleet() {
  local -a found
  found=(\${=$(_coldfleet_words "\${(@)words[2,CURRENT-1]}")})
  if (( $#found )); then compadd -a found; else _files; fi
}
if (( ! $+functions[compdef] )); then autoload -Uz compinit && compinit; fi
compdef _coldfleet coldfleet
_coldfleet_npx() {
  if [[ "\${words[2]}" == coldfleet ]]; then
    shift words
    (( CURRENT-- ))
    _coldfleet
  else _files; fi
}
(( $+_comps[npx] )) || compdef _coldfleet_npx npx`,
  fish: "complete -c coldfleet -a '(_coldfleet_words)'",
}

/** Return the script with which a shell completes the commands of `program`, their options, and the choices of both. */
export function completionOf(program: Command, shell: Shell, procedures: readonly string[]): string {
  const places = placesOf(program, '', program.options, { call: procedures, completion: shells })
  return `${[...(shell === 'zsh' ? ['#compdef coldfleet'] : []), ...(shell === 'fish' ? followsInFish(places) : follows(places)), ends[shell]].join('\n')}\n`
}
