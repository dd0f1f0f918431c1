const choice = /\[(?:(\w+): )?([\w -]*)\|([\w -]*)\]/g

/**
 * Makes a sentence agree with its numbers: `{{count}} [device waits|devices wait]` takes the first form for 1 and the second for everything
 * else; a number of another name is named: `{{days}} [days: day|days]`.
 */
export const agree = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.includes('[')
    ? text.replace(choice, (_, name: string | undefined, one: string, many: string) =>
        String(values[name ?? 'count']) === '1' ? one : many,
      )
    : text
