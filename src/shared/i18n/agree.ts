const choice = /\[([\w ]*)\|([\w ]*)\]/g

/** Makes a sentence agree with its number: `{{count}} [device waits|devices wait]` takes the first form for 1 and the second for everything else. */
export const agree = (text: string, count: string | number | undefined): string =>
  text.includes('[') ? text.replace(choice, (_, one: string, many: string) => (String(count) === '1' ? one : many)) : text
